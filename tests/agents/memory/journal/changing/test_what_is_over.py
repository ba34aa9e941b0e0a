"""Changes that name their thing otherwise: what is over, seen anew, measured anew, or moved."""

from __future__ import annotations

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience
from agents.memory.journal.changing.completing import complete_all
from agents.memory.journal.changing.people import find_measures
from agents.memory.journal.heuristics import choose_best, list_candidates, list_rest
from tests.agents.memory.journal.changing.test_completing import said
from tests.agents.memory.journal.support import saw


def find_news(*memories: Experience) -> Fact | None:
    """The fact of the last memory, if it tells what was otherwise before."""
    facts = list_candidates(memories, "Moss")
    done = complete_all(facts, list_rest(memories, "Moss", facts), memories).choose()
    kept = choose_best(done, len(memories))
    return next((e for e in kept if e.before and e.seqs == (memories[-1].seq,)), None)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The ladder leans behind the barn.", "The ladder isn't behind the barn any more."),
        ("Rurik is the sexton.", "Rurik is no longer the sexton, Hanne is."),
        ("The pump stands by the inn.", "The pump used to stand by the inn, it's by the gate."),
    ],
)
@pytest.mark.parametrize("who", ["Pru", "Odo"])
def test_that_it_is_over_is_news_from_anybody(who: str, before: str, now: str) -> None:
    """In nearly the same words it would else be told again."""
    assert find_news(said(0, 1, "Pru", before), said(18, 2, who, now)) is not None


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("I need a size seven in gloves.", "My hands swell, make it a size eight."),
        ("They give us two cups a day.", "Three cups a day, since the well was dug."),
        ("I'm the drummer here.", "They've put me among the pipers."),
        ("You'll find me on the east wharf.", "They are short at the mint, that is where I work."),
        ("I work at the tannery.", "I quit my job at the tannery."),
        ("Rurik is the reeve.", "They made Hanne reeve."),
        ("The vane is a gilded swan.", "They've set a heron where the old vane was."),
    ],
)
def test_the_same_speaker_tells_it_anew(before: str, now: str) -> None:
    assert find_news(said(0, 1, "Pru", before), said(18, 2, "Pru", now)) is not None


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The kiln is smoking.", "The kiln is cold; its door is off."),
        ("You put the blue crate on the cart.", "You move the blue crate under the eaves."),
    ],
)
def test_a_thing_is_seen_in_another_state(before: str, now: str) -> None:
    """Three of four words are the same; what tells of the thing is not."""
    assert find_news(saw(1, before, ""), saw(2, now, "")) is not None


def test_a_thing_that_is_seen_as_it_was_is_no_news() -> None:
    assert find_news(saw(1, "The kiln is smoking.", ""), saw(2, "The kiln is smoking.", "")) is None


def test_of_several_sizes_none_is_the_old_one() -> None:
    """They are of several things, and which of them changed is not said."""
    first = said(0, 1, "Pru", "A size seven for Rurik's gloves.")
    other = said(0, 2, "Pru", "A size nine for Hanne's boots.")
    assert find_news(first, other, said(18, 3, "Pru", "Make it a size eight.")) is None


def test_a_measure_is_read_with_what_it_is_of() -> None:
    assert find_measures("Size nine, and wide at the toe") == {("size",): "nine"}
    assert find_measures("nine shillings a month") == {("shill", "month"): "nine"}
    assert find_measures("nine hens in a row") == {}
