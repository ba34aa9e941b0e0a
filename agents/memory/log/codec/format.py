"""The version of the format and the names of the kinds of records."""

from __future__ import annotations

from collections.abc import Mapping

from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    JournalNote,
    MicroCompact,
    PageEdit,
    Record,
    Renewal,
    Turn,
)

#: The version that is written. Lines of this and earlier versions are read; newer ones are
#: refused.
VERSION = 1

KINDS: Mapping[type[Record], str] = {
    Experience: "memory",
    Compaction: "compaction",
    MicroCompact: "micro_compact",
    Edit: "edit",
    JournalEntry: "journal",
    JournalNote: "journal_note",
    PageEdit: "page_edit",
    Renewal: "renewal",
    Turn: "turn",
}
TYPES: Mapping[str, type[Record]] = {kind: type_ for type_, kind in KINDS.items()}


def describe_known_versions() -> str:
    """Return the versions that can be read, in words for error messages."""
    return f"versions 1 to {VERSION}" if VERSION > 1 else "version 1"
