"""Find the earlier statement that a later one is most likely of the same thing as.

No change is claimed by it: who reads the one is to see the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from operator import itemgetter

from agents.memory.journal.changing.replacing import Earlier
from agents.memory.journal.changing.same_thing.signs import Rarity, Telling, find_signs
from agents.memory.language.meanings.alike import name_alike
from agents.memory.language.stems import stem_name
from late.late_dataclass import late_dataclass

#: How likely it must be (`Signs.rate`): of anything that was told, and of what a summary tells.
LIKELY, LIKELY_STANDING = 0.0, -1.0
#: A word that more statements have tells nothing of which is meant.
MANY = 60


@late_dataclass(frozen=True, slots=True)
class LikelyIndex:
    """Earlier statements by their words."""

    told: Sequence[tuple[Earlier, Telling]]
    standing: frozenset[int]
    """The memories that sentences of the standing summaries rest on."""
    rarity: Rarity
    having: Mapping[str, Sequence[int]]

    @classmethod
    def of(
        cls, told: Sequence[Earlier], people: frozenset[str], standing: frozenset[int]
    ) -> LikelyIndex:
        """Return the index of `told`; `people` are the stems of names of those who were there."""
        named = people.union(*(stem_name(each.speaker) for each in told))
        names = frozenset(map(name_alike, named))
        having = defaultdict[str, list[int]](list)
        counted: dict[int, frozenset[str]] = {}
        read = [(each, Telling.of(each.words, each.speaker)) for each in told]
        for at, (each, one) in enumerate(read):
            words = one.content.words
            # A memory, its fact and the sentence of a summary on it are one.
            counted[each.seq] = counted.get(each.seq, frozenset()) | words
            for word in words:
                having[word].append(at)
        every = set(counted.values())  # what is said again in the same words counts once
        common = Counter(word for words in every for word in words)
        return cls(read, standing, Rarity(common, len(every), names), having)

    def find(self, seq: int, words: str, speaker: str) -> tuple[float, Earlier | None]:
        """Return the statement before memory `seq` that this one is likely of the same as, and how
        much likelier that is than it must be."""
        later = Telling.of(words, speaker)
        rated = (
            (self._rate(each, read, later), each)
            for each, read in self._list_candidates(later)
            if 0 < each.seq < seq
        )
        return max((row for row in rated if row[0] > 0), key=itemgetter(0), default=(0.0, None))

    def _rate(self, earlier: Earlier, read: Telling, later: Telling) -> float:
        """Return how much likelier it is than it must be; 0 if it is not."""
        signs = find_signs(read, later, self.rarity)
        least = LIKELY_STANDING if earlier.seq in self.standing else LIKELY
        return max(0.0, signs.rate() - least) if signs else 0.0

    def _list_candidates(self, later: Telling) -> list[tuple[Earlier, Telling]]:
        having = (self.having.get(word, ()) for word in later.content.words)
        places = {at for found in having if len(found) <= MANY for at in found}
        return [self.told[at] for at in sorted(places)]
