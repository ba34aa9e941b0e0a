"""What somebody told of their own life, for who asks what is still known of it."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.acts import SpokenActs
from agents.mind.speech.told.own_life import choose_clauses, make_plain
from agents.mind.speech.told.telling_back import ToldLine, read_told
from tests.agents.mind.speech.tellings.given_kinds import GivenKinds
from tests.agents.mind.support import TEXTS

NO_KINDS = SpokenActs(TEXTS)


def choose(*lines: str, acts: SpokenActs = NO_KINDS, most: int = 4) -> list[str]:
    """Return what is chosen of what Ada told Moss, one line after the other."""
    told = read_told([ToldLine(each, at) for at, each in enumerate(lines)], ("Ada", "Moss"))
    return choose_clauses(told, acts, most)


def test_what_was_said_by_the_way_is_chosen_without_a_kind() -> None:
    assert choose("I had to put eighty-four cows down this week. Where is the lake?") == [
        "You had to put eighty-four cows down this week"
    ]


@pytest.mark.parametrize(
    "said",
    [
        "I think the lake is high for the time of the year.",
        "I was just wondering about the old bell in the lake.",
        "I should like to see the lamp before the night is over.",
        "I will sit by the stove for a while, then.",
        "Thank you, I slept well in the loft above the mill.",
        "The lake is grey and the mountain is white.",
        "I did not say that I would buy your boat.",
        "Yes, I am here.",
        "I cannot leave such a thing alone for long.",
        "I have been timing it.",
        "No, she died two winters back, as I said to my aunt.",
        "My brother Halvard calls it firewood.",
        "I do, all two hundred and twelve.",
        "Ha, same as my old novel about the sea.",
        "I swear, a swan and a parcel of my shoes.",
    ],
)
def test_talk_about_the_talk_and_the_place_is_nobodys_life(said: str) -> None:
    assert choose(said) == []


def test_what_tells_most_comes_first_and_each_thing_once() -> None:
    chosen = choose(
        "I keep a small red boat.",
        "My brother drowned in the March flood, and I was the one who held the rope.",
        "My brother drowned in the flood in March.",
        "I sold three hundred jars of honey last autumn.",
        most=2,
    )
    assert chosen == [
        "Your brother drowned in the March flood, and you were the one who held the rope",
        "You sold three hundred jars of honey last autumn",
    ]


def test_a_kind_tells_what_weighs_on_somebody_from_an_opinion() -> None:
    numb, fair = "Two fingers of mine have gone numb.", "My view is that a market wants a roof."
    acts = SpokenActs(TEXTS, GivenKinds({numb: {"ailing": 0.8}, fair: {"opinion": 0.8}}))
    assert choose(fair, numb, acts=acts) == ["Two fingers of yours have gone numb"]


def test_a_long_clause_ends_where_it_is_joined() -> None:
    assert choose(
        "My sister Odile coughs the whole night, and the doctor who came over the Saddle with his"
        " two sons and a mule would not say a word about it.",
    ) == ["Your sister Odile coughs the whole night"]


def test_what_leans_on_another_sentence_is_left_out_and_asides_too() -> None:
    assert choose("My mother is in Oaxaca. She thinks that I am my aunt Consuelo.") == [
        "Your mother is in Oaxaca"
    ]
    assert choose("To tell the truth, I should rather play the trumpet in church, ha.") == [
        "You should rather play the trumpet in church"
    ]


def test_what_was_typed_in_haste_is_told_in_plain_words() -> None:
    """Whom "she" means stands beside it, if the same line named her; else it is left out."""
    chosen = choose(
        "i mean my nan. shes in hospital with her hip",
        "shes got a bad knee as well i fear",
        "i told him be good and he cried",
        "no moss i did not think my nan would break her hip",
        "im the one with the dog and the big hat",
    )
    assert chosen == ["Your nan's in hospital with her hip"]


@pytest.mark.parametrize(
    ("clause", "plain"),
    [
        ("You come from a river town yourself, you have old boats", "You come from a river town"),
        ("You lost somebody in spring too", "You lost somebody in spring"),
        ("Your grandson comes on Monday, he is nine", "Your grandson comes on Monday"),
        ("You too you count, drops in the night", ""),
        ("In your country too, an old man told his bees", ""),
    ],
)
def test_a_clause_that_is_told_back_is_whole_and_leans_on_nothing(clause: str, plain: str) -> None:
    assert make_plain(clause) == plain


def test_what_leads_in_is_left_out_and_where_one_lives_stays() -> None:
    assert choose("Thing is I've got a trial shift at the Copper Spoon.") == [
        "You have got a trial shift at the Copper Spoon"
    ]
    assert choose("I moved here with my daughter eleven days ago.") == [
        "You moved here with your daughter eleven days ago"
    ]
