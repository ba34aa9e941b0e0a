"""What somebody told is found by what it is, in whatever words they ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from agents.mind.speech.told.acts import SpokenActs
from agents.mind.speech.told.asking.matters import ASKED, AskedMatters
from agents.mind.speech.told.examples import list_examples
from agents.mind.speech.told.telling_back import ToldLine, read_told
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS, SentenceMeanings
from tests.agents.mind.speech.tellings.given_kinds import GivenKinds
from tests.agents.mind.support import TEXTS

ILL = "My sister Odile coughs the whole night."
KNEE = "My left knee gives way. I sit down a good deal."
SEWS = "I put hems on other people's curtains."
SHELVES = "Two shelves and a ledger is all that I ask of the spring."
GOOSE = "The goose at the inn bit me."

TOLD: Mapping[str, Mapping[str, float]] = {
    ILL: {"ill": 0.8},
    "My left knee gives way.": {"ailing": 0.8},
    "I sit down a good deal.": {"ailing": 0.5},
    SEWS: {"trade": 0.8},
    SHELVES: {"plan": 0.35},
    GOOSE: {"past": 0.5},
}
ASKS = {
    "What frets me?": "trouble",
    "How do I fill my purse?": "trade",
    "What did I set my cap at?": "wish",
    "Where is the place that I left?": "home",
    "Which bird did me harm?": "other",
}


class GivenQuestions(GivenKinds):
    """Knows of some questions besides for what they are, and which statement is near to which."""

    def __init__(
        self, given: Mapping[str, Mapping[str, float]], asks: Mapping[str, str] = ASKS
    ) -> None:
        super().__init__(given)
        self._asks = asks

    def compare(self, heard: str, lines: tuple[str, ...]) -> Sequence[float]:
        """Return how near examples are: those of the kind that was given for `heard`."""
        if heard not in self._asks:
            return super().compare(heard, lines)
        meant = list_examples(TEXTS.raw(f"{ASKED}{self._asks[heard]}"))
        return [0.7 * (line in meant) for line in lines]

    def compare_each(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        """Return that the goose is near to the bird."""
        return [0.6 * (heard == "Which bird did me harm?" and each == GOOSE) for each in lines]


def ask(heard: str, *told: str, meanings: SentenceMeanings | None = None) -> Sequence[str] | None:
    known = meanings or GivenQuestions(TOLD)
    matters = AskedMatters(TEXTS, known, SpokenActs(TEXTS, known))
    lines = [ToldLine(words, at) for at, words in enumerate(told)]
    found = matters.answer(heard, read_told(lines, ("Ada", "Moss")))
    return found.clauses if found else None


ALL = (SEWS, ILL, SHELVES, KNEE, GOOSE)


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("What frets me?",
         ["Your sister Odile coughs the whole night", "Your left knee gives way"]),
        ("How do I fill my purse?", ["You put hems on other people's curtains"]),
        ("What did I set my cap at?",
         ["Two shelves and a ledger is all that you ask of the spring"]),
        ("Which bird did me harm?", ["The goose at the inn bit you"]),
    ],
)  # fmt: skip
def test_it_is_told_back_in_the_second_person(heard: str, told: Sequence[str]) -> None:
    """Troubles: the last two, of each line the first sentence; a likely one where none is sure."""
    assert ask(heard, *ALL) == told
    lead = f"Do you remember {heard[:1].lower()}{heard[1:]}"
    assert ask(lead, *ALL) == told


def test_what_was_not_told_is_known_as_such() -> None:
    assert ask("What frets me?", SEWS, GOOSE) == []
    assert ask("Where is the place that I left?", SEWS) == []


@pytest.mark.parametrize(
    "heard",
    [
        "What frets you?",
        "Should I wake Hester?",
        "Would you mend my boots?",
        "What is my sister's name?",
        "My knee hurts.",
        "What can I do here?",
    ],
)
def test_what_asks_for_nothing_of_that_kind_is_left_to_others(heard: str) -> None:
    assert not ask(heard, *ALL)


def test_without_a_model_the_words_of_the_examples_decide() -> None:
    told = ("My son is missing since March.", "I bake bread.")
    none = NO_SENTENCE_MEANINGS
    assert ask("What is it that worries me?", *told, meanings=none) == [
        "Your son is missing since March"
    ]
    assert ask("What do I carry in my bag?", *told, meanings=none) is None


def test_what_shares_a_word_with_the_question_is_told_where_no_kind_is_known() -> None:
    """It was told, so it is not denied."""
    meanings = GivenQuestions({})
    told = ("Good evening, Moss.", "I shall get a cap with a feather.", GOOSE)
    asked = "What did I set my cap at?"
    assert ask(asked, *told, meanings=meanings) == ["You shall get a cap with a feather"]
    assert ask(asked, GOOSE, meanings=meanings) == []


def test_a_question_for_what_was_told_is_read_without_that() -> None:
    """What is asked for stands behind it."""
    trade = {"What I do for my purse?": "trade"}
    meanings = GivenQuestions(TOLD, trade)
    heard = "Do you remember what I told you I do for my purse?"
    assert ask(heard, *ALL, meanings=meanings) == ["You put hems on other people's curtains"]


def test_a_greeting_is_nothing_that_was_told() -> None:
    """Nor is a farewell."""
    lines = [ToldLine("Good evening, Moss. I tune pianos. Goodbye!", 1)]
    assert [each.words for each in read_told(lines, ("Ada", "Moss")).sentences] == [
        "I tune pianos."
    ]


def asks_for_all(words: str, kinds: Mapping[str, str]) -> bool:
    known = GivenQuestions({}, kinds)
    return AskedMatters(TEXTS, known, SpokenActs(TEXTS, known)).asks_for_all(words)


@pytest.mark.parametrize(
    "words",
    [
        "What do you know about me?",
        "Do you remember me?",
        "What have I told you?",
        "What do you still know of what I told you this evening?",
        "What is left of the things I told you?",
    ],
)
def test_some_words_ask_for_all_by_their_form(words: str) -> None:
    assert asks_for_all(words, {})
    assert ask(words, *ALL) is None


def test_other_words_ask_for_all_by_their_meaning_and_one_thing_goes_first() -> None:
    asked = {"Now then, sum me up.": "all", "What frets me?": "trouble"}
    assert asks_for_all("Now then, sum me up. What have you got?", asked)
    assert not asks_for_all("What frets me?", asked)
    assert not asks_for_all("Now then, sit with me.", asked)


def test_one_thing_is_told_back_with_what_was_said_along_with_it() -> None:
    """It tells who "she" is; "he" is nobody of the line before."""
    bird = {"Which bird did me harm?": "other"}
    told = (GOOSE, "My sister Odile raises it. She laughed.")
    assert ask("Which bird did me harm?", *told, meanings=GivenQuestions({}, bird)) == [
        "The goose at the inn bit you"
    ]
    told = ("My uncle drowned.", "My wife keeps one dress from then. He never saw it.")
    assert ask("What does my wife keep?", *told, meanings=NO_SENTENCE_MEANINGS) == [
        "Your wife keeps one dress from then",
        "He never saw it",
    ]


def test_who_despairs_is_given_no_list() -> None:
    """Whatever they ask besides."""
    kinds = {"Now then, sum me up.": "all"}
    known = GivenQuestions({"I wish I had stayed on the floor.": {"despair": 0.9}}, kinds)
    matters = AskedMatters(TEXTS, known, SpokenActs(TEXTS, known))
    assert matters.asks_for_all("Now then, sum me up.")
    assert not matters.asks_for_all("I wish I had stayed on the floor. Now then, sum me up.")


def test_what_one_bids_others_is_nothing_that_was_told() -> None:
    lines = [ToldLine("Please write in the ledger that I came. Say all of it. I tune pianos.", 1)]
    assert [each.words for each in read_told(lines, ("Ada", "Moss")).sentences] == [
        "I tune pianos."
    ]
