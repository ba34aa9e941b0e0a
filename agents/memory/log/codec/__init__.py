"""The format of the log: its version, its kinds, and every pattern of bytes in a line.

Nothing outside this package knows how a line looks.
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
    brings_head,
    memory_number,
    plain_turn,
    record_type,
    turn_after,
)
from agents.memory.log.codec.texts import digest, head_id, moment, stamp, storable

__all__ = [
    "PLAIN_MEMORY",
    "ArchiveRefused",
    "BadRecord",
    "brings_head",
    "decode",
    "describe_known_versions",
    "digest",
    "encode",
    "head_id",
    "is_readable_json",
    "memory_number",
    "moment",
    "plain_turn",
    "record_type",
    "stamp",
    "storable",
    "turn_after",
]
