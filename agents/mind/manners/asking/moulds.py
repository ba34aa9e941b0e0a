"""Which lines of ``text/manners.md`` were said to whom, shared by all agents of a world.

"Is {gist} anything like you?" is the same mould of a sister and of a dog: who hears it from three
of four people hears that they have one set of words.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import field

from agents.latest import Latest
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Words for whom or what a line is about, which make no other line of it.
_STAND_INS = late_pattern(r"\b(?:it|them|him|her)\b(?=\W*$)", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class Mould:
    """A line of a text as it stands there, and what it was filled with."""

    key: str
    """Of the text: ``manners.asks-on.kin``."""
    line: str
    gist: str = ""
    """What it is about, as said to its hearer: ``your sister``."""

    @property
    def kind(self) -> str:
        """The last part of its key: what it asks after."""
        return self.key.rpartition(".")[2]


@late_dataclass(slots=True)
class Moulds:
    """Remembers the moulds of what was said; what was only thought of counts for nothing."""

    _offered: Latest[str, Mould] = field(default_factory=Latest)
    """The mould of each wording that may be said, or was."""
    _said: Latest[tuple[str, str], int] = field(default_factory=Latest)
    """When each hearer heard each line last, as a number that rises."""
    _count: int = 0

    def offer(self, words: str, mould: Mould) -> None:
        """Note that `words`, if somebody says them, have this mould."""
        self._offered[words] = mould

    def hear(self, words: str, hearers: Collection[str]) -> None:
        """Take note of words that `hearers` heard."""
        if mould := self._offered.get(words, None):
            self._count += 1
            for each in hearers:
                self._said[each, _fold_stand_in(mould.line)] = self._count

    def find(self, words: str) -> Mould | None:
        """Return the mould of words that were said; None: they are of no text."""
        return self._offered.get(words, None)

    def rank(self, line: str, hearer: str) -> int:
        """Return how lately `hearer` heard something of this mould; 0: never."""
        return self._said.get((hearer, _fold_stand_in(line)), 0)


def _fold_stand_in(line: str) -> str:
    """Return a line with one word for whomever it is about: "What do you like most about it?" asks
    the same as "… about them?"."""
    return _STAND_INS.sub("it", line)
