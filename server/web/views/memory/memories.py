"""Memories as the page and programs are shown them."""

from __future__ import annotations

from typing import Any

from agents.memory.core.records import Experience
from agents.memory.log.codec import format_moment
from server.web.views.memory.life.findings import sort_experience

MOST_CHARACTERS = 2000
"""Of a memory's text in a list."""


def present_memory(memory: Experience, *, whole: bool = False) -> dict[str, Any]:
    """Return a memory with its circumstances; its text is cut unless it is wanted whole."""
    text = memory.text if whole else memory.text[:MOST_CHARACTERS]
    return {
        "seq": memory.seq,
        "at": format_moment(memory.at),
        "text": text,
        "cut": len(text) < len(memory.text),
        "sort": sort_experience(memory).name.lower(),
        "nature": memory.nature.value,
        "speaker": memory.speaker,
        "place": memory.place,
        "occupants": list(memory.occupants),
        "reason": memory.reason,
        "ok": memory.ok,
    }
