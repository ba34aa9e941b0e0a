"""How alike two lines of talk are: shared words, weighed by how much each one tells.

Unlike a memory search, talk rests on small words: "How are you?" and "How far is it?" differ in
nothing else.  So every word counts here, and pairs of neighbouring words count as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import log, sqrt

from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.stems import find_words, says_little, stem_word
from agents.memory.language.words import (
    ALIKE_IN_TALK,
    ARTICLES,
    AUXILIARIES,
    COURTESIES,
    FIRST_PERSON,
    PREPOSITIONS,
    QUESTION_WORDS,
    SECOND_PERSON,
)
from agents.prose import split_sentences

#: A word's weight is its rarity times one of these factors.
NAME_WEIGHT = 1.5
CONTENT_WEIGHT = 1.0
QUESTION_WEIGHT = 0.6
COURTESY_WEIGHT = 1.0
SMALL_WEIGHT = 0.3
#: A pair of neighbours weighs this part of its words together.
PAIR_WEIGHT = 0.3
#: A word that the voice does not know weighs as a rare one, times this.
UNKNOWN_WEIGHT = 0.6

#: Factors of the likeness of two lines that ask for different things, or name different names.
OTHER_QUESTION = 0.8
OTHER_NAME = 0.5
OTHER_SUBJECT = 0.6

#: Lines of which a voice keeps what they weigh: its own, and the latest that it heard.
_KEPT_LINES = 8192

_ASKING = frozenset(QUESTION_WORDS) | {"when"}
_SMALL = frozenset(
    (*ARTICLES, *AUXILIARIES, *FIRST_PERSON, *SECOND_PERSON, *PREPOSITIONS, "want", "need")
)
_CLAUSE = re.compile(r",? (?:and|but|because|so)\b |[,;:] ")
_PHRASES = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        # "Hello, how are you?" asks how one is.
        (r"^\W*(?:hello|hi|hey|good \w+)\b[^,.!?]{0,20}[,.!]\s*(?=\w+\W+\w+)", ""),
        (r"\bgood (?:day|morning|evening|afternoon)\b", "hello"),
        (r"^\W*(?:morning|evening|afternoon)\b(?=\W)", "hello"),
        (
            r"\b(?:good ?night|good-bye|so long|take care|see ya|see you|(?:i'm|i am|be) off)\b",
            "goodbye",
        ),
        (r"\bgot to go\b|\bhave to go\b|\bmust go\b|\bgotta go\b", "goodbye"),
        # Anybody's name stands in the same place.
        (r"\b(my name is|call me|people call me|i am called) [^\W\d_]+", r"\1"),
        (r"\bcan't\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"\b(i)'m\b", r"\1 am"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"\b(what|who|where|how|when|why|that|it|he|she|there)'s\b", r"\1 is"),
        # "What is Cobb like?" asks who he is.
        (r"\bwhat is ((?-i:[A-Z])[^\W\d_]+) like\b(?=\W*$)", r"who is \1"),
        (r"\bwhat are you like\b(?=\W*$)", "who are you"),
        (r"\bu\b", "you"),
        (r"\br\b", "are"),
    )
)


@dataclass(frozen=True, slots=True)
class TalkWords:
    """The words of one line, in the form for comparing."""

    stems: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]
    asks: str
    """The first question word, ``?`` for another question; empty for no question."""


@lru_cache(4096)
def split_talk(text: str, own_name: str = "") -> TalkWords:
    """Return the words of a line; `own_name`, by which the hearer is called, does not count."""
    plain = text.replace("’", "'")
    for pattern, instead in _PHRASES:
        plain = pattern.sub(instead, plain)
    found = [word for word in find_words(plain) if word != own_name.casefold()]
    stems = tuple(_map_alike().get(word) or stem_talk(word) for word in found)
    asks = next((word for word in found if word in _ASKING), "?" if is_question(text) else "")
    return TalkWords(stems, frozenset(pairwise(stems)), asks)


def is_question(line: str) -> bool:
    """Return whether a line asks: by the mark at its end, or the word at its beginning."""
    first = find_words(line)[:1]
    return line.rstrip().endswith("?") or bool((_ASKING | set(AUXILIARIES)).intersection(first))


def list_parts(line: str) -> list[str]:
    """Return `line` and, where it has several, its sentences and clauses of three words and more.

    ``My name is Ada and I came on foot.`` is also ``My name is Ada``.  Of a line that asks, only
    the sentences that ask are parts: a question is answered before anything else.
    """
    sentences = split_sentences(line)
    asking = [each for each in sentences if is_question(each)]
    clauses = [part for each in sentences for part in _CLAUSE.split(each)]
    parts = asking if asking else [*sentences, *clauses]
    return list(dict.fromkeys([line, *(each for each in parts if len(find_words(each)) > 2)]))


def remove_address(line: str, name: str) -> str:
    """Return `line` without the name `name` at its beginning or end: ``Wren, how are you?``"""
    if not name:
        return line
    called = re.escape(name)
    begun = re.sub(rf"^\s*{called}\s*[,.:!-]+\s*", "", line, flags=re.IGNORECASE)
    return re.sub(rf"\s*,\s*{called}\s*([.!?]*)\s*$", r"\1", begun, flags=re.IGNORECASE)


def stem_talk(word: str) -> str:
    """Return the stem of a word, or the one that stands for it in small talk."""
    return _map_alike().get(word) or _map_alike().get(stem_word(word)) or stem_word(word)


@cache
def _map_alike() -> Mapping[str, str]:
    """Return the word that stands for each word of small talk that means much the same."""
    return {form: line[0] for line in ALIKE_IN_TALK for form in line}


@dataclass(frozen=True, slots=True)
class _WeighedLine:
    """A line in the form in which it is compared: its words, and how much they weigh together."""

    stems: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    asks: str
    size: float
    subjects: frozenset[str]


class TalkWeights:
    """Weighs words by the number of topics that have them, and compares lines by shared words.

    Each of `topics` holds all lines about one thing: a word of many topics tells little, and a
    word that one topic often uses tells much.
    """

    def __init__(self, topics: Iterable[Sequence[str]], own_name: str = "") -> None:
        kept = [tuple(lines) for lines in topics]
        self._own_name = own_name
        self._weighed: dict[str, _WeighedLine] = {}
        self._counts = Counter(
            stem
            for lines in kept
            for stem in {each for line in lines for each in split_talk(line, own_name).stems}
        )
        self._all = len(kept)
        named = {name for lines in kept for line in lines for name in INNER_NAME.findall(line)}
        words = {word for name in named for word in find_words(name)}
        self._names = {stem_talk(word) for word in words if not says_little(word)}

    def rate_likeness(self, heard: str, known: str) -> float:
        """Return from 0 to 1 how alike a line that was heard and a known one are."""
        one, other = self._weigh_line(heard), self._weigh_line(known)
        stems = one.stems & other.stems
        shared = self._sum(stems, one.pairs & other.pairs) if stems else 0.0
        if not shared:
            return 0.0
        likeness = shared / sqrt(one.size * other.size)
        if one.asks != other.asks:
            likeness *= OTHER_QUESTION
        if (one.stems ^ other.stems) & self._names:
            likeness *= OTHER_NAME
        if one.subjects and not one.subjects & other.subjects:
            likeness *= OTHER_SUBJECT
        return likeness

    def _weigh_line(self, line: str) -> _WeighedLine:
        found = self._weighed.get(line)
        if found is None:
            words = split_talk(line, self._own_name)
            stems = frozenset(words.stems)
            size = self._sum(stems, words.pairs)
            subjects = frozenset(self._find_subjects(words.stems))
            found = _WeighedLine(stems, words.pairs, words.asks, size, subjects)
            if len(self._weighed) >= _KEPT_LINES:
                self._weighed.clear()
            self._weighed[line] = found
        return found

    def _find_subjects(self, stems: Iterable[str]) -> set[str]:
        """Return the words that the voice knows and that a line may be about."""
        return {stem for stem in stems if self._counts[stem] and self._factor(stem) >= 1}

    def _sum(self, stems: Iterable[str], pairs: Iterable[tuple[str, str]]) -> float:
        single = sum(map(self._weigh, stems))
        return single + PAIR_WEIGHT * sum(self._weigh(a) + self._weigh(b) for a, b in pairs)

    def _weigh(self, stem: str) -> float:
        count = self._counts[stem]
        rarity = log((self._all + 1) / (count or 1))
        return rarity * self._factor(stem) * (1.0 if count else UNKNOWN_WEIGHT)

    def _factor(self, stem: str) -> float:
        if stem in self._names:
            return NAME_WEIGHT
        if stem in _ASKING:
            return QUESTION_WEIGHT
        if stem in COURTESIES:
            return COURTESY_WEIGHT
        return SMALL_WEIGHT if stem in _SMALL or says_little(stem) else CONTENT_WEIGHT
