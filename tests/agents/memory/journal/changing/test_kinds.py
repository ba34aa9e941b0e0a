"""What the rules keep beside figures: promises, changes, the overheard, preferences, origins."""

from __future__ import annotations

import pytest

from agents.memory.journal.heuristics import extract_by_rules
from tests.agents.memory.journal.support import heard, saw


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("promise", "Bill promised May to bring the rope on Friday."),
        ("promise", "He gave Olive his word that he keeps the bull in."),
        ("promise", "You will have the patched sail on Saturday, my hand on it."),
        ("plan", "Bill will bring the rope to the quay."),
        ("change", "The bridge is closed again."),
        ("change", "Ada has moved to the mill."),
        ("preference", "Wren hates the smell of tar."),
        ("preference", "Grace is mad for yellow."),
        ("origin", "Ada comes from Ashford."),
        ("origin", "Miles was born on a barge."),
        ("relation", "She is my sister, did you not know?"),
        ("relation", "They are calling her Clover."),
        ("told", "Hake can hardly see the far bank."),
    ],
)
def test_it_is_kept_under_its_kind(tag: str, words: str) -> None:
    [fact] = extract_by_rules([heard(1, "Ivy", f'Ivy says to Cobb, "{words}"')], "Moss")
    assert tag in fact.tags and fact.speaker == "Ivy"


def test_what_is_only_supposed_is_no_promise_and_no_change() -> None:
    words = "If I had a buyer I would sell that barge tomorrow, I swear it."
    for fact in extract_by_rules([heard(1, "Dace", f'Dace says, "{words}"')], "Moss"):
        assert {"promise", "change"}.isdisjoint(fact.tags)


def test_a_thing_that_was_told_of_is_seen_changed() -> None:
    """The same sight alone, or day after day, is none of the journal's business."""
    burns, out = saw(1, "The harbour lamp is burning."), saw(2, "The harbour lamp goes out.")
    assert [each.seqs for each in extract_by_rules([burns, out], "Moss")] == [(2,)]
    assert extract_by_rules([out], "Moss") == []


def test_what_only_tells_something_takes_few_places() -> None:
    """Small talk by many does not crowd out what matters."""
    places = ("Tollen", "Marrow", "Ashford", "Leeds", "Cardle", "Millhaven", "Sawley", "Ware")
    talk = [
        heard(n, "Ivy", f'Ivy says, "Hake sees the far bank of {place}."')
        for n, place in enumerate(places * 8, start=1)
    ]
    facts = extract_by_rules(talk, "Moss")
    assert [each.tags for each in facts] == [("told",)] * 3
