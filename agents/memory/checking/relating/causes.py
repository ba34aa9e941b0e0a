"""Contradictions in why: the memory gives another cause, or denies the one that is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.aligning.verb_places import DETERMINERS
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import Statement, Word
from agents.memory.language.meanings.relations import relate
from agents.memory.language.stems import stem_word
from late.late_dataclass import late_dataclass

#: What stands before a cause, longest first.
_MARKS = tuple(
    tuple(each.split())
    for each in (
        "on account of",
        "because of",
        "owing to",
        "thanks to",
        "due to",
        "for fear of",
        "because",
    )
)
_FIRST = frozenset(each[0] if each[0] != "on" else "account" for each in _MARKS)
#: The words with which they begin.
_BEGINNINGS = frozenset(each[0] for each in _MARKS)
#: How much of the effect one statement must have.
_SAME_EFFECT = 0.5


@late_dataclass(frozen=True, slots=True)
class _Cause:
    words: tuple[Word, ...]
    effect: frozenset[str]
    """What it is the cause of: all the rest of its statement."""
    denied: bool


def find_wrong_cause(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the memories give another cause, or deny this one; empty if not."""
    if sentence.asks or sentence.texts & DOUBT or not sentence.texts & _FIRST:
        return ""
    causes = [*_list_causes(sentence)]
    told = told if causes else ()
    known = [cause for each in told if not each.asks for cause in _list_causes(each)]
    there = [word for each in told for word in each.words if word.sense]
    for cause in causes:
        same = [each for each in known if _share(cause.effect, each.effect) >= _SAME_EFFECT]
        plain = [each for each in same if not each.denied]
        if cause.denied or any(_is_near(cause.words, each.words) for each in plain):
            continue
        if any(_is_near(cause.words, each.words) for each in same):
            return "the memory denies that cause"
        if plain and not _is_near(cause.words, there):
            return "the memory gives another cause"
    return ""


def _list_causes(statement: Statement) -> Iterator[_Cause]:
    words = statement.words
    for at, word in enumerate(words):
        if word.text not in _BEGINNINGS:
            continue
        mark = next((m for m in _MARKS if _begins(words, at, m)), None)
        if mark is None or (at and mark == ("because",) and _begins(words, at, ("because", "of"))):
            continue
        stop = at + len(mark)
        while stop < len(words) and not words[stop].is_mark and not _begins_effect(words, at, stop):
            stop += 1
        cause = tuple(each for each in words[at + len(mark) : stop] if each.sense)
        effect = frozenset(w.sense for w in (*words[:at], *words[stop:]) if w.sense)
        if cause and effect:
            yield _Cause(cause, effect, at > 0 and words[at - 1].text == "not")


def _begins_effect(words: Sequence[Word], at: int, stop: int) -> bool:
    """Return whether another thing is named right behind the cause that begins a sentence."""
    before = words[stop - 1]
    return at == 0 and bool(before.stem) and words[stop].text in DETERMINERS


def _begins(words: Sequence[Word], at: int, mark: Sequence[str]) -> bool:
    return tuple(each.text for each in words[at : at + len(mark)]) == tuple(mark)


def _share(some: frozenset[str], others: frozenset[str]) -> float:
    return len(some & others) / len(some)


def _is_near(some: Sequence[Word], others: Sequence[Word]) -> bool:
    """Return whether a content word of one is the same as, or related to, one of the other."""
    senses = {each.sense for each in others}
    content = [each for each in some if each.stem]
    if any(each.sense in senses for each in content or some):
        return True
    return any(
        relate(stem_word(one.text), stem_word(other.text)) in ("same", "wider", "narrower")
        for one in content
        for other in others
        if other.stem
    )
