"""Finds where a sentence and the memories join a deed to different things: "born in Ash" where the
memories say "born in Elm and raised in Ash"."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.aligning.placed import denies
from agents.memory.checking.aligning.verb_places import is_verb
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.words import PREPOSITIONS, SIDES
from late.late_dataclass import late_dataclass

_JOINING = frozenset((*PREPOSITIONS, "as", "after", "before"))
#: By which a deed has its place: another of them may tell of another place.
_PLACING = frozenset(SIDES) | {"at", "in", "on"} | {"beside", "near"}


@late_dataclass(frozen=True, slots=True)
class _Joined:
    """A verb or a thing, the preposition behind it, and what that joins to it."""

    head: Word
    joined: str
    named: Word

    def is_like(self, other: _Joined) -> bool:
        """Return whether both are joined to the same in the same way."""
        both_place = {self.joined, other.joined} <= _PLACING
        return self.head.stem == other.head.stem and (self.joined == other.joined or both_place)

    def __str__(self) -> str:
        named = self.named.text
        named = named.capitalize() if named == self.named.person else named
        return f"{self.head.text} {self.joined} {named}"


def find_exchanged_object(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what the sentence joins to a deed or thing where a memory joins another, and the first
    to something else: "born in" and "raised in"; empty if nothing."""
    if sentence.asks or denies(sentence) or not sentence.texts.isdisjoint(DOUBT):
        return ""
    here = _list_joined(sentence.words)
    for each in told if here else ():
        if each.asks or denies(each):
            continue
        there = _list_joined(each.words)
        for mine in here:
            if other := _find_exchanged(mine, here, there):
                return f"{mine} where the memories say {other}"
    return ""


def _find_exchanged(
    mine: _Joined, here: Sequence[_Joined], there: Sequence[_Joined]
) -> _Joined | None:
    """Return what is joined in the place of `mine`, if that is joined to another head alone."""
    same = [each for each in there if each.is_like(mine)]
    heads = {each.head.stem for each in there if each.named.sense == mine.named.sense}
    if not same or not heads or mine.head.stem in heads:
        return None
    # Both may be told of the same deed.
    told_too = {each.named.sense for each in here if each.head.stem == mine.head.stem}
    return None if any(each.named.sense in told_too for each in same) else same[0]


def _list_joined(words: Sequence[Word]) -> list[_Joined]:
    """Return what prepositions join: each to the verb before it, and to the thing right before."""
    found, heads, verb, joined = list[_Joined](), list[Word](), list[Word](), ""
    for at, word in enumerate(words):
        if word.is_mark:
            joined = ""
        elif word.stem and is_verb(words, at):
            verb, joined = [word], ""
        elif word.text in _JOINING:
            before = words[at - 1] if at else None
            thing = [before] if before is not None and before.stem else []
            heads, joined = [*verb, *(each for each in thing if each not in verb)], word.text
        elif joined and word.sense and not word.owns:
            if word.number is None and word.person not in (SELF, SOMEBODY):
                found += [_Joined(head, joined, word) for head in heads]
            behind = words[at + 1] if at + 1 < len(words) else None
            joined = joined if behind is not None and behind.stem else ""
    return found
