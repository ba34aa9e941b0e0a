"""What is told of a thing later, in other words than what was told of it before."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience
from agents.memory.journal.changing.completing import complete_all
from agents.memory.journal.changing.history import render_change
from agents.memory.journal.changing.replacing import Earlier
from agents.memory.journal.changing.thing_index import ThingIndex
from agents.memory.journal.heuristics import list_candidates, list_rest
from tests.agents.memory.journal.changing.test_completing import on, said
from tests.agents.memory.journal.support import saw


def draw(*memories: Experience) -> dict[int, Fact]:
    """All facts of `memories`, the plain ones that tell a change among them, by their memory."""
    facts = list_candidates(memories, "Moss")
    done = complete_all(facts, list_rest(memories, "Moss", facts), memories).choose()
    return {each.seqs[0]: each for each in done}


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Old Hamm runs the mill.", "Hamm handed the mill to his daughter Edda on Monday."),
        ("Market day is Wednesday.", "They hold the market on Saturdays now."),
        ("The inn is called The Fat Hen.", "New landlord, new sign. The inn is The Pike now."),
        ("I take my tea with honey.", "No honey for me, I have gone off sweet things."),
        ("The wedding is set for June.", "They put the wedding off until harvest."),
        ("I wear my gold ring, always.", "I pawned the ring on Thursday."),
        ("Bettine cooks at the manor.", "Bettine gave notice. She bakes for the barracks now."),
        ("The pump is dry as a bone.", "Bring your buckets! The pump runs, Ned found the leak."),
        ("There is good rope in the loft.", "About that rope. The mice have been at it."),
        ("I am the smith here.", "I mind the toll house these days."),
        ("Edwin and I are to be wed in June.", "I gave Edwin his ring, I am free as a lark now."),
        ("Nineteen geese.", "The fox got in. Fifteen left, and a gander."),
        ("The toll gate is two farthings.", "They wanted a groat at the toll gate!"),
        ("The Yellow Barn is empty.", "Dancers practise in the Yellow Barn, all stamping."),
        (
            "Jemima has the keys of the bell tower, ask there.",
            "You want in at the bell tower? Barnaby looks after it since the funeral.",
        ),
        ("You find me under the clock on Tuesdays.", "They have moved me. I sit by the pump."),
    ],
)
def test_who_told_of_a_thing_tells_something_newer_of_it(before: str, now: str) -> None:
    """Both stand: what was told earlier is quoted beside what is told now."""
    later = draw(said(0, 1, "Hake", before), said(18, 2, "Hake", now))[2]
    assert later.before.rstrip(".") == before.rstrip(".")
    assert later.replaces == ()


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The ladder leans against the barn.", "Wat carries the ladder into the cellar."),
        ("The bucket hangs over the well.", "The rope parts and the bucket drops into the well."),
        ("The chapel door is locked.", "Edda turns a key. The chapel door swings open."),
        ("The blue key hangs on the nail.", "Wat takes the blue key from the nail, and goes."),
    ],
)
def test_what_is_seen_of_a_thing_is_newer_than_what_was_seen(before: str, now: str) -> None:
    later = draw(on(0, saw(1, before, event="")), on(18, saw(2, now, event="")))[2]
    assert before.rstrip(".") in later.before


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The lantern reminds me of my grandmother.", "The lantern is heavier than it looks."),
        ("The swans are nesting in the reeds.", "The swans are nesting in the reeds again."),
        ("I traded two baskets of trout.", "The trout reminds me of my brother."),
        ("Wren has a fine voice.", "I met Wren by the mill, and she has a cold now."),
    ],
)
def test_talk_of_the_same_thing_is_no_change(before: str, now: str) -> None:
    """So is not what somebody tells of a person, who does much in a day."""
    told = said(0, 1, "Wren", "Good day to you all."), said(0, 2, "Hake", before)
    drawn = draw(*told, said(18, 3, "Hake", now), said(19, 4, "Fern", now))
    assert not any(each.before for each in drawn.values())


def test_a_day_of_the_same_by_somebody_else_stands_beside() -> None:
    told = said(0, 1, "Hake", "Market day is Wednesday here, always was.")
    now = said(9, 2, "Fern", "Do not cart your cheese, they gave us Saturday for market day.")
    assert draw(told, now)[2].before == "Hake said: Market day is Wednesday here, always was."


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Ada needs 101 nails for the shed.", "Ada needs 102 nails for the roof."),
        ("The code of the mill is 4117.", "The code of the barn is 5522."),
        (
            "Up to Book thirty-eight nobody could mistake her.",
            "One thing, Cobb: the leaves of Book Fourteen were cut, and not torn.",
        ),
        ("My twin is getting married.", "The green oar is married to its lock, I swear."),
    ],
)
def test_other_things_are_no_change(before: str, now: str) -> None:
    """Neither where the words around their numbers are the same."""
    drawn = draw(said(0, 1, "Hake", before), said(18, 2, "Hake", now))
    assert not any(each.before for each in drawn.values())


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Nettle lies across the feet of Pim.", "Marek planes wood. Curls lie about his feet."),
        ("Wat eats six potatoes.", "Wat measures the hundred and forty, twice."),
        ("The lid is on the jar.", "Rain falls on the roof. Nobody moves."),
        ("Dust in the air; two carts pass.", "Two dogs sleep on the step."),
    ],
)
def test_other_sights_are_no_change(before: str, now: str) -> None:
    drawn = draw(on(0, saw(1, before, event="")), on(18, saw(2, now, event="")))
    assert not any(each.before for each in drawn.values())


def test_what_is_told_of_a_thing_in_other_words_is_told_whole() -> None:
    """Which of its clauses is the news is not known."""
    told = said(0, 1, "Hake", "My attic stands empty.")
    now = said(9, 2, "Hake", "He pays well, my painter, and he does not mind the attic stairs.")
    assert "my painter" in render_change(draw(told, now)[2])


class RecordingCounter(Counter[str]):
    """Notes for which words it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def __missing__(self, key: str) -> int:
        self.asked.append(key)
        return 9


def test_whether_words_are_rare_is_found_once() -> None:
    """Many earlier statements have the same words as a later one."""
    at = datetime(2026, 3, 1, tzinfo=UTC)
    told = [
        Earlier(number, at, f"{number}: {words}", frozenset(words.split()), "Ada")
        for number, words in enumerate(["mill boat", "mill boat", "mill", "boat"])
    ]
    common = RecordingCounter()
    having = {"mill": [0, 1, 2], "boat": [0, 1, 3]}
    index = ThingIndex(told, common, frozenset(), frozenset(), having)
    assert index.is_rare(("mill", "boat"), 2)
    assert not index.is_rare(("mill", "boat"), 1)
    asked = list(common.asked)
    assert index.is_rare(frozenset(("boat", "mill")), 2)
    assert not index.is_rare(["mill", "boat"], 1)
    assert common.asked == asked
