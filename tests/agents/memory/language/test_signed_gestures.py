"""A gesture that names its author in front is read as the same gesture without."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.memory.core.records import Experience
from agents.memory.language.classify import classify_memory
from agents.memory.language.evidence import Source, gather_evidence
from world.nature import Nature

AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize("text", ["[Ada] Ada nods and smiles.", "Ada nods and smiles."])
def test_a_signed_gesture_is_read_without_its_mark(text: str) -> None:
    """Who acted it out is known from the record; the mark is no part of what was acted out."""
    memory = Experience(1, AT, text, "observation", speaker="Ada", nature=Nature.GESTURE)
    reading = classify_memory(memory)
    assert (reading.told, reading.speaker) == ("gesture", "Ada")
    assert reading.words == "Ada nods and smiles."
    evidence = gather_evidence([Source(text, "Ada", Nature.GESTURE)])
    assert [each.text for each in evidence.told] == ["Ada nods, smiles."]
