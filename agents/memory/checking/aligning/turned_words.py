"""Contradictions in a small word: "the worst bread" is not the best, "until noon" not "from noon".

Words of grammar and degree have no stem by which claims are compared.  One is turned if its
opposite stands before the same thing in a memory that tells all the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.claims import list_denied
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import Statement, Word
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.stems import stem_word
from late.late_dataclass import late_dataclass

#: Words of grammar that exclude each other before the same.
_TURNED = (
    ("until till", "from since"),
    ("because", "despite spite"),
    ("if", "unless"),
    ("on", "off"),
    ("either both", "neither"),
)
_OPPOSITES = frozenset(
    pair
    for one, other in _TURNED
    for here in one.split()
    for there in other.split()
    for pair in ((here, there), (there, here))
)
#: Words of degree that a claim is not compared by.
_DEGREES = frozenset(
    ("more", "less", "fewer", "most", "best", "worst", "first", "last", "front", "back", "top")
) | frozenset(
    ("bottom", "near", "far", "early", "late", "often", "frequently", "seldom", "rarely", "always")
)
#: What compares has two sides, and may name them in either order.
_COMPARING = frozenset(("than", "as"))
_WORDS = _DEGREES.union(*_OPPOSITES)


@late_dataclass(frozen=True, slots=True)
class _Small:
    """A small word, and the sense of the word that it stands before, or else behind."""

    text: str
    beside: str


def find_turned_word(claim: Statement, told: Sequence[Statement]) -> str:
    """Return the small word whose opposite a memory has in its place; empty if there is none."""
    here = [] if claim.asks or not _is_plain(claim) else list(_list_small(claim))
    for each in told if here else ():
        if each.asks or not _is_plain(each) or claim.stems - each.stems:
            continue
        for mine in here:
            if mine.text in each.all_texts:
                continue
            for there in _list_small(each):
                if mine.beside == there.beside and _exclude(mine.text, there.text):
                    return f"{mine.text} where the memories say {there.text}"
    return ""


def _is_plain(statement: Statement) -> bool:
    unsure = not DOUBT.isdisjoint(statement.all_texts)
    compares = not _COMPARING.isdisjoint(statement.texts)
    return not (unsure or compares or list_denied(statement.words))


def _list_small(statement: Statement) -> Iterator[_Small]:
    words = statement.words
    for at, word in enumerate(words):
        if word.text in _WORDS:
            beside = _find_sense(words[at + 1 :]) or _find_sense(words[:at][::-1])
            if beside:
                yield _Small(word.text, beside)


def _find_sense(words: Sequence[Word]) -> str:
    return next((each.sense for each in words if each.sense and each.text not in _WORDS), "")


def _exclude(one: str, other: str) -> bool:
    if (one, other) in _OPPOSITES:
        return True
    degrees = one in _DEGREES and other in _DEGREES
    return degrees and are_opposites(stem_word(one), stem_word(other))
