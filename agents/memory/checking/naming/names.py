"""Find the names of people in memories and sentences, and whose words a line gives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from agents.memory.checking.cues import TITLES
from agents.memory.language.patterns import NAME, SPEECH_TAGS, find_likely_months
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ARTICLES,
    DAY_TIMES,
    PLAIN_MONTHS,
    SAYING,
    SEASONS,
    STOP_WORDS,
    WEEKDAYS,
)
from late.late_pattern import late_pattern

#: A memory of words: who says them, to whom, and what.
SPOKEN_LINE = late_pattern(
    rf"(?P<who>You|(?:The |An? )?{NAME}(?: {NAME}){{0,2}}|(?:The|An?) [a-z]+(?: [a-z]+)?)"
    r" (?:\([^)\n]*\) )?"
    rf"(?P<verb>{SPEECH_TAGS}|{'|'.join(SAYING)}|murmurs?|mutters?|shouts?|exclaims?)"
    rf"(?:(?: to)? (?P<hearer>{NAME}|you)| to [^,\n]+)?"
    rf"(?: \((?:to (?P<aside>{NAME})|[^)\n]*)\))?, [\"“](?P<said>.*)[\"”]",
    re.DOTALL,
)
_CAPITALISED = late_pattern(rf"(?<![\w'’]){NAME}")
_SMALL = late_pattern(r"(?<![\w'’])[a-z]+")
#: By which labels of hearsay begin.
_LABELS = ("according", "somebody")
_NO_NAMES = (
    frozenset(
        (*STOP_WORDS, *WEEKDAYS, *PLAIN_MONTHS, "yes", "no", "not", "never", "i", "please", "today")
    )
    .union(_LABELS)
    .difference(("may", "will"))
)
#: Weekdays, months, times of day and seasons.
NAMED_DAYS = frozenset((*WEEKDAYS, *PLAIN_MONTHS, *DAY_TIMES, *SEASONS))


def find_names(texts: Iterable[str], speakers: Iterable[str]) -> frozenset[str]:
    """Return every word of `texts` that is part of somebody's name, folded."""
    said = {part for each in speakers for part in each.casefold().split()}
    found: set[str] = set()
    beginning: Counter[str] = Counter()
    for text in texts:
        speaker, inner, first = _read_names(text)
        said.update(speaker)
        found.update(inner)
        beginning.update(first)
    # A word that only begins sentences is a name if two do and none has it small.
    if twice := {each for each, times in beginning.items() if times > 1}:
        found |= twice.difference(*map(_list_small, texts))
    plain = ((each, each.replace("’", "'").partition("'")[0]) for each in found)
    found = {each for each, bare in plain if not _is_no_name(bare)}
    return frozenset(found | (said - set(ARTICLES))) - TITLES


@cache_short_texts(2048)
def _read_names(text: str) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """Return the words that may be names, folded: the speaker's, those within a sentence, and those
    at the beginning of one."""
    spoken = SPOKEN_LINE.match(text)
    said = spoken["who"].casefold().split() if spoken and spoken["who"] != "You" else []
    inner, beginning = list[str](), list[str]()
    likely = find_likely_months(text)
    for each in _CAPITALISED.finditer(text):
        if each.end() in likely:
            continue
        if _begins_sentence(text, each):
            beginning.append(each[0].casefold())
        elif not text[: each.start()].endswith(("The ", "the ")):  # a place
            inner.append(each[0].casefold())
    return said, inner, beginning


@cache_short_texts(2048)
def _list_small(text: str) -> frozenset[str]:
    return frozenset(_SMALL.findall(text))


def _is_no_name(word: str) -> bool:
    return word in _NO_NAMES or word.removesuffix("s") in NAMED_DAYS


def _begins_sentence(text: str, found: re.Match[str]) -> bool:
    before = text[: found.start()].rstrip()
    return not before or before[-1] in '.!?"“:'
