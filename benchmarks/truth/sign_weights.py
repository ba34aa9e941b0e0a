"""Fit the weights of signs of the same thing: ``python -m benchmarks.truth.sign_weights``.

Each labelled change of ``tests/data/journal`` that may be looked at is set among the statements of
one of the two lives of ``tests/data/lives``: its old and its new statement are of the same.  Each
statement of these lives, with those that came before it, is taken for one of another thing, though
a few are not.  A logistic regression of the signs (`find_signs`) gives the weights.  How many
changes are found is told for each file by weights that were fitted on the others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np
from numpy.typing import NDArray

from agents.memory.core.records import Experience
from agents.memory.journal.changing.same_thing.signs import Rarity, Signs, Telling, find_signs
from agents.memory.language.classify import classify_memory
from agents.memory.language.meanings.alike import name_alike
from agents.memory.language.numerals import find_numerals
from agents.memory.language.patterns import RETOLD
from agents.memory.language.stems import stem_name, stem_words
from benchmarks.truth.changes import find_gap
from benchmarks.truth.journal import JournalCase, load_journal_cases
from benchmarks.truth.lives import load_lives

FILES = ("tuned", "tuned_second", "tuned_third", "tuned_fourth")
#: Statements that stand before a later one, as many as a compaction may know.
WINDOW = 200
#: How many later statements of the lives are set beside an earlier one: of some 800.
LINKED = (10, 20, 30, 40, 60, 80)
_TELLING = frozenset(("speech", "sight", "words", "deed"))
_DRAWS, _ROUNDS, _SMOOTH = 3, 60, 1.0

_Rows = NDArray[np.float64]


@dataclass(frozen=True)
class _Fitted:
    """Weights, the first of them what the others are added to."""

    weights: _Rows

    def rate(self, rows: _Rows) -> _Rows:
        return np.asarray(self.weights[0] + rows @ self.weights[1:], dtype=np.float64)


def main() -> None:
    """Print the weights, and how many changes they find where so many others are linked."""
    lives = [_list_told(each) for each in load_lives().values()]
    found = {name: _list_changes(name, lives) for name in FILES}
    others = [rows for life in lives for rows in _list_others(life)]
    negative = np.array([row for rows in others for row in rows])
    names = ("", *(each.name for each in fields(Signs)))
    fitted = _fit(np.array([row for rows, _ in found.values() for row in rows]), negative)
    for name, weight in zip(names, fitted.weights, strict=True):
        print(f'    "{name}": {weight:.2f},')
    best = sorted((fitted.rate(np.array(rows)).max() for rows in others), reverse=True)
    for count in LINKED:
        least = best[count]
        told = [f"{name} {_count(name, found, negative, least)}" for name in FILES]
        print(f"{count} of {len(best)} later statements linked ({least:.2f}): {', '.join(told)}")


def _count(
    name: str, found: dict[str, tuple[list[tuple[float, ...]], int]], negative: _Rows, least: float
) -> str:
    """Return how many changes of a file are rated above `least` by what the other files give."""
    rest = [row for other, (rows, _) in found.items() if other != name for row in rows]
    rows, cases = found[name]
    rated = _fit(np.array(rest), negative).rate(np.array(rows))
    return f"{(rated > least).sum() / _DRAWS:.1f} of {cases}"


def _list_told(memories: Sequence[Experience]) -> list[tuple[Telling, frozenset[str]]]:
    """Return what memories tell, each with the words of its speaker's name."""
    readings = [classify_memory(each) for each in memories]
    telling = (e for e in readings if e.told in _TELLING and e.words and not RETOLD.search(e.words))
    return [
        (Telling.of(each.words, each.speaker), frozenset(map(name_alike, stem_name(each.speaker))))
        for each in telling
    ]


def _measure_rarity(told: Sequence[tuple[Telling, frozenset[str]]]) -> Rarity:
    common = Counter(word for each, _ in told for word in each.content.words)
    return Rarity(common, len(told), frozenset().union(*(names for _, names in told)))


def _list_others(life: Sequence[tuple[Telling, frozenset[str]]]) -> list[list[tuple[float, ...]]]:
    """Return for each statement the signs with those before it, if it has any."""
    found = []
    for at, (later, _) in enumerate(life):
        before = life[max(0, at - WINDOW) : at]
        rare = _measure_rarity(life[max(0, at - WINDOW) : at + 1])
        signs = (find_signs(earlier, later, rare) for earlier, _ in before)
        if rows := [astuple(each) for each in signs if each]:
            found.append(rows)
    return found


def _list_changes(
    name: str, lives: Sequence[Sequence[tuple[Telling, frozenset[str]]]]
) -> tuple[list[tuple[float, ...]], int]:
    """Return the signs of the changes of a file, drawn among lives, and how many it has."""
    chance, rows = random.Random(name), []
    cases = [each for each in load_journal_cases(name) if each.before and each.now]
    for case in cases * _DRAWS:
        life = chance.choice(lives)
        start = chance.randrange(0, len(life) - WINDOW)
        old, new = _split_case(case)
        rare = _measure_rarity([*life[start : start + WINDOW], *old, *new])
        earlier, later = _find_telling(old, case.before), _find_telling(new, case.now)
        if signs := find_signs(earlier, later, rare):
            rows.append(astuple(signs))
    return rows, len(cases)


def _split_case(case: JournalCase) -> tuple[list[tuple[Telling, frozenset[str]]], ...]:
    cut = find_gap(case.memories)
    return _list_told(case.memories[:cut]), _list_told(case.memories[cut:])


def _find_telling(told: Sequence[tuple[Telling, frozenset[str]]], value: str) -> Telling:
    words = frozenset(map(name_alike, stem_words(value))) | find_numerals(value)
    return max(
        (each for each, _ in told),
        key=lambda each: len(words & (each.content.words | each.content.numbers)),
    )


def _fit(positive: _Rows, negative: _Rows) -> _Fitted:
    """Return the weights of a logistic regression, by Newton's method with a ridge."""
    rows = np.concatenate([positive, negative])
    is_same = np.concatenate([np.ones(len(positive)), np.zeros(len(negative))])
    counts = np.where(is_same == 1, 1 / _DRAWS, 1.0)
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scaled = np.c_[np.ones(len(rows)), (rows - mean) / spread]
    ridge = np.diag([1e-6, *[_SMOOTH] * rows.shape[1]])
    weights = np.zeros(scaled.shape[1])
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = scaled.T @ (counts * (is_same - likely)) - ridge @ weights
        curve = (scaled * (counts * likely * (1 - likely))[:, None]).T @ scaled + ridge
        weights += np.linalg.solve(curve, slope)
    plain = weights[1:] / spread
    return _Fitted(np.array([weights[0] - (plain * mean).sum(), *plain]))


if __name__ == "__main__":
    main()
