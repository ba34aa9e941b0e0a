"""Pieces of evidence and statements, and how much of a statement a piece of evidence carries.

They are compared by their content words and by which of these stand together: having been at the
mill, and having given away an apple, is not to have given away the mill.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from agents.memory.language.attribution import locate_sentences, split_clauses
from agents.memory.language.carrying.languages import list_beginnings
from agents.memory.language.stems import (
    find_words,
    link_words,
    remove_name,
    stem_each,
    stem_word,
    stem_words,
)
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    BEING,
    DEMONSTRATIVES,
    FIRST_PERSON,
    HAVING,
    PREPOSITIONS,
    QUESTION_WORDS,
    SECOND_PERSON,
    THIRD_PERSON,
    any_of,
)
from agents.prose import find_quoted
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from late.late_property import late_property

#: The part of a statement's words that a piece of evidence must have for it to rest on it.
RESTS = 0.5

#: One of these words alone says who serves and who owns.
WEIGHTY = "own obey owe master swear command rule trust"

#: A statement with one of these is checked even where little else of it was heard.
GRAVE = f"{WEIGHTY} give nothing sell steal promise"

#: What anybody can see somebody do, and what takes nothing from anyone.
_GESTURES = """
    laugh smile nod shrug wave sigh grin frown wink shake whistle dance sing hum clap yawn stretch
    kneel bow sit stand lean slap tap point pace shiver blush chuckle giggle snort cough sneeze sip
    drink eat rest kick jump stumble squint glance stare peer beam weep scratch rub stroke brush
"""

_FRAMEWORK = frozenset(
    (*ARTICLES, *BEING, *HAVING, *FIRST_PERSON, *SECOND_PERSON, *THIRD_PERSON, *DEMONSTRATIVES)
).union(PREPOSITIONS)
_YOU = late_pattern(rf"\b{any_of(SECOND_PERSON)}\b", re.IGNORECASE)
#: "Where did I put it?" claims nothing; "Did you not promise it?" does.
_OPEN_QUESTION = late_pattern(
    rf"(?:\w+, )?{any_of(QUESTION_WORDS, AUXILIARIES)}\b(?!n['’]t)[^.!?]*\?\W*$", re.IGNORECASE
)


_SUPPOSING = late_pattern(
    r"\b(?:if|unless|suppos(?:e|ing)|imagine|wish|hope|hoping"
    r"|(?:I|we)(?:['’]d| would) (?:give|love|like|pay|sell|swap|trade|kill|sooner|rather))\b",
    re.IGNORECASE,
)


@late_dataclass(frozen=True)
class Unit:
    """One piece of evidence."""

    text: str
    denied: bool = False
    asks: bool = False
    """Whether it only asks."""
    numbers: tuple[int, ...] = ()
    """The memories that it stands in, where they are known."""
    at: int = 0
    """Its place among all the pieces, in the order in which they came."""
    about: frozenset[str] = frozenset()
    """The words of the question that it answers."""
    supposes: bool = False
    """Whether it says only what might be."""

    @property
    def is_uncertain(self) -> bool:
        """Whether it does not say that anything is so."""
        return self.asks or self.supposes

    @late_property
    def words(self) -> tuple[str, ...]:
        """The stems of its content words, in order."""
        return stem_words(self.text)

    @late_property
    def word_set(self) -> frozenset[str]:
        """The same, each once and in no order."""
        return frozenset(self.words)

    @late_property
    def links(self) -> frozenset[tuple[str, str]]:
        """Those of them that stand together, in their order."""
        return link_words(self.words)

    @late_property
    def neighbours(self) -> frozenset[tuple[str, str]]:
        """The same in either order."""
        return self.links.union((other, one) for one, other in self.links)

    @late_property
    def plain(self) -> frozenset[str]:
        """The stems of all its words but those of grammar."""
        return list_plain(self.text)

    @late_property
    def beginnings(self) -> frozenset[str]:
        """What it has to be compared with a sentence of another language than English."""
        return list_beginnings(self.text)

    @late_property
    def addresses(self) -> bool:
        """Whether it speaks to somebody of themselves."""
        return _YOU.search(self.text) is not None


class Pool:
    """What the agent knows otherwise than by hearsay: words and links of many units as one."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.words = frozenset(word for unit in units for word in unit.words)
        self._units = units

    @late_property
    def links(self) -> frozenset[tuple[str, str]]:
        """The words that stand together in one of the units, in their order."""
        return frozenset().union(*(unit.links for unit in self._units))


@late_dataclass(frozen=True, slots=True)
class WeighedStatement:
    """A statement to check: its words without the speaker's name, and which stand together."""

    words: frozenset[str]
    links: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, clauses: Iterable[Iterable[str]], speaker: str) -> WeighedStatement:
        """Return the statement that `clauses`, as words, make of somebody other than `speaker`."""
        parts = [remove_name(each, speaker) for each in clauses]
        links = frozenset(link for part in parts for link in link_words(part, 1))
        return cls(frozenset(each for part in parts for each in part), links)

    def measure(self, unit: Unit) -> float:
        """Return the part of its words that `unit` has, 0 to 1; words of the question that it
        answers count where it has another."""
        shared = self.words & unit.word_set
        if not shared:
            return 0.0
        told = shared | (self.words & unit.about) if unit.about else shared
        return len(told) / len(self.words)


def list_plain(text: str) -> frozenset[str]:
    """Return the stems of all words of `text` but those of grammar: also of those that say
    little."""
    return frozenset(stem_word(each) for each in find_words(text) if each not in _FRAMEWORK)


def is_telling(about: Iterable[str]) -> bool:
    """Return whether words are enough to tell where they come from."""
    found = set(about)
    return len(found) >= 2 or not found.isdisjoint(stem_each(WEIGHTY))


@cache_short_texts(2048)
def asks_only(text: str) -> bool:
    """Return whether what is said in `text` is nothing but open questions."""
    said = " ".join(find_quoted(text)) or text
    found = [said[start:stop] for start, stop in locate_sentences(said)]
    return bool(found) and all(map(_OPEN_QUESTION.match, found))


@cache_short_texts(2048)
def supposes(text: str) -> bool:
    """Return whether what is said in `text` is only what might be."""
    return _SUPPOSING.search(text) is not None


@cache_short_texts(1024)
def find_gestures(text: str, actor: str) -> str:
    """Return the clauses of plain gestures with which a text begins; empty if it has none."""
    first = next((text[start:stop] for start, stop in locate_sentences(text)), "")
    clauses = split_clauses(first) if first.startswith(f"{actor} ") else []
    shown = takewhile(lambda each: _is_gesture(remove_name(stem_words(each), actor)), clauses)
    return ", ".join(shown)


def _is_gesture(acted: Sequence[str]) -> bool:
    return bool(acted) and acted[0] in stem_each(_GESTURES) and stem_each(WEIGHTY).isdisjoint(acted)


def find_strange_links(
    asked: WeighedStatement, heard: Unit, pool: Pool
) -> Iterator[tuple[str, str]]:
    """Yield the words that follow each other in a statement and stand together in what was heard,
    but nowhere in what is known otherwise."""
    if len(asked.words & heard.word_set) < 2:
        return  # as of nearly everything that was heard
    for one, other in (asked.links & heard.neighbours) - pool.links:
        # Who gives and what is given is told by the order.
        if (other, one) not in pool.links or is_grave([(one, other)]):
            yield one, other


def is_grave(links: Iterable[tuple[str, str]]) -> bool:
    """Return whether words that stand together say that something is given, owed or sworn."""
    return any(not stem_each(GRAVE).isdisjoint(link) for link in links)
