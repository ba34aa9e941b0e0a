"""Find which earlier statements a later one may make out of date, where no rule finds a change.

Whether it does, a model says that reads both (`SentenceChecks`).  Here are the pairs that it reads,
and what becomes of a fact that changes something.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.later import Later, find_old
from agents.memory.journal.changing.replacing import (
    Earlier,
    Otherwise,
    is_voice,
    replace_earlier,
)
from agents.memory.journal.changing.statements import read_clauses
from agents.memory.language.normalize import fold_name
from agents.memory.language.stems import stem_name, stem_words
from agents.prose import one_line
from late.late_dataclass import late_dataclass

#: So many earlier statements are read beside a later one, the likeliest to be of the same; and so
#: many pairs of a span: each takes some milliseconds.
MOST_READ, MOST_PAIRS = 3, 64
#: What has fewer stems tells nothing that might change: "I met Pru."
LEAST_STEMS = 3
#: From this chance on the earlier statement is out of date. Of two lives that nothing was learnt
#: from about half of what lies above it is news, and below it hardly anything (decision 186).
OUTDATED = 0.8
#: What the same voice weighs beside a rare word that both have.
_SAME_VOICE = 1.0


class MaybeOutdated(NamedTuple):
    """An earlier statement that a fact may make out of date."""

    place: int
    """The fact's, among those that were completed."""
    note: str
    """The earlier statement, as it is read: with whoever said it."""
    line: str
    """The later one."""
    found: Otherwise


@late_dataclass(frozen=True, slots=True)
class StandingNotes:
    """What summaries and known facts tell, or are about to, by the words in it."""

    notes: Sequence[Earlier]
    stems: Sequence[frozenset[str]]
    having: Mapping[str, Sequence[int]]
    residents: frozenset[str]

    @classmethod
    def of(cls, statements: Iterable[Earlier], residents: Collection[str] = ()) -> StandingNotes:
        """Return the notes of `statements`, of each memory the last; `residents` are the names of
        those who talk all day."""
        telling = (e for e in statements if e.seq and len(e.stems) >= LEAST_STEMS)
        notes = list({(each.speaker, each.seq): each for each in telling}.values())
        stems = [each.stems | stem_name(each.speaker) for each in notes]
        having: dict[str, list[int]] = defaultdict(list)
        for at, one in enumerate(stems):
            for stem in one:
                having[stem].append(at)
        return cls(notes, stems, having, frozenset(map(fold_name, residents)))

    def list_near(self, later: Later) -> list[tuple[float, Earlier]]:
        """Return the earlier statements that are likeliest of the same as `later`, the nearest
        first, each with what the words weigh that both have.

        None of them is of the agent or of another agent if `later` is, too: what they tell each
        other, and see, is mostly no news of anything.
        """
        stems = frozenset(stem_words(later.words)) | stem_name(later.speaker)
        weights = defaultdict[int, float](float)
        for stem in stems & self.having.keys():
            places = self.having[stem]
            for at in places:
                weights[at] += math.log(1 + len(self.notes) / len(places))
        found = [at for at in weights if self._may_be_read(self.notes[at], later)]
        for at in found:
            weights[at] += _SAME_VOICE * is_voice(self.notes[at].speaker, later.speaker)
        best = sorted(found, key=lambda at: (-weights[at], -self.notes[at].seq))
        return [(weights[at], self.notes[at]) for at in best[:MOST_READ]]

    def _may_be_read(self, note: Earlier, later: Later) -> bool:
        told_again = note.seq >= later.seq or later.words in note.words
        return not told_again and (self._is_visitor(note) or self._is_visitor(later))

    def _is_visitor(self, told: Earlier | Later) -> bool:
        return bool(told.speaker) and fold_name(told.speaker) not in self.residents


def list_maybe(
    place: int, fact: Fact, later: Later, notes: StandingNotes
) -> Iterator[MaybeOutdated]:
    """Yield what the statement `later` of the `fact` at a `place` may make out of date."""
    clauses = read_clauses(later.words)
    new = next((each for each in clauses if each.text == fact.value), clauses[0])
    line = _show(later.speaker, later.words)
    stems = frozenset(stem_words(later.words))
    for weight, each in notes.list_near(later):
        if read_clauses(each.words):
            found = Otherwise(weight, each, find_old(each, stems & each.stems), new, sure=False)
            yield MaybeOutdated(place, _show(each.speaker, each.words), line, found)


def choose_maybe(maybe: Iterable[MaybeOutdated]) -> list[MaybeOutdated]:
    """Return what is read of the pairs of a span: those that have most in common."""
    return sorted(maybe, key=lambda each: -each.found.weight)[:MOST_PAIRS]


def _show(speaker: str, words: str) -> str:
    return one_line(f"{speaker}: {words}" if speaker else words)


def take_outdated(
    facts: Sequence[Fact], pairs: Sequence[MaybeOutdated], chances: Sequence[float]
) -> list[Fact]:
    """Return `facts`, and with each what it makes out of date: of its `pairs` the likeliest."""
    done, likeliest = list(facts), defaultdict[int, float](float)
    for pair, chance in zip(pairs, chances, strict=True):
        if chance >= OUTDATED and chance > likeliest[pair.place]:
            likeliest[pair.place] = chance
            done[pair.place] = replace_earlier(facts[pair.place], pair.found)
    return done
