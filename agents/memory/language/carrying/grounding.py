"""Whether a statement in the agent's own voice has a ground of its own: a deed, a sight, a thought.

It does not ask what the statement says.  What no memory of the agent's own bears out, and what is
near to somebody else's words, is theirs, in whatever words it was told again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from agents.memory.language.carrying.known import Known
from agents.memory.language.carrying.units import RESTS, Unit, is_telling
from agents.memory.language.stems import stem_name, stem_words
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: So much of a statement, and so many words of it, may be new in the telling.
_RETOLD, _NEW = 0.4, 1
#: What shares so many words with a statement may be a part of what it tells.
_PART = 2
#: A word that more utterances have tells nothing of which is meant.
_OFTEN = 2
#: The number by which a text refers to a memory tells nothing of it.
_REFERENCE = late_pattern(r"\bmemor(?:y|ies) #?\d+", re.IGNORECASE)

_Words = frozenset[str]


def lacks_ground(known: Known, statement: str, cited: Collection[int]) -> bool:
    """Return whether nothing of the agent's own bears a statement out, though others' words are
    near to it.

    Of a statement that names memories, `cited`, those of its own among them count, and what alone
    bears out half of it; a statement that names only its own has its ground.
    """
    words = frozenset(stem_words(_REFERENCE.sub("", statement)))
    if not is_telling(words - known.names):
        return False
    asked = _Asked(words, frozenset(cited))
    heard = [each for each in chain(*known.said.values()) if asked.names(each)]
    if cited and not heard:
        return False
    strange = words - known.names - asked.list_borne(known.own)
    if len(strange) <= _NEW or len(strange) < _RETOLD * len(words - known.names):
        return False
    if cited:
        return _are_near(known, strange, heard)
    return asked.is_nearer_to_others(known)


@late_dataclass(frozen=True, slots=True)
class _Asked:
    words: _Words
    cited: frozenset[int]

    def names(self, unit: Unit) -> bool:
        """Return whether the statement names a memory that the unit stands in."""
        return not self.cited.isdisjoint(unit.numbers)

    def list_borne(self, own: Sequence[Unit]) -> _Words:
        """Return the words that the agent's own memories bear out."""
        return frozenset().union(*(_list_told(each) for each in own if self._is_ground(each)))

    def _is_ground(self, unit: Unit) -> bool:
        shared = len(self.words & _list_told(unit))
        if self.names(unit) or shared >= RESTS * len(self.words):
            return True
        return not self.cited and shared >= _PART

    def is_nearer_to_others(self, known: Known) -> bool:
        """Return whether somebody's words have as much of the statement as any of its own, and a
        word that tells which are meant."""
        own = max((len(self.words & _list_told(each)) for each in known.own), default=0)
        return any(shared >= own for shared in self._measure_heard(known))

    def _measure_heard(self, known: Known) -> Iterator[int]:
        for speaker, index in known.said_index.items():
            named = self.words & stem_name(speaker)
            for unit in index.find(self.words):
                shared = self.words & unit.word_set
                if any(len(index.find([each])) <= _OFTEN for each in shared):
                    yield len(shared | named)


def _list_told(unit: Unit) -> _Words:
    """Return the words of a unit, and of the question that it answers."""
    return unit.word_set | unit.about


def _are_near(known: Known, strange: _Words, heard: Sequence[Unit]) -> bool:
    """Return whether others' words have one of the strange words, or are in another language."""
    return any(
        not strange.isdisjoint(each.word_set) or not known.is_english(each.text) for each in heard
    )
