"""Read what a clause states: of what, which side of it, and by which value.

The rules are English and go by words.  They are for finding that two clauses tell different things
of the same, not for understanding one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from agents.memory.journal.changing.things import find_things
from agents.memory.language.attribution import split_clauses
from agents.memory.language.normalize import mentions_name
from agents.memory.language.numerals import find_numerals
from agents.memory.language.patterns import CHANGE, INNER_NAME, NAME
from agents.memory.language.salience import KIN, TRADE, is_asked, is_pleasantry
from agents.memory.language.stems import find_words, stem_each, stem_word, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ADVERBS,
    ARTICLES,
    AUXILIARIES,
    BEING,
    DAY_TIMES,
    DEMONSTRATIVES,
    DIGITS,
    FIRST_PERSON,
    NEAR_DAYS,
    NUMBERS,
    PREPOSITIONS,
    STATES,
    STOP_WORDS,
    THIRD_PERSON,
    TIMES,
    WEEKDAYS,
    any_of,
)
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_SIDES = {word: side for side, words in STATES.items() for word in words}
_DAYS = frozenset((*WEEKDAYS, *DAY_TIMES))
_TIME = late_pattern(
    rf"\b(?:at|by|till|until) (?:\d|{any_of(NUMBERS)}\b)|o['’]clock", re.IGNORECASE
)
#: Where something is: a verb of being or keeping, and soon behind it a place.
_PLACE = late_pattern(
    rf"\b(?:{any_of(BEING)}|lies?|lay|stands?|stood|sits?|sat|hangs?|hung|keeps?|kept|puts?|put"
    r"|finds?|found|moved|lives?|left)\b(?: [\w'’]+){0,4}? "
    r"(?:in|on|at|by|behind|under|beside|near|next to|over|into|inside|above|below) (?!me\b)\w",
    re.IGNORECASE,
)
#: A greeting, also one that tells of the weather, is no news of the night: "Foul night, Cobb."
_GREETS = late_pattern(
    r"\W*(?:an? )?(?:\w+ ){0,2}(?:morning|day|evening|night|afternoon)(?: to you)?"
    r"(?:, \w+(?: \w+)?)?\W*$",
    re.IGNORECASE,
)
_REPORTS_QUESTION = late_pattern(r"(?:[^\W\d_]+, )?I asked (?:you|whether|if)\b", re.IGNORECASE)
_COMPOUND = late_pattern(r"\b\w+(?:-\w+)+")
#: "The mill is Brenda's."
_OWNED = late_pattern(rf"\b(?:is|are|was|were)(?: not?)? {NAME}['’]s(?=[\W]*(?:$| now\b| since\b))")
_PRICED = frozenset(STATES["price"])
_OF_TELLER = late_pattern(r"\W*(?:(?:and|but|so|now|then) )*I\b")
#: What a pronoun stands for is told elsewhere.
_PRONOUN = late_pattern(rf"\b(?:{any_of(THIRD_PERSON)}|one|that)\b", re.IGNORECASE)
_IN_SENTENCES = frozenset((*AUXILIARIES, *BEING, *FIRST_PERSON))
_STANDS_IN = late_pattern(rf"\b{any_of(THIRD_PERSON)}\b", re.IGNORECASE)
_NAMED = late_pattern(
    rf"\b(?i:{any_of(ARTICLES, DEMONSTRATIVES)}|your|my|his|her|our)"
    rf" (?P<thing>[a-z][\w'’-]*(?: [a-z][\w'’-]*)?)|(?<![.!?] )(?<!^)"
    rf"(?P<name>\b(?!I\b){NAME}(?: {NAME})?)"
)
#: Words that are shared by so much that they join nothing.
_LOOSE = " ".join((*PREPOSITIONS, *_PRICED, *_DAYS, "last", "again", "still"))
_AMOUNTS = frozenset((*NUMBERS, *DIGITS[2:])) - {"half"}
#: Of what one counts of anything: that as many are told of two things says nothing of either.
_UNITS = stem_each(
    "pace step stride foot feet yard mile inch fathom minute hour day night week month year time"
    " moment turn thing way"
)
#: How many words behind a number may stand before what is counted: "seven fine hens".
_NEAR = 3
#: Words that belong to no thing's name.
_UNNAMED = STOP_WORDS.union(NEAR_DAYS, TIMES, ADVERBS)


@late_dataclass(frozen=True, slots=True)
class Clause:
    """A clause that states something."""

    text: str
    stems: frozenset[str]
    """Of the words that tell what it is about: without numbers, days and states."""
    sides: frozenset[str]
    """Of what it tells the values: ``price``, ``place``, ``number`` …"""
    values: frozenset[str]
    """Numbers in digits, days, and words for states."""
    topic: frozenset[str]
    """The stems of what stands before the value; empty where a pronoun does, or nothing."""
    names: frozenset[str]
    """The names among them."""
    changes: bool
    """Whether it says that it was otherwise before."""
    of_teller: bool
    """Whether it is about whoever tells it: ``I live by the weir``."""

    @property
    def attribute(self) -> str:
        """The side that tells most; empty if there is none."""
        ranked = ("price", *(each for each in STATES if each != "price"), "day", "hour", "place")
        return next((each for each in (*ranked, "number") if each in self.sides), "")


@cache_short_texts(2048)
def read_clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a text that state something, in order; questions state nothing."""
    told = [e for e in split_sentences(text) if not _states_nothing(e)]
    parts = (part for each in told for part in _split_parts(each))
    return tuple(_read_clause(e) for e in parts if not is_pleasantry(e, len(set(stem_words(e)))))


def _states_nothing(sentence: str) -> bool:
    asked = is_asked(sentence) or _REPORTS_QUESTION.match(sentence)
    return bool(asked or _GREETS.match(sentence))


def _split_parts(sentence: str) -> list[str]:
    """Return the clauses of a sentence; one that says nothing stays with the one before."""
    parts: list[str] = []
    start = 0
    for clause in split_clauses(sentence):
        at = sentence.find(clause, start)
        if parts and len(stem_words(clause)) < 1:
            parts[-1] = f"{parts[-1]}{sentence[start:at]}{clause}"
        else:
            parts.append(clause)
        start = at + len(clause)
    return parts


def _read_clause(text: str) -> Clause:
    words = [each.removesuffix("'s") for each in find_words(text)]
    # What is left-handed has not left.
    states = {each for each in find_words(_COMPOUND.sub(" ", text)) if each in _SIDES}
    days = {each for each in words if each in _DAYS}
    numbers, place = find_numerals(text), _PLACE.search(text)
    sides = {_SIDES[each] for each in states}
    sides.update(name for name, has in (("day", days), ("number", numbers)) if has)
    if numbers and _TIME.search(text):
        sides.add("hour")
    if place:
        sides.add("place")
    if _OWNED.search(text):
        sides.add("owner")
    plain = states | days | {each for each in words if each in NUMBERS or each.isdigit()}
    before = _find_topic_part(text, plain, place)
    content = {stem_word(each) for each in plain} | stem_each(_LOOSE)
    return Clause(
        text.strip(" ,;.!—–"),
        frozenset(stem_words(text)) - content,
        frozenset(sides),
        frozenset((*numbers, *days, *(states - _PRICED))),
        frozenset(stem_words(before)) - content,
        _find_names(before),
        CHANGE.search(text) is not None,
        _OF_TELLER.match(text) is not None,
    )


def _find_names(text: str) -> frozenset[str]:
    names = (each[0].casefold() for each in INNER_NAME.finditer(text))
    return frozenset(each for each in names if each not in _UNNAMED)


def _find_topic_part(text: str, plain: Iterable[str], place: re.Match[str] | None) -> str:
    """Return what stands before the first word of a value."""
    folded = text.casefold()
    starts = [folded.find(each) for each in plain]
    starts += [place.start()] if place else []
    return text[: min((each for each in starts if each >= 0), default=len(text))]


def name_topic(text: str, people: Iterable[str] = ()) -> str:
    """Return the thing or person that a text names, but for `people`; empty if none or several:
    which of them is meant is not sure then."""
    named = dict.fromkeys(_list_topics(text, tuple(people)))
    return next(iter(named)) if len(named) == 1 else ""


def _list_topics(text: str, people: Iterable[str]) -> Iterator[str]:
    for found in _NAMED.finditer(text):
        name, thing = found["name"], found["thing"]
        if name and not any(mentions_name(name, each) for each in people):
            yield name
        if thing:
            words = [each for each in thing.split() if each not in _UNNAMED]
            if words and find_things(f"the {' '.join(words)}"):
                yield " ".join(words)


def find_stand_in(text: str) -> str:
    """Return the first word that stands for something which `text` does not name before it."""
    for sentence in split_sentences(text):
        found = _STANDS_IN.search(sentence)
        if found and not find_things(sentence[: found.start()]):
            return found[0]
    return ""


def is_fragment(sentence: str) -> bool:
    """Return whether a sentence has no "is" or the like and no "I": ``Behind the mill.``"""
    return _IN_SENTENCES.isdisjoint(find_words(sentence))


def can_stand_for(word: str, topic: str) -> bool:
    """Return whether ``he``, ``it`` or the like can stand for a topic: ``he`` for people only."""
    person = re.search(rf"[A-Z]|\b(?:{KIN}|{TRADE})\b", topic)
    return word.casefold() not in ("he", "him", "his", "she") or person is not None


def needs_topic(text: str) -> bool:
    """Return whether a text says of what it tells only by a pronoun, or not at all."""
    return _PRONOUN.search(text) is not None or len(set(stem_words(text))) < 3


def count_same(one: str, other: str) -> bool:
    """Return whether two clauses may tell how many there are of the same.

    Fifty-two paces are no other number of the five paces that something else measures, and "column
    three" or "the third bench" says which, not how many.
    """
    counted = [_list_counted(each) for each in (one, other)]
    if not all(counted):
        return False
    first, second = (frozenset[str]().union(*each) for each in counted)
    # "Fifteen left" says of nothing what it counts.
    if not (first and second):
        return True
    return not (first & second) <= _UNITS


@cache_short_texts(2048)
def _list_counted(text: str) -> tuple[frozenset[str], ...]:
    """Return for each amount of a clause the stems of the words behind it that may be counted."""
    words = find_words(text.replace("-", " "))
    return tuple(_find_counted(words, at) for at, word in enumerate(words) if _is_amount(words, at))


def _is_amount(words: list[str], at: int) -> bool:
    """Return whether a word tells how many, and not which: "column three" does not."""
    if not (words[at] in _AMOUNTS or words[at].isdigit()):
        return False
    return at == 0 or stem_word(words[at - 1]) not in find_things(" ".join(words[:at]))


def _find_counted(words: list[str], at: int) -> frozenset[str]:
    behind = words[at + 1 : at + 1 + _NEAR]
    found = (each for each in behind if each not in STOP_WORDS and each not in _AMOUNTS)
    return frozenset(map(stem_word, found))
