"""Memories of what Ada has said to Wren, and the answers that Wren finds in them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agents.in_parts import finish_parts
from agents.memory.recall.hits import Hit
from agents.mind.speech.phrasing import tell_asker
from agents.mind.speech.remembered import (
    Asked,
    make_memory_candidates,
    recall_facts,
)
from agents.mind.speech.turning import turn_to_speaker

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def hit(seq: int, text: str, days: float = 2, speaker: str | None = None) -> Hit:
    """A memory; what quotes words is said by the one whose name comes first."""
    first = text.partition(" ")[0] if '"' in text and not text.startswith("~") else ""
    at = NOW - timedelta(days=days)
    return Hit(seq, at, "The Hall", text, 1.0, first if speaker is None else speaker)


def answer(heard: str, *hits: Hit, partner: str = "Ada") -> str:
    facts = finish_parts(recall_facts(hits, Asked("Wren", partner, heard), NOW))
    return next((each.words for each in make_memory_candidates(facts, heard)), "")


def said_back(told: str) -> tuple[str, str]:
    """Return the two ways of saying what Ada told on Thursday: as a clause, or as a sentence."""
    when = "You told me on Thursday"
    return f"{when} that {turn_to_speaker(told)}.", tell_asker(told, "on Thursday")


BOAT = hit(1, 'Ada says, "I lost a blue boat with a white sail."')
