"""Statements by the words that name their things."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from itertools import chain

from agents.memory.journal.changing.replacing import Earlier
from agents.memory.journal.changing.things import find_things
from agents.memory.language.stems import stem_name
from late.late_dataclass import late_dataclass

#: What more statements have is looked for no further.
MANY = 100


@late_dataclass(frozen=True, slots=True)
class ThingIndex:
    """Statements by the words that name their things."""

    statements: Sequence[Earlier]
    common: Counter[str]
    """How many statements name a thing; the same words count once."""
    people: frozenset[str]
    """The words of the names of all who speak or are there."""
    names: frozenset[str]
    """The names themselves."""
    having: Mapping[str, Sequence[int]]
    """The places of the statements that have a stem."""
    _rare: dict[tuple[frozenset[str], int], bool] = field(default_factory=dict)
    """Whether words are rare, as far as somebody asked."""
    _counts: dict[str, int] = field(default_factory=dict)
    """How many statements have a stem, as far as somebody asked."""

    @classmethod
    def of(cls, told: Sequence[Earlier], present: frozenset[str] = frozenset()) -> ThingIndex:
        """Return the index of `told`; `present` are the names of people beside those who speak."""
        texts = {each.words for each in told}
        common = Counter(chain.from_iterable(map(find_things, texts)))
        names = present | {each.speaker for each in told if each.speaker}
        people = frozenset(word for name in names for word in stem_name(name))
        having: dict[str, list[int]] = defaultdict(list)
        for at, each in enumerate(told):
            for stem in each.stems - people:
                having[stem].append(at)
        return cls(told, common, people, names, having)

    def find_naming(self, stems: Iterable[str]) -> list[int]:
        """Return the places of the statements that have one of `stems`, in order.

        What more than `MANY` have tells nothing of which is meant.
        """
        found = (self.having.get(each, ()) for each in stems)
        return sorted({at for places in found if len(places) <= MANY for at in places})

    def count(self, stem: str) -> int:
        """Return how many statements have a stem, the same words once; at least one."""
        if stem not in self._counts:
            texts = {self.statements[at].words for at in self.having.get(stem, ())}
            self._counts[stem] = max(1, len(texts))
        return self._counts[stem]

    def is_rare(self, stems: Collection[str], most: int) -> bool:
        """Return whether at most `most` statements have all of `stems`; the same count once."""
        asked = (frozenset(stems), most)
        if asked not in self._rare:  # many statements share the same words with a later one
            self._rare[asked] = self._count_rare(stems, most)
        return self._rare[asked]

    def _count_rare(self, stems: Collection[str], most: int) -> bool:
        if any(self.common[each] <= most for each in stems):
            return True
        places = [self.having.get(each, ()) for each in stems]
        if len(places) < 2 or min(map(len, places)) > MANY:
            return False
        together = frozenset(sorted(places, key=len)[0]).intersection(*places)
        return len({self.statements[at].words for at in together}) <= most
