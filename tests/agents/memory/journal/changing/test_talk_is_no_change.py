"""What people say and do all day is no news of a thing, though it shares a word with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience, Summary
from agents.memory.journal.changing.completing import complete_facts
from agents.memory.journal.heuristics import extract_by_rules
from tests.agents.memory.journal.changing.test_completing import on, said
from tests.agents.memory.journal.changing.test_later import draw
from tests.agents.memory.journal.support import saw
from world.nature import Nature

SAME_SPEAKER = [
    # a greeting
    ("Foul night for the boats.", "Good evening, Wren."),
    ("A dry morning, Moss.", "Foul evening, friend."),
    # how many of something else, how far, and which one
    ("I get eleven when I count the lamps.", "Column four, to the half minute."),
    ("Five paces across, that hut.", "Thirty steps, sixty paces, and I stand at the oven."),
    ("The third stool rocks when anybody sneezes.", "Twelve stools and one stove."),
    # another of the kind, and what something is only compared to
    ("It is a long ballad, the one of the drowned smith.", "My uncle sang a ballad here once."),
    ("Now that is worth a kettle of broth.", "I have left the kettle on the step."),
    # a word of another name, and a verb
    ("Mine is in the Copper House.", "I stand by the copper and wait."),
    ("Bishop ferried all that to the quay.", "Seven? Five. I was paid to ferry the rope."),
    # what somebody means to do
    ("The lower landing has a new clerk.", "I'll see to your cat at the lower landing."),
]
OTHER_SPEAKER = [
    ("A gull flies at the harbour that cannot lose.", "My husband bought the gull. He is gone."),
    ("I can run the first cart if nobody minds.", "Everybody minds. Run it anyway."),
    ("A slow turf fire keeps the middle of it.", "Turf is grass. It burns as it grew, slow."),
    ("Somebody dug at the old well.", "There was a well behind the chapel once."),
    ("You were always modest, Gustav.", "A left-hand thread. Gustav's aunt was left-handed."),
]


@pytest.mark.parametrize(("before", "now"), SAME_SPEAKER)
def test_the_same_speaker_tells_nothing_newer(before: str, now: str) -> None:
    later = draw(said(0, 1, "Hake", before), said(0, 2, "Hake", now)).get(2)
    assert later is None or (later.before, later.replaces) == ("", ())


@pytest.mark.parametrize(("before", "now"), OTHER_SPEAKER)
def test_another_speaker_tells_nothing_newer(before: str, now: str) -> None:
    later = draw(said(0, 1, "Hake", before), said(0, 2, "Fern", now)).get(2)
    assert later is None or later.before == ""


def test_an_hour_replaces_no_price() -> None:
    price = said(0, 1, "Hake", "Lamp oil is four crowns the can.")
    hour = said(0, 2, "Hake", "I can bring you the oil at five.")
    assert draw(price, hour)[2].replaces == ()


@pytest.mark.parametrize(
    ("before", "now"),
    [
        # what a thing does leaves it as it was
        ("The horn on the ledge gives its long note.", "Fog comes, and the horn sounds again."),
        # a part of a room, and a deed with something else
        (
            "A wall of slate, nine feet above the rock, holds back the whole weight of water.",
            "Cobb holds the new oar up to the wall.",
        ),
    ],
)
def test_what_is_seen_is_no_news_of_something_else(before: str, now: str) -> None:
    later = draw(on(0, saw(1, before, event="")), on(1, saw(2, now, event=""))).get(2)
    assert later is None or later.before == ""


def test_what_somebody_acts_out_is_neither_news_nor_what_was_so() -> None:
    """Who drives a wedge into a spade has no trade by it."""
    wedge = said(0, 1, "Cobb", "x")
    acted = type(wedge)(
        1, wedge.at, "Cobb drives a broken wedge into the spade.", "observation",
        speaker="Cobb", nature=Nature.GESTURE,
    )  # fmt: skip
    told = said(0, 2, "Cobb", "I was out with the quarry clerk. I paint the spade red now.")
    assert all(each.before == "" for each in draw(acted, told).values())


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("I keep a dozen hens.", "The stoat had five. I am left with seven hens."),
        ("My boat is a sound one.", "A new boat for me, the old boat sank."),
        ("I get forty the sack for wheat.", "They cut us to thirty-four. Thirty-four a sack!"),
    ],
)
def test_what_is_counted_or_had_anew_is_still_a_change(before: str, now: str) -> None:
    later = draw(said(0, 1, "Hake", before), said(9, 2, "Hake", now))[2]
    assert later.before


def finish(seq: int, name: str) -> Experience:
    """The end of an intention, as an agent remembers it."""
    ended = saw(seq, f"You have done what you meant to: {name}.", "intention")
    return replace(ended, source="thought", nature=Nature.INTENTION)


@pytest.mark.parametrize("name", ["read the weather slate", "wipe the weather slate"])
def test_the_end_of_an_intention_is_no_state_of_what_it_names(name: str) -> None:
    """Neither what was so before, in a memory or in the journal, nor what is so now."""
    slate, ended = said(18, 2, "Hake", "The weather slate says rain now."), finish(1, name)
    assert draw(ended, slate)[2].before == ""
    text = f"I have done what I meant to: {name}."
    known = [Fact(text, 3, "heuristic", "own", 1.0, (1,), ended.at, tags=("intention",))]
    [fact] = complete_facts(extract_by_rules([slate], "Moss"), [slate], known)
    assert fact.before == ""
    before = said(0, 1, "Hake", "The weather slate says sun.")
    assert draw(before, finish(2, name)).get(2) is None


@pytest.mark.parametrize(
    ("told", "before"),
    [
        ("I have done what I meant to: read the weather slate.", ""),
        ("I gave up what I meant to do: read the weather slate.", ""),
        ("Hake said that the weather slate says sun.", "The weather slate says sun"),
    ],
)
def test_a_summary_that_tells_of_an_intention_is_not_quoted_as_earlier(
    told: str, before: str
) -> None:
    slate = said(18, 9, "Hake", "The weather slate says rain now.")
    summary = Summary("recent-1-9-1", "recent", told, (1, 8), "llm", slate.at, citations=((1,),))
    [fact] = complete_facts(extract_by_rules([slate], "Moss"), [slate], (), [summary])
    assert fact.before.strip(".").casefold() == before.casefold()
