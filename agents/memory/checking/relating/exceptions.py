"""Finds exceptions that the memories turn round: "everybody but Ada" for "nobody but Ada"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.claims import SAME_CLAIM, list_denied
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import SOMEBODY, Statement, Word
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.words import ARTICLES, DENYING
from late.late_dataclass import late_dataclass

_ALL = frozenset(("all", "every", "everybody", "everyone", "everything", "everywhere", "each"))
_NONE = frozenset(each for each in DENYING if each.startswith("no") and each not in ("not", "nor"))
_NONE |= {"nothing", "neither", "noone"}
_EXCEPTING = frozenset(("but", "except", "excepting", "save", "besides", "bar", "barring"))
#: Words between what is counted and what it excepts: "nobody in the whole village but Ada".
_REACH = 12
_PEOPLE = frozenset(("everybody", "everyone", "nobody", "none"))


@late_dataclass(frozen=True, slots=True)
class _Excepting:
    """Says of all, or of none, that something is so, with one exception."""

    is_all: bool
    excepted: str
    written: str


def find_turned_exception(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return whom the memories except from none where the sentence excepts them from all, or the
    other way round, or of whom alone they tell what it tells of all or of none; else empty."""
    if sentence.asks or not sentence.texts.isdisjoint(DOUBT):
        return ""
    here, plain = list(_list_excepting(sentence)), _read_people(sentence)
    for each in told if here or plain is not None else ():
        if each.asks or not each.texts.isdisjoint(DOUBT) or not _tells_same(sentence, each):
            continue
        for there in _list_excepting(each):
            for mine in here:
                if mine.excepted == there.excepted and mine.is_all != there.is_all:
                    return f"{mine.written} where the memories say {there.written}"
            if not here and plain is not None and plain != there.is_all:
                return f"the memories say {there.written}"
            if not here and plain is False and not there.is_all:
                return f"the memories say {there.written}"
    return ""


def _tells_same(sentence: Statement, other: Statement) -> bool:
    """Return whether two statements tell the same of all but the number, neither denying it."""
    stems = sentence.stems
    if not stems or len(stems & other.stems) < SAME_CLAIM * len(stems):
        return False
    if _denies_deed(sentence) or _denies_deed(other):
        return False
    return not any(are_opposites(a, b) for a in stems - other.stems for b in other.stems - stems)


def _denies_deed(statement: Statement) -> bool:
    plain = [each for each in statement.words if each.text not in _NONE]
    return bool(list_denied(plain))


def _read_people(statement: Statement) -> bool | None:
    """Return whether a statement is of everybody, or of nobody (false); None: of neither."""
    found = {each.text in _ALL for each in statement.words if each.text in _PEOPLE}
    excepts = not statement.texts.isdisjoint(_EXCEPTING | {"only", "alone"})
    return found.pop() if len(found) == 1 and not excepts else None


def _list_excepting(statement: Statement) -> Iterator[_Excepting]:
    words = statement.words
    for at, word in enumerate(words):
        if word.text == "only" and (named := _find_named(words, at)) and _begins(words, at):
            yield _Excepting(False, named.sense, f"only {_write(named)}")
        if word.text not in _EXCEPTING:
            continue
        before = [each.text for each in words[max(0, at - _REACH) : at]]
        counted = next((each for each in reversed(before) if each in _ALL | _NONE), "")
        if counted and (named := _find_named(words, at)):
            written = f"{'no one' if counted == 'no' else counted} {word.text} {_write(named)}"
            yield _Excepting(counted in _ALL, named.sense, written)


def _write(named: Word) -> str:
    return named.text.capitalize() if named.person == named.text else named.text


def _begins(words: Sequence[Word], at: int) -> bool:
    """Return whether "only" stands before who does something: at the beginning of a clause."""
    return not at or words[at - 1].is_mark or words[at - 1].text in ("that", "and", "but")


def _find_named(words: Sequence[Word], at: int) -> Word | None:
    """Return whoever or whatever is named right behind a word."""
    for word in words[at + 1 : at + 4]:
        if word.is_mark or word.person == SOMEBODY:
            return None
        if word.sense:
            return None if word.number is not None else word
        if word.text not in ARTICLES:
            return None
    return None
