"""What each agent speaks of most tells whose work a line is of."""

from __future__ import annotations

import pytest

from agents.mind.speech.parties.concern import (
    TradeWords,
    find_concerned,
    is_of_partner,
    only_asks,
    takes_up,
)

TRADES = {
    "Cobb": TradeWords(lambda: ["The ferry and the soup.", "An oar. Two oars.", "A boar roars."]),
    "Moss": TradeWords(lambda: ["Soup with leeks.", "The soup is soup.", "A leek."]),
}


def test_all_forms_of_a_word_are_counted_and_no_other_word() -> None:
    shares = TRADES["Cobb"].find_shares(["oar", "ferries", "leek"])
    assert {stem: round(share) for stem, share in shares.items()} == {
        "oar": 667, "ferri": 333, "leek": 0,
    }  # fmt: skip


def test_another_voice_is_counted_anew() -> None:
    lines = ["The ferry."]
    work = TradeWords(lambda: lines)
    assert work.find_shares(["ferry", "oar"]) == {"ferri": 1000, "oar": 0}
    lines += ["An oar.", "The oar.", "My oar."]
    assert work.find_shares(["ferry", "oar", "leek"]) == {"ferri": 250, "oar": 750, "leek": 0}


@pytest.mark.parametrize(
    ("words", "owner"),
    [
        ("Is the oar mended?", "Cobb"),
        ("Do leeks float?", "Moss"),
        ("Is there soup?", "Moss"),
        ("Do leeks go by ferry?", ""),
        ("Why?", ""),
    ],
)
def test_the_one_who_says_a_word_most_is_concerned(words: str, owner: str) -> None:
    assert find_concerned(words, TRADES, 2.5)[0] == owner


def test_of_one_alone_nothing_can_be_told() -> None:
    assert find_concerned("An oar?", {"Cobb": TRADES["Cobb"]}, 2.5) == ("", frozenset())


def test_a_question_of_the_hearers_life_is_not_of_the_work_in_it() -> None:
    assert is_of_partner("Do you like honey?", {"honey"})
    assert not is_of_partner("Is your fine honey ripe?", {"honey"})
    assert not is_of_partner("Is the honey ripe?", {"honey"})


def test_words_take_up_what_has_one_of_their_telling_words() -> None:
    assert takes_up("What pike?", "The pike is in a mood.")
    assert not takes_up("What is that?", "What is it with that?")


def test_what_tells_something_does_not_only_ask() -> None:
    assert only_asks("And you? Is it far?")
    assert not only_asks("Two days. And you?")
    assert not only_asks("")
