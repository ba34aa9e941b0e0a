"""How much of a question a memory has, and whether it is of just that."""

from __future__ import annotations

import re

from agents.memory.language.normalize import mentions_name
from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.stems import says_little, stem_words
from agents.memory.language.words import AUXILIARIES, FIRST_PERSON, any_of
from agents.mind.speech.questions import OF_ONE_KIND, find_asking
from agents.mind.voice.asking import find_question_word
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: A memory must share so many words with a question: one is often chance.
LEAST_SHARED = 2

#: What somebody else said has to have so much of a question for a yes or a no; less of it where
#: its speaker is the one who is asked about.
JUST_THAT = 0.65

_OF_ALL_KNOWN = late_pattern(
    r"\b(?:know|heard?|learn(?:ed|t)?|tell|news)\b[^.?!]*\b(?:of|about|on)\b|\bwhat about\b",
    re.IGNORECASE,
)
_OF_WHETHER = late_pattern(
    r"(?:^|[,;.!?] )\W*(?:(?:and|but|so)\W+)?(?:(?:is|are|was|were) there (?:an?|any|some)"
    r"|have you (?:ever )?heard (?:of|about)|do you know (?:of|about))\b",
    re.IGNORECASE,
)
_OF_ASKER = late_pattern(rf"\b{any_of(FIRST_PERSON)}\b", re.IGNORECASE)
_TO_ASKER = late_pattern(r"\btell (?:me|us)\b", re.IGNORECASE)
_FIRST_NAME = late_pattern(rf"(?:^|[.!?] )([A-Z]\w+) (?:{any_of(AUXILIARIES)}|\w+(?:ed|s|d))\b")


def cover(about: frozenset[str], text: str) -> float:
    """Return the share of `about` that `text` has, 0 to 1."""
    return len(about & set(stem_words(text))) / len(about) if about else 0.0


def find_least_shared(about: frozenset[str], speaker: str, heard: str, words: str = "") -> int:
    """Return how many words of a question what a `speaker` said, `words`, has to share to answer.

    Of what nobody said it is two.  One is enough for what is asked of its speaker, and where the
    question is about one thing alone: for a place, a day or a number ("When does the bishop
    come?"), for who did something to somebody, for all that is known of it, and for what it is
    where the words are of it first ("What happened to the brewery?").
    """
    if speaker and mentions_name(heard, speaker):
        return 1
    return 1 if speaker and len(about) == 1 and _is_of_one(about, heard, words) else LEAST_SHARED


def _is_of_one(about: frozenset[str], heard: str, words: str) -> bool:
    """Return whether `words` may answer a question about one thing alone, if they have it."""
    asking = find_asking(heard)
    if asking is not None and asking.kind in OF_ONE_KIND:
        return True
    if _OF_ASKER.search(_TO_ASKER.sub("", heard)):
        return False  # what others told is not of the asker's own
    if INNER_NAME.search(heard):  # of somebody, and not only to them: "Thank you, Moss."
        return _begins_with(about, words)
    if asks_all_known(heard) or asks_whether_there_is(heard):
        return True
    if asking is not None and asking.kind == "who":
        return has_somebody(words)
    return find_question_word(heard) == "what" and _begins_with(about, words)


def asks_all_known(heard: str) -> bool:
    """Return whether a question is for what the hearer knows of somebody or something."""
    return _OF_ALL_KNOWN.search(heard) is not None


def asks_whether_there_is(heard: str) -> bool:
    """Return whether a question is whether there is a thing at all, or was heard of it."""
    return _OF_WHETHER.search(heard) is not None


def has_somebody(words: str) -> bool:
    """Return whether `words` name somebody, if at their beginning."""
    first = _FIRST_NAME.search(words)
    return INNER_NAME.search(words) is not None or bool(first and not says_little(first[1].lower()))


def _begins_with(about: frozenset[str], words: str) -> bool:
    """Return whether a sentence of `words` tells something, first of what is asked about."""
    told = map(stem_words, split_sentences(words))
    return any(len(stems) > 1 and stems[0] in about for stems in told)


def is_of_just_that(covered: float, shared: int, speaker: str, heard: str) -> bool:
    """Return whether what a `speaker` said may answer a yes-or-no question, or what may be.

    "Is the cistern mended?" and "Shall I bring Kester some walnuts?" are answered by who said so of
    the cistern, and by what Kester said of walnuts; what somebody said of the like is neither a yes
    nor a no.
    Of a thing of which one asks whether there is any, its name is enough.
    """
    if covered == 1 and asks_whether_there_is(heard):
        return True
    return shared >= LEAST_SHARED and (covered >= JUST_THAT or mentions_name(heard, speaker))
