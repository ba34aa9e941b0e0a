"""Cases: what is told to an agent, what it is asked later, and how its prompt is to be judged.

Wordings stand in ``tuned.yaml`` (the memory may be tuned on them) and ``held_out.yaml`` (it may
not); who, what, where and how much is drawn by a seed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml

from benchmarks.memory.questions.values import COUNTED, NAMED, PEOPLE, PLACES, spell

PartName = Literal["tuned", "held_out"]
KINDS = ("superseded", "negation", "hedges", "third", "abstention", "several", "lies")
SIGHT = "sight"
"""Who "tells" what the agent sees for itself."""

_SPELLED = 0.4
"""The share of amounts that people say in words."""
_APART = 0.25
"""The part of a life between the first and the last of what is told in a case."""
_LATEST = 0.6
"""All is told in this part of a life."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something told, or seen."""

    speaker: str
    """Who tells it; empty: the agent sees it."""
    text: str
    told: str
    """How a faithful model retells it; no full stop at its end."""
    when: float
    """The part of the life before it, 0 to 1."""


@dataclass(frozen=True, slots=True)
class QuestionCase:
    """One question and what leads to it."""

    key: str
    kind: str
    said: tuple[Said, ...]
    question: str
    value: str
    """The kind of the values (``price``, ``day`` …); empty where it does not matter."""
    about: tuple[str, ...]
    """What a sentence has to name to count."""
    slots: Mapping[str, str]
    """Role → what was drawn for it."""
    parts: tuple[tuple[str, ...], ...] = ()
    """Of what is told in several places, the words of each."""
    order: tuple[str, ...] = ()
    """Who does something, then to whom."""
    lie: tuple[str, ...] = ()
    truth: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Words that mark a doubt, or what is newer, beside the usual ones."""

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who told something."""
        return tuple(each.speaker for each in self.said if each.speaker)


def make_cases(part: PartName, seed: int) -> list[QuestionCase]:
    """Return a case for every wording of `part`; no two share a person, a place or a thing."""
    drawing = _Drawing(random.Random(f"{part} {seed}"))
    rows = [(kind, n, row) for kind in KINDS for n, row in enumerate(_load(part)[kind])]
    return [drawing.make_case(f"{kind} {n + 1}", kind, row) for kind, n, row in rows]


@cache
def _load(part: PartName) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    text = Path(__file__).with_name(f"{part}.yaml").read_text(encoding="utf-8")
    loaded: Mapping[str, Sequence[Mapping[str, Any]]] = yaml.safe_load(text)
    return loaded


class _Drawing:
    """Draws what fills the wordings of one life."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._places = self._shuffle(PLACES)
        self._people = self._shuffle(PEOPLE)

    def make_case(self, key: str, kind: str, row: Mapping[str, Any]) -> QuestionCase:
        slots = self._draw_slots(row)
        first = self._chance.uniform(0.02, _LATEST - _APART)
        step = _APART / max(1, len(row["said"]) - 1)

        def fill(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(slots.get(each, each) for each in names)

        return QuestionCase(
            key,
            kind,
            tuple(_fill_said(each, slots, first + n * step) for n, each in enumerate(row["said"])),
            _fill(row["ask"], slots),
            row.get("value", ""),
            fill(row.get("about", ())),
            slots,
            tuple(map(fill, row.get("parts", ()))),
            fill(row.get("order", ())),
            fill(row.get("lie", ())),
            fill(row.get("truth", ())),
            tuple(row.get("marks", ())),
        )

    def _draw_slots(self, row: Mapping[str, Any]) -> dict[str, str]:
        words = str(row)
        people = {role: self._take(PEOPLE) for role in "abc" if f"{{{role}}}" in words}
        people |= {role: self._take(PEOPLE) for role in self._find_tellers(row, people)}
        places = {role: self._take(PLACES) for role in "pq" if f"{{{role}}}" in words}
        things = {
            role: self._chance.choice(row[role]) for role in ("thing", "other") if role in row
        }
        return people | places | things | self._draw_values(row.get("value", ""))

    @staticmethod
    def _find_tellers(row: Mapping[str, Any], known: Mapping[str, str]) -> list[str]:
        tellers = dict.fromkeys(who for who, *_ in row["said"] if who != SIGHT)
        return [each for each in tellers if each not in known]

    def _draw_values(self, kind: str) -> dict[str, str]:
        if not kind:
            return {}
        if kind == "place":
            return dict(zip(("old", "new"), (self._take(PLACES), self._take(PLACES)), strict=True)
                        ) | {"v": self._take(PLACES)}  # fmt: skip
        every = [self._say(kind, n) for n in COUNTED[kind]] if kind in COUNTED else NAMED[kind]
        drawn = self._chance.sample(list(every), 4)
        return dict(zip(("old", "new", "v", "w"), drawn, strict=True))

    def _say(self, kind: str, number: int) -> str:
        spelled = kind == "hour" or self._chance.random() < _SPELLED
        return spell(number) if spelled else str(number)

    def _take(self, pool: Sequence[str]) -> str:
        """Return one that was not drawn for long."""
        left = self._people if pool is PEOPLE else self._places
        if not left:
            left.extend(self._shuffle(pool))
        return left.pop()

    def _shuffle(self, pool: Sequence[str]) -> list[str]:
        return self._chance.sample(list(pool), len(pool))


def _fill_said(row: Sequence[str], slots: Mapping[str, str], when: float) -> Said:
    who, text, told = row
    speaker = "" if who == SIGHT else slots[who]
    return Said(speaker, _fill(text, slots), _fill(told, slots).rstrip("."), when)


def _fill(text: str, slots: Mapping[str, str]) -> str:
    filled = text.format_map(slots)
    return filled[0].upper() + filled[1:]
