"""Contradictions in what is counted: "two weeks" where the memories say two days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.reading import Statement, Word, stem_any
from agents.memory.language.stems import stem_word
from late.late_dataclass import late_dataclass

#: Units of which one cannot be the other; those that stand together are the same.
_FAMILIES = (
    "minute, hour, day night fortnight, week sennight, month moon, year winter summer, century",
    "inch, hand, foot feet, yard pace step stride, fathom, mile, league",
    "farthing, penny pence pennies copper, groat, shilling, crown, florin, guinea, sovereign",
    "ounce, stone, hundredweight, ton tonne",
    "drop, spoonful spoon, cup mug, pint, jug, gallon bucket pail, barrel cask keg",
)
#: Words that may stand between a number and its unit.
_BETWEEN = frozenset(("more", "full", "whole", "good", "long", "other", "of"))
_REACH = 2
#: Which of the units is meant, where none is counted: "next month", "an hour ago", "ten a week".
_WHICH = frozenset(("next", "last", "this", "a", "an", "per", "each", "every"))
_SAME = {"an": "a", "per": "a", "each": "a", "every": "a"}
#: Units that say about how long, where they stand alone: "for weeks"; "days" says nothing.
_ALONE = frozenset(("minutes", "hours", "weeks", "months", "years", "centuries"))


def _read_units() -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for family, units in enumerate(_FAMILIES):
        for same in units.split(", "):
            words = same.split()
            found |= {stem_word(each): (family, words[0]) for each in words}
    return found


_UNITS = _read_units()


@late_dataclass(frozen=True, slots=True)
class _Measure:
    """What counts or chooses a unit, and the unit."""

    of: str
    """A number, or ``next``, ``last`` or ``this``."""
    family: int
    unit: str
    written: str = ""
    """The unit as it is written."""

    def __str__(self) -> str:
        return f"{self.of} {self.written or self.unit}"


def find_wrong_unit(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return in what the memories count the same number; empty if they do in the same or in none.

    What is reckoned over has another number, and the unit of a sentence that some memory names may
    be of something else: neither is judged.
    """
    here = [] if sentence.asks else list(_list_measures(sentence))
    if not here:
        return ""
    named = {unit for each in told for unit in _list_units(each)}
    known = [measure for each in told for measure in _list_measures(each)]
    for mine in here:
        if (mine.family, mine.unit) in named:
            continue
        same = [each for each in known if (each.of, each.family) == (mine.of, mine.family)]
        if same:
            return f"{mine} where the memories say {same[0]}"
    return ""


def _list_units(statement: Statement) -> Iterator[tuple[int, str]]:
    return (_UNITS[stem] for each in statement.words if (stem := stem_any(each)) in _UNITS)


def _list_measures(statement: Statement) -> Iterator[_Measure]:
    words = statement.words
    counted = False
    for at, word in enumerate(words):
        number, found = word.number, None
        if number is not None:
            found = _find_unit(words[at + 1 : at + 1 + _REACH])
        elif word.text in _WHICH:
            found = _find_unit(words[at + 1 : at + 2])
        elif word.text in _ALONE and not counted:
            found = _find_unit((word,))
        counted = found is not None or (counted and word.text in _BETWEEN)
        if found:
            of = "some" if word.text in _ALONE else _SAME.get(word.text, word.text)
            yield _Measure(of if number is None else f"{number:g}", *found)


def _find_unit(words: Sequence[Word]) -> tuple[int, str, str] | None:
    for word in words:
        if found := _UNITS.get(stem_any(word)):
            return *found, word.text
        if word.text not in _BETWEEN:
            break
    return None
