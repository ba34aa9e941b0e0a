"""Render memories as markdown: a page for each day, which reads well in Obsidian.

Their texts stand there as plain text: nothing in them is markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC
from itertools import groupby

from agents.memory.core.records import Experience, Span
from late.late_pattern import late_pattern
from world.vault.markdown import render_note

_MARKUP = late_pattern(r"([\\`*_{}\[\]<>#|~^=$%!&])")
_LEADING = late_pattern(r"^(\s*)([-+]|\d+[.)])(?=\s|$)")


def name_page(memory: Experience) -> str:
    """Return the name of a memory's page: its day in UTC, as ``2026-03-01``."""
    return memory.at.astimezone(UTC).date().isoformat()


def render_heading(name: str, day: str, covers: Span, count: int) -> str:
    """Return the beginning of the page of a day: front matter and title."""
    front: dict[str, object] = {
        "type": "memories",
        "agent": name,
        "date": day,
        "covers": list(covers),
        "memory_count": count,
    }
    return render_note(front, f"# {name}, {day}")


def render_entries(memories: Iterable[Experience]) -> str:
    """Return memories as they stand on a page, under the names of their places."""
    return "".join(f"{line}\n" for line in _render_places(memories))


def _render_places(memories: Iterable[Experience]) -> Iterator[str]:
    for place, there in groupby(memories, lambda each: each.place):
        yield f"\n## {escape_markdown(place) or 'Somewhere'}\n"
        for memory in there:
            yield _render_entry(memory)


def _render_entry(memory: Experience) -> str:
    at = memory.at.astimezone(UTC).strftime("%H:%M:%S")
    first, *rest = (escape_markdown(line) for line in memory.text.split("\n"))
    lines = [f"- **{at}** \\#{memory.seq} {first}", *(f"  {line}" for line in rest)]
    return "  \n".join(lines)


def escape_markdown(text: str) -> str:
    """Return one line of text with all markup of markdown escaped."""
    escaped = _MARKUP.sub(r"\\\1", text)
    return _LEADING.sub(lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", escaped)
