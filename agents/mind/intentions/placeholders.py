"""The placeholders in the lines of steps, such as ``write Lit at {clock}. in lamp ledger``."""

from __future__ import annotations

from collections.abc import Sequence

from agents.mind.intentions.moment import IntentionMoment
from late.late_pattern import late_pattern

PLACEHOLDERS_OF_STEPS = ("clock", "names", "phase", "place", "weather", "with")

_HOLE = late_pattern(r"\{(\w*)\}")


def find_unknown_placeholders(line: str) -> list[str]:
    """Return the placeholders of `line` that no step has."""
    return [each for each in _HOLE.findall(line) if each not in PLACEHOLDERS_OF_STEPS]


def needs_partner(line: str) -> bool:
    """Return whether `line` names whom a step is with."""
    return "with" in _HOLE.findall(line) or names_people(line)


def names_people(line: str) -> bool:
    """Return whether `line` names those for whom something was asked."""
    return "names" in _HOLE.findall(line)


def fill_line(line: str, moment: IntentionMoment, partner: str, names: str = "") -> str:
    """Return `line` with the values of this moment.

    `partner` is who the step is with, `names` for whom it was asked; empty: for `partner`.
    """
    partner = partner or next(iter(moment.present), "")
    values = {
        "clock": moment.clock,
        "names": names or partner,
        "phase": moment.phase,
        "place": moment.place,
        "weather": moment.weather,
        "with": partner,
    }
    filled = _HOLE.sub(lambda hole: values.get(hole[1], hole[0]), line)
    return " ".join(filled.split())


def pick_line(lines: Sequence[str], last: int, draw: float) -> int:
    """Return the index of one of `lines`, not that of the `last` one; `draw` is from 0 to 1."""
    choices = [at for at in range(len(lines)) if at != last] or [0]
    return choices[min(int(draw * len(choices)), len(choices) - 1)]
