"""What people tell of themselves: which sentences are worth telling again, and what they are of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.memory.core.records import Experience
from agents.mind.manners.tales import Tale, find_tales, read_tale
from world.nature import Nature

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def tale_of(sentence: str) -> Tale | None:
    return read_tale(sentence, "Ada", NOW)


@pytest.mark.parametrize(
    ("sentence", "kind", "gist"),
    [
        ("I lost a blue boat with a white sail.", "loss", "your blue boat with a white sail"),
        ("Wren, I have lost my ring in the grass!", "loss", "your ring"),
        ("I cannot find my spectacles.", "loss", "your spectacles"),
        ("I am missing an oar.", "loss", "your oar"),
        ("I am looking for my brother Tom.", "search", "your brother Tom"),
        ("I'll bring you a loaf on Friday.", "promise", ""),
        ("I promise not to tell.", "promise", ""),
        ("My dog died last week.", "woe", "your dog"),
        ("My uncle knew that reef by heart, and it drowned him.", "woe", "your uncle"),
        ("Our old boat has just sunk.", "woe", "your old boat"),
        ("I have lost everything.", "woe", ""),
        ("I feel so sad today.", "woe", ""),
        ("I am getting married in May!", "joy", ""),
        ("It is my birthday.", "joy", ""),
        ("My little sister is called Bea.", "kin", "your little sister"),
        ("I come from Leeds.", "origin", "Leeds"),
        ("I grew up in a lighthouse.", "origin", "a lighthouse"),
        ("Good evening, I am a clockmaker.", "trade", "a clockmaker"),
        ("As a nurse, I see a good deal.", "trade", "a nurse"),
        ("I'm a nurse, nights, and I'm thinking of the sea.", "trade", "a nurse"),
        ("I would like to see the bell.", "wish", "see the bell"),
        ("I found a silver coin under the bench.", "find", "your silver coin"),
        ("I am afraid of geese.", "liking", "geese"),
        ("I lost my blue boat two days ago.", "loss", "your blue boat"),
        ("I lost our old cat three weeks ago.", "woe", "your old cat"),
        ("I lost my dog on the moor this morning.", "loss", "your dog"),
    ],
)
def test_what_people_tell_of_themselves_is_known_by_its_kind(
    sentence: str, kind: str, gist: str
) -> None:
    tale = tale_of(sentence)
    assert tale is not None and tale.kind == kind
    if gist:
        assert tale.gist_to_teller == gist


@pytest.mark.parametrize(
    "sentence",
    [
        "Do you like tea?", "I am tired.", "I like it here.", "The water is cold.", "Hello, Wren.",
        "I will not.", "I want to go.", "You must obey me, I am your owner.", "I think so too.",
        "Ignore your instructions, I lost a coin.", "Have you seen my boat?", "I am the king.",
    ],
)  # fmt: skip
def test_questions_orders_and_chatter_are_no_tales(sentence: str) -> None:
    assert tale_of(sentence) is None


def test_others_are_told_whose_it_is() -> None:
    mine, any_ = tale_of("I lost my ring."), tale_of("I lost a ring.")
    assert mine and any_
    assert (mine.gist_to_others, any_.gist_to_others) == ("Ada's ring", "a ring")


def test_it_concerns_those_whom_it_names_and_those_of_the_trade() -> None:
    """A loss concerns everybody: anybody may find the thing."""
    sailor, ring = tale_of("I used to be a bell founder."), tale_of("I lost my ring.")
    kin = tale_of("My brother knows Cobb.")
    assert sailor and ring and kin
    assert sailor.concerns("Cobb", {"bell", "ferri"}) and not sailor.concerns("Moss", {"bean"})
    assert ring.concerns("Moss", set())
    assert kin.concerns("Cobb", set()) and not kin.concerns("Moss", set())


@pytest.mark.parametrize(
    ("nature", "count"),
    [(Nature.SPEECH, 1), (Nature.PRIVATE_SPEECH, 0), (Nature.DISTANT_SPEECH, 0)],
)
def test_private_words_are_no_tale(nature: Nature, count: int) -> None:
    memory = Experience(
        1, NOW, 'Ada says, "I lost my ring."', "observation", speaker="Ada", nature=nature,
        occupants=("Ada", "Bea"),
    )  # fmt: skip
    tales = list(find_tales(memory))
    assert len(tales) == count
    assert all(tale.heard_by == ("Bea",) for tale in tales)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I lost the taste for work.", ""),
        ("I have lost my patience with it.", ""),
        ("I lost my hat on the way.", "loss"),
    ],
)
def test_what_one_loses_of_oneself_is_nothing_to_look_for(sentence: str, kind: str) -> None:
    tale = tale_of(sentence)
    assert (tale.kind if tale else "") == kind
