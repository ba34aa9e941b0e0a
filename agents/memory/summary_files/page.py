"""Renders one summary as a markdown file, and chooses which summaries have files."""

from __future__ import annotations

from datetime import UTC
from functools import lru_cache
from typing import Literal

from agents.memory.core.records import Summary
from agents.memory.core.view import View
from world.vault.markdown import render_note

FileType = Literal["longterm", "recent"]

#: The possible files, by the `summary_type` of their front matter.
FILE_TYPES: tuple[FileType, ...] = ("longterm", "recent")


def choose_file_type(summary: Summary) -> FileType:
    """Return which of the two files shows a summary."""
    return "recent" if summary.is_recent else "longterm"


def name_file(summary: Summary) -> str:
    """Return the name of a summary's file."""
    return f"{choose_file_type(summary)}.md"


def list_file_summaries(view: View) -> list[Summary]:
    """Return the long-term and the recent summary, as far as they exist."""
    return [each for each in (view.longterm, view.recent) if each is not None]


#: A file is compared with its summary before each compaction, and written twice at its end.
@lru_cache(maxsize=128)
def render_summary(summary: Summary) -> str:
    """Return the whole file of one summary."""
    front: dict[str, object] = {
        "type": "memory_summary",
        "summary_type": choose_file_type(summary),
        "updated": summary.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "covers": list(summary.covers),
        "memory_count": summary.memory_count,
        "method": summary.method,
        "profile": summary.profile,
        "model": summary.model,
        "tokens": summary.tokens,
    }
    return render_note(front, summary.text)


def is_same_text(one: str, other: str) -> bool:
    """Return whether two texts differ only in white space at the ends of lines."""
    return _strip_lines(one) == _strip_lines(other)


def _strip_lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]
