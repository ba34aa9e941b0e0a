"""What is small talk, and what tells something, in the words of players."""

from __future__ import annotations

import pytest

from agents.memory.language.deterministic import merge_texts, summarise_memories
from agents.memory.language.worth.rating import Commonness, rate_sentence
from agents.memory.language.worth.small_talk import (
    is_empty,
    is_small_talk,
    leave_out_small_talk,
    unwrap_words,
)
from tests.agents.memory.journal.support import did, heard
from tests.agents.memory.language.worth.test_telling import say

SMALL = (
    "I could eat a whole pie.",
    "The stars are bright.",
    "I forgot my hat",
    "ta",
    "my feet hurt",
    "it's been raining all morning",
    "that's a good one, hahaha",
    "six! ha!",
    "thank you Ada",
)
TELLING = (
    "the password for the cellar is 'marigold'",
    "Dulcie's ship is the Grey Gannet",
    "I can't stand onions",
    "we leave on Friday",
    "there's a key under the mat",
    "the shop shuts at five",
    "my brother runs the ferry",
    "they've closed the north gate",
    "Der Schlüssel liegt unter dem Stein",
)
REQUEST = "could you keep this key for me till I'm back from Oxley?"


@pytest.mark.parametrize("words", SMALL)
def test_weather_moods_and_cheers_are_small_talk(words: str) -> None:
    """Also where a summary by rule has put somebody's name before them."""
    assert is_small_talk(words)
    assert is_small_talk(unwrap_words(f'I heard Bram say "{words}".'))


@pytest.mark.parametrize("words", TELLING)
def test_what_tells_something_is_not(words: str) -> None:
    """In any language: foreign words are not known as small talk."""
    assert not is_small_talk(words)


@pytest.mark.parametrize("small", [each for each in SMALL if "six" not in each])
def test_what_tells_something_is_worth_more(small: str) -> None:
    """However short the remark is."""
    common = Commonness.of([*SMALL, *TELLING])
    assert all(rate_sentence(each, common) > rate_sentence(small, common) for each in TELLING[:8])


def test_a_request_tells_what_somebody_wants() -> None:
    """Other questions tell nothing."""
    assert not is_empty(REQUEST)
    assert is_empty("could you say that again?") and is_empty("where is the key of Oxley kept?")


def test_a_quiet_day_is_told_of_by_its_small_talk() -> None:
    """Until there is more to tell, also in a text joined later."""
    quiet = summarise_memories([say("Ada", each) for each in (*SMALL[:2], "Hello, Bram.")])
    assert 'I heard Ada say "I could eat a whole pie."' in quiet
    busy = summarise_memories([say("Bram", each) for each in (*TELLING[:6], *SMALL[3:])])
    joined = merge_texts(quiet, busy, 2400)
    assert "pie" not in joined and "stars" not in joined
    assert all(each in joined for each in TELLING[:6])


def test_sentences_that_quote_nobody_stay() -> None:
    """Where somebody was, and what the agent did, is no small talk however short it is."""
    told = [f'I heard Bram say "{each}".' for each in TELLING]
    small = 'I heard Bram say "ta".'
    assert leave_out_small_talk(["I slept.", small, *told]) == ["I slept.", *told]
    assert leave_out_small_talk(["I slept.", small]) == ["I slept.", small]


def test_of_own_words_those_that_tell_something_are_told() -> None:
    """A promise in the midst of cheers is not passed over."""
    own = [
        did(n, f"say {each}", f'You say, "{each}"')
        for n, each in enumerate((*SMALL[:4], "I'll bring Ada the blue lantern.", *SMALL[4:]))
    ]
    others = [heard(n, "Bram", each) for n, each in enumerate(TELLING)]
    told = summarise_memories([*own, *others])
    assert 'I said "I\'ll bring Ada the blue lantern."' in told
    assert "pie" not in told and "feet" not in told
