"""How alike two lines of talk are: shared words, weighed by how much each one tells.

Unlike a memory search, talk rests on small words: "How are you?" and "How far is it?" differ in
nothing else.  So every word counts here, and pairs of neighbouring words count as well.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import log

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
    any_of,
)
from agents.mind.voice.asking import bids_tell, find_question, find_question_word, is_question
from agents.mind.voice.courtesies import SO_LONG
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

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

#: Factors of the whole likeness, that in meaning too: "Can I help you?" is not "Can you help me?",
#: and who tells something has asked nothing.
OTHER_PERSON = 0.7
TELLS_INSTEAD = 0.65
OTHER_KIND = 0.9

_ASKING = frozenset(QUESTION_WORDS) | {"when"}
_SMALL = frozenset(
    (*ARTICLES, *AUXILIARIES, *FIRST_PERSON, *SECOND_PERSON, *PREPOSITIONS, "want", "need")
)
#: Who does or is what a line says: the asker or the hearer.
_SUBJECT = late_pattern(
    rf"\b(?:{any_of(AUXILIARIES)}(?:n['’]t)? (?P<asks>I|we|you|ye)\b"
    r"|^\W*(?P<tells>I|we|you)\b)",
    re.IGNORECASE,
)
#: Question words that want an answer of one kind.
_KINDS = late_pattern(r"where|when|why|whose?")
#: What one asks before what one wants to know.
_HOW_ARE_YOU = late_pattern(
    r"^\W*(?:\w+, )?how (?:are you|do you do|is it going|are things)\b[^?]{0,12}$", re.IGNORECASE
)
#: A question that means nothing without what was said before it.
_LEANING = late_pattern(
    r"\bwhat (?:should|shall|can|could|would|must|do|ought) (?:I|we|one|you)(?: \w+)?"
    r" (?:do|say|think|advise|suggest)(?: (?:about|of) (?:it|that|this))?\W*$"
    r"|^\W*(?:and |but |so )?(?:why(?: not| so| is that| that)?|how so|what (?:now|then)"
    r"|any advice|would you|do you think so"
    r"|is (?:that|it) (?:so|true|bad|wrong|right|foolish))\W*$",
    re.IGNORECASE,
)
#: A line says what its question is about if it has more words than this before it.
LEAST_BEFORE = 2
#: What somebody else says is not said to the hearer: "She would say: papa, it is cold."
_REPORTED = late_pattern(
    r"(?P<says>\b(?:says?|said|asks?|asked|tells? (?:me|us)|told (?:me|us|him|her|them|everyone"
    r"|everybody)|answers?|answered|shouts?|shouted|writes?|wrote|thought)):? ?"
    r"(?::[^.?!\"“”]+|,? ?[\"“][^\"“”]+[\"”])",
    re.IGNORECASE,
)
_CLAUSE = late_pattern(r",? (?:and|but|because|so)\b |[,;:] ")
_PHRASES = tuple(
    (late_pattern(pattern, re.IGNORECASE), plain, signs)
    for pattern, plain, signs in (
        # "Hello, how are you?" asks how one is.
        (
            r"^\W*(?:hello|hi|hey|good \w+|morning|evening|afternoon)\b[^,.!?]{0,20}[,.!]\s*"
            r"(?=\w+\W+\w+)",
            "",
            ("hello", "hi", "hey", "good ", "morning", "evening", "afternoon"),
        ),
        (r"\bgood (?:day|morning|evening|afternoon)\b", "hello", ("good ",)),
        (
            r"^\W*(?:morning|evening|afternoon)\b(?=\W)",
            "hello",
            ("morning", "evening", "afternoon"),
        ),
        (
            rf"\b(?:good ?night|good-bye|{SO_LONG}|take care|see ya|see you|(?:i'm|i am|be) off)\b",
            "goodbye",
            ("night", "good-bye", "so long", "take care", "see y", " off"),
        ),
        (
            r"(?:^\W*|\b(?:i|we|i've|we've) (?:really |now )?)"
            r"(?:(?:got|have|need) to|must|gotta) go\b",
            "goodbye",
            (" go",),
        ),
        # Anybody's name stands in the same place.
        (
            r"\b(my name is|call me|people call me|i am called) [^\W\d_]+",
            r"\1",
            ("name is", "call"),
        ),
        # With and without the apostrophe, as people type.
        (r"\bcan'?t\b", "can not", ("cant", "can't")),
        (r"\bwon'?t\b", "will not", ("wont", "won't")),
        (r"n't\b", " not", ("n't",)),
        (rf"\b(?!bent\b)({any_of(AUXILIARIES)})nt\b", r"\1 not", ("nt",)),
        (r"\b(i)'?m\b", r"\1 am", ("im", "i'm")),
        (r"\b(you|they)re\b", r"\1 are", ("youre", "theyre")),
        (
            rf"\b({any_of(QUESTION_WORDS)})s\b",
            r"\1 is",
            tuple(f"{word}s" for word in QUESTION_WORDS),
        ),
        (r"'re\b", " are", ("'re",)),
        (r"'ve\b", " have", ("'ve",)),
        (r"'ll\b", " will", ("'ll",)),
        (r"\b(what|who|where|how|when|why|that|it|he|she|there)'s\b", r"\1 is", ("'s",)),
        # "What is Cobb like?" asks who he is.
        (r"\bwhat is ((?-i:[A-Z])[^\W\d_]+) like\b(?=\W*$)", r"who is \1", (" like",)),
        (r"\bwhat are you like\b(?=\W*$)", "who are you", (" like",)),
        # Lone letters, in the form that is searched for fastest: many lines have them in words.
        (r"(?-i:[uU])(?<!\w\w)(?!\w)", "you", ("u",)),
        (r"(?-i:[rR])(?<!\w\w)(?!\w)", "are", ("r",)),
    )
)
"""What is replaced, by what, and what a line has that any of it is in, in small letters: to look
for these takes a tenth of the time, and a voice has thousands of lines."""


@late_dataclass(frozen=True, slots=True)
class TalkWords:
    """The words of one line, in the form for comparing."""

    stems: tuple[str, ...]
    asks: str
    """The first question word, ``?`` for another question; empty for no question."""

    def find_pairs(self) -> frozenset[tuple[str, str]]:
        """Return the pairs of neighbours: kept, those of a voice's lines would take 7 MB."""
        return frozenset(pairwise(self.stems))


@lru_cache(256)
def split_talk(text: str, own_name: str = "") -> TalkWords:
    """Return the words of a line; `own_name`, by which the hearer is called, does not count."""
    found = [word for word in find_words(_put_plainly(text)) if word != own_name.casefold()]
    stems = tuple(_map_alike().get(word) or stem_talk(word) for word in found)
    asks = next((word for word in found if word in _ASKING), "?" if is_question(text) else "")
    return TalkWords(stems, asks)


def _put_plainly(text: str) -> str:
    """Return a line with its short forms and phrases replaced by what they stand for."""
    plain = text.replace("’", "'")
    # Among other letters than these, some match i, k or s: then each phrase is looked for.
    small = plain.lower() if plain.isascii() else ""
    for pattern, instead, signs in _PHRASES:
        for sign in signs:
            if sign in small or not small:
                plain = pattern.sub(instead, plain)
                break
    return plain


def list_parts(line: str) -> list[str]:
    """Return `line` and, where it has several, its sentences and clauses of three words and more.

    ``My name is Ada and I came on foot.`` is also ``My name is Ada``.  Of a line that asks, only
    the sentences that ask are parts: a question is answered before anything else.  ``What should I
    do?`` behind other words is no part: it asks about these.
    """
    sentences = split_sentences(_REPORTED.sub(r"\g<says>", line)) or split_sentences(line)
    asking = [each for each in sentences if is_question(each)]
    asking = [each for each in asking if not _HOW_ARE_YOU.match(each)] or asking
    clauses = [part for each in sentences for part in _CLAUSE.split(each)]
    parts = [*asking, *map(find_question, asking)] if asking else [*sentences, *clauses]
    parts = [each for each in parts if not (_LEANING.search(each) and _has_more(line, each))]
    return list(dict.fromkeys([line, *(each for each in parts if len(find_words(each)) > 2)]))


def _has_more(line: str, part: str) -> bool:
    """Return whether a line says something before a part of it."""
    return len(find_words(line)) - len(find_words(part)) > LEAST_BEFORE


def weigh_roles(heard: str, known: str) -> float:
    """Return a factor of the likeness of two lines: less than 1 where they ask or say a thing of
    different persons, or where what was heard tells and the known line asks."""
    one, other = _find_role(heard), _find_role(known)
    factor = OTHER_PERSON if one and other and one != other else 1.0
    factor *= OTHER_KIND if _asks_otherwise(heard, known) else 1.0
    return factor * (TELLS_INSTEAD if is_question(known) and not _asks(heard) else 1.0)


@lru_cache(4096)
def _find_role(line: str) -> str:
    """Return whether a line is of the ``speaker`` or the ``hearer``; empty: of neither."""
    found = _SUBJECT.search(line)
    if found is None:
        return ""
    return "hearer" if (found["asks"] or found["tells"])[0] in "yY" else "speaker"


def _asks_otherwise(heard: str, known: str) -> bool:
    """Return whether two questions want answers of different kinds: a place, a time, a reason."""
    both = is_question(heard) and is_question(known)
    return both and _find_kind(heard) != _find_kind(known)


def _find_kind(question: str) -> str:
    """Return the word that asks for one kind of answer; empty where it is none of these."""
    found = find_question_word(question)
    return found if _KINDS.match(found) else ""


def find_manner(line: str) -> tuple[str, bool, str]:
    """Return all that `weigh_roles` goes by in a known line: of whom, whether it asks, for what."""
    asks = is_question(line)
    return _find_role(line), asks, _find_kind(line) if asks else ""


@lru_cache(4096)
def _asks(line: str) -> bool:
    return is_question(line) or bids_tell(line)


def stem_talk(word: str) -> str:
    """Return the stem of a word, or the one that stands for it in small talk."""
    return _map_alike().get(word) or _map_alike().get(stem_word(word)) or stem_word(word)


@cache
def _map_alike() -> Mapping[str, str]:
    """Return the word that stands for each word of small talk that means much the same."""
    return {form: line[0] for line in ALIKE_IN_TALK for form in line}


@late_dataclass(frozen=True, slots=True)
class WeighedLine:
    """A line in the form in which it is compared: its words, and how much they weigh together."""

    stems: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    asks: str
    size: float
    names: frozenset[str]
    """The names among its words."""
    subjects: frozenset[str]
    """The words that it may be about."""


class TalkWeights:
    """Weighs words by the number of topics that have them.

    Each of `topics` holds all lines about one thing: a word of many topics tells little, and a
    word that one topic often uses tells much.
    """

    def __init__(self, topics: Iterable[Sequence[str]] = (), own_name: str = "") -> None:
        self.own_name = own_name
        self._counts = Counter[str]()
        self._all = 0
        self._names: set[str] = set()
        for lines in topics:
            deque(self.take_in(lines, {}), maxlen=0)

    def split(self, line: str) -> TalkWords:
        """Return the words of a line, without the agent's own name."""
        return split_talk(line, self.own_name)

    def take_in(
        self, lines: Iterable[str], words: MutableMapping[str, TalkWords]
    ) -> Iterator[None]:
        """Take in one more topic; yield after each line. All count at the end.

        The words of each line are found in `words`, or put there.
        """
        stems, names = set[str](), set[str]()
        for line in lines:
            if line not in words:
                words[line] = self.split(line)
            stems.update(words[line].stems)
            names.update(INNER_NAME.findall(line))
            yield
        self._counts.update(stems)
        self._all += 1
        parts = {word for name in names for word in find_words(name)}
        self._names.update(stem_talk(word) for word in parts if not says_little(word))

    def weigh_line(self, line: str) -> WeighedLine:
        """Return a line, heard or known, in the form in which lines are compared."""
        return self.weigh_words(self.split(line))

    def weigh_words(self, words: TalkWords) -> WeighedLine:
        """Return a line of these words in the form in which lines are compared."""
        stems, pairs = frozenset(words.stems), words.find_pairs()
        return WeighedLine(
            stems,
            pairs,
            words.asks,
            self._sum(stems, pairs),
            stems & self._names,
            frozenset(self._find_subjects(words.stems)),
        )

    def _find_subjects(self, stems: Iterable[str]) -> set[str]:
        """Return the words that the voice knows and that a line may be about."""
        return {stem for stem in stems if self._counts[stem] and self._factor(stem) >= 1}

    def _sum(self, stems: Iterable[str], pairs: Iterable[tuple[str, str]]) -> float:
        weights = {stem: self.weigh(stem) for stem in stems}
        both = sum(weights[one] + weights[other] for one, other in pairs)
        return sum(weights.values()) + PAIR_WEIGHT * both

    def weigh(self, stem: str) -> float:
        """Return how much a word tells: more, the fewer topics have it."""
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
