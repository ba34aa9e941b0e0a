"""All evidence for a text as it can be searched: what is the agent's own, and what was heard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from agents.memory.language.attribution import SOMEBODY
from agents.memory.language.carrying.languages import is_english, is_foreign, list_common
from agents.memory.language.carrying.units import Pool, Unit, WeighedStatement
from agents.memory.language.stems import find_words, is_same_person, stem_word, stem_words
from late.late_property import late_property


class UnitIndex:
    """Units, to be found by their words."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self._units = tuple(units)
        self._by_word: dict[str, list[int]] = {}
        for at, unit in enumerate(self._units):
            for word in unit.word_set:
                self._by_word.setdefault(word, []).append(at)

    def find(self, words: Iterable[str]) -> list[Unit]:
        """Return the units that have one of `words`, in their order."""
        found = [self._by_word[each] for each in words if each in self._by_word]
        if not found:
            return []
        places = set(found[0]).union(*found[1:]) if len(found) > 1 else found[0]
        return [self._units[at] for at in sorted(places)]


class Known:
    """What the agent did and saw (`told`), what it said and thought (`mine`), and what each other
    `said`; none of them may change any more."""

    def __init__(
        self, told: Sequence[Unit], mine: Sequence[Unit], said: Mapping[str, Sequence[Unit]]
    ) -> None:
        self.said = said
        self.own = (*told, *mine)
        self.told_index, self.mine_index = UnitIndex(told), UnitIndex(mine)
        self.said_index = {name: UnitIndex(units) for name, units in said.items()}
        self._told, self._mine = told, mine
        self._pools: dict[tuple[bool, bool], Pool] = {}
        self._in_english: dict[str, bool] = {}

    def is_english(self, statement: str) -> bool:
        """Return whether a statement is in English, whose words can be compared by their stems."""
        if statement not in self._in_english:  # each is asked for several purposes
            # What English alone tells needs no words of others.
            english = is_english(statement) or not is_foreign(statement, self._english)
            self._in_english[statement] = english
        return self._in_english[statement]

    def is_foreign(self, statement: str) -> bool:
        """Return whether a statement is in a language in which the agent never did, saw or said
        anything."""
        return not is_english(statement) and is_foreign(statement, self._own_languages)

    def are_heard(self, numbers: Collection[int]) -> bool:
        """Return whether there are `numbers`, and only others speak in the memories they name."""
        return bool(numbers) and self._heard_numbers.issuperset(numbers)

    def measure_heard(self, statement: str, speaker: str) -> float:
        """Return the part of the statement's words that `speaker` has said in one utterance; of
        `SOMEBODY`, the most that anybody has."""
        asked = WeighedStatement.of([stem_words(statement)], speaker)
        found = chain(
            *(
                index.find(asked.words)
                for name, index in self.said_index.items()
                if speaker == SOMEBODY or is_same_person(name, speaker)
            )
        )
        return max(map(asked.measure, found), default=0.0)

    def find_cited_teller(self, statement: str, speaker: str, cited: Collection[int]) -> str:
        """Return who else, in a memory that is cited, told a part of a statement that `speaker`
        never did, beside one that they did; `SOMEBODY` of several, empty if `speaker` is cited,
        too."""
        words = frozenset(stem_words(statement))
        own = [*chain(*(e for name, e in self.said.items() if is_same_person(name, speaker)))]
        if not own or any(not set(cited).isdisjoint(each.numbers) for each in own):
            return ""
        told = max((words & (each.word_set | each.about) for each in own), key=len)
        found = {
            name
            for name, units in self.said.items()
            for each in units
            if not set(cited).isdisjoint(each.numbers)
            and (words - told) & each.word_set
            and told & each.word_set
        }
        return found.pop() if len(found) == 1 else SOMEBODY if found else ""

    def pool(self, mine: bool, denied: bool) -> Pool:
        """Return what is known otherwise than by hearsay and is `denied` or not; with `mine` also
        the agent's own words."""
        if (mine, denied) not in self._pools:
            units = chain(self._told, self._mine if mine else ())
            self._pools[mine, denied] = Pool([each for each in units if each.denied == denied])
        return self._pools[mine, denied]

    def leave_out_names(self, stems: Iterable[str]) -> list[str]:
        """Return `stems` without those of the names of all who speak."""
        return [each for each in stems if each not in self.names]

    @late_property
    def names(self) -> frozenset[str]:
        """The stems of the names of all who speak."""
        return frozenset(stem_word(each) for name in self.said for each in find_words(name))

    @late_property
    def _heard_numbers(self) -> frozenset[int]:
        """The memories in which there is nothing but words of others."""
        own = {number for unit in self.own for number in unit.numbers}
        units = chain(*self.said.values())
        return frozenset(number for unit in units for number in unit.numbers).difference(own)

    @late_property
    def _english(self) -> frozenset[str]:
        """The words of everything that is in English."""
        every = chain(self.own, *self.said.values())
        found = (each.text for each in every if is_english(each.text))
        return frozenset(chain(*map(list_common, found)))

    @late_property
    def _own_languages(self) -> frozenset[str]:
        return self._english.union(chain(*(list_common(each.text) for each in self.own)))
