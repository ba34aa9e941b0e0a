"""A joke, a wish, a supposition, a song or a rumour of a rumour tells nothing as so."""

from __future__ import annotations

import pytest

from agents.memory.journal.heuristics import extract_by_rules
from agents.memory.language.salience import find_signals
from agents.memory.language.signals.supposed import drop_supposed
from tests.agents.memory.journal.support import heard

_KINDS = {"promise", "plan", "change", "state", "relation", "origin", "preference", "event", "loss"}


@pytest.mark.parametrize(
    "sentence",
    [
        "I was born in a teapot, haha.",
        "I wish my brother had moved here.",
        "If only the bridge were mended.",
        "If Rurik sold the boat, he would be sad.",
        "Rurik would be sad if the boat sank.",
        "Suppose Hanne married the cooper.",
        "Had I been born in Gatt I would sing.",
        "In the ballad the king promised her the moon.",
        "The song goes 'I come from the sea'.",
        "Rurik says that Hanne heard the mill burned down.",
        "Somebody told my niece that the inn is sold.",
        "Sure, and I'm the king's daughter.",
    ],
)
def test_it_has_no_signal_of_a_fact(sentence: str) -> None:
    assert not _KINDS & {each.tag for each in find_signals(sentence)}
    facts = extract_by_rules([heard(1, "Ivy", f'Ivy says, "{sentence}"')], "Moss")
    assert not any(_KINDS & set(each.tags) for each in facts)


@pytest.mark.parametrize(
    "sentence",
    [
        "If the bridge is out, the ferry runs at six.",
        "Haha, yes, I was born in Gatt.",
        "Una said she saw Dirk at the ford.",
        "My favourite song is an old one.",
        "I'd rather walk if you ask me.",
    ],
)
def test_what_is_told_as_so_stays(sentence: str) -> None:
    assert drop_supposed(sentence) == sentence


def test_what_is_told_beside_a_wish_stays() -> None:
    """Only the clause of the wish is left out."""
    tags = {each.tag for each in find_signals("I wish it were noon, but my brother Odo is home.")}
    assert "relation" in tags


@pytest.mark.parametrize("words", ["It's raining again.", "The wind has changed."])
def test_the_weather_is_no_change(words: str) -> None:
    assert "change" not in {each.tag for each in find_signals(words)}
    assert "event" in {each.tag for each in find_signals("The storm killed two goats.")}
