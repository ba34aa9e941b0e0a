"""The format of the log: its version, its kinds of records, and every byte pattern of a line.

No code outside this package knows what a line looks like.
"""

from agents.memory.log.codec.format import describe_known_versions
from agents.memory.log.codec.lines import (
    ArchiveRefused,
    BadRecord,
    decode,
    encode,
    is_readable_json,
)
from agents.memory.log.codec.patterns import (
    PLAIN_MEMORY,
    MemorySigns,
    brings_head,
    find_record_type,
    read_memory_number,
    read_memory_signs,
    read_plain_turn,
    read_turn_after,
)
from agents.memory.log.codec.texts import (
    digest,
    format_moment,
    head_id,
    make_all_storable,
    make_storable,
    parse_moment,
)

__all__ = [
    "PLAIN_MEMORY",
    "ArchiveRefused",
    "BadRecord",
    "MemorySigns",
    "brings_head",
    "decode",
    "describe_known_versions",
    "digest",
    "encode",
    "find_record_type",
    "format_moment",
    "head_id",
    "is_readable_json",
    "make_all_storable",
    "make_storable",
    "parse_moment",
    "read_memory_number",
    "read_memory_signs",
    "read_plain_turn",
    "read_turn_after",
]
