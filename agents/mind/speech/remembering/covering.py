"""How much of a question a memory has, and whether it is of just that."""

from __future__ import annotations

from agents.memory.language.normalize import mentions_name
from agents.memory.language.stems import stem_words
from agents.mind.speech.questions import OF_ONE_KIND, find_asking

#: A memory must share so many words with a question: one is often chance.
LEAST_SHARED = 2

#: What somebody else said has to have so much of a question for a yes or a no; less of it where
#: its speaker is the one who is asked about.
JUST_THAT = 0.65


def cover(about: frozenset[str], text: str) -> float:
    """Return the share of `about` that `text` has, 0 to 1."""
    return len(about & set(stem_words(text))) / len(about) if about else 0.0


def find_least_shared(about: frozenset[str], speaker: str, heard: str) -> int:
    """Return how many words of a question what a `speaker` said has to share to answer it.

    Of what nobody said it is two.  One is enough for what is asked of its speaker, and where a
    question for a place, a day or a number is about one thing alone: "When does the bishop come?"
    """
    asking = find_asking(heard) if speaker and len(about) == 1 else None
    of_one_thing = asking is not None and asking.kind in OF_ONE_KIND
    return 1 if of_one_thing or mentions_name(heard, speaker) else LEAST_SHARED


def is_of_just_that(covered: float, shared: int, speaker: str, heard: str) -> bool:
    """Return whether what a `speaker` said may answer a yes-or-no question, or what may be.

    "Is the cistern mended?" and "Shall I bring Kester some walnuts?" are answered by who said so of
    the cistern, and by what Kester said of walnuts; what somebody said of the like is neither a yes
    nor a no.
    """
    return shared >= LEAST_SHARED and (covered >= JUST_THAT or mentions_name(heard, speaker))
