"""The placeholders in the lines of steps, such as ``write Lit at {clock}. in lamp ledger``."""

from __future__ import annotations

from collections.abc import Sequence

from agents.mind.intentions.moment import IntentionMoment
from late.late_pattern import late_pattern

PLACEHOLDERS_OF_STEPS = ("clock", "phase", "place", "weather", "with")

_HOLE = late_pattern(r"\{(\w*)\}")


def find_unknown_placeholders(line: str) -> list[str]:
    """Return the placeholders of `line` that no step has."""
    return [each for each in _HOLE.findall(line) if each not in PLACEHOLDERS_OF_STEPS]


def needs_partner(line: str) -> bool:
    """Return whether `line` names whom a step is with."""
    return "with" in _HOLE.findall(line)


def fill_line(line: str, moment: IntentionMoment, partner: str) -> str:
    """Return `line` with the values of this moment; `partner` is who the step is with."""
    values = {
        "clock": moment.clock,
        "phase": moment.phase,
        "place": moment.place,
        "weather": moment.weather,
        "with": partner or next(iter(moment.present), ""),
    }
    filled = _HOLE.sub(lambda hole: values.get(hole[1], hole[0]), line)
    return " ".join(filled.split())


def pick_line(lines: Sequence[str], last: int, draw: float) -> int:
    """Return the index of one of `lines`, not that of the `last` one; `draw` is from 0 to 1."""
    choices = [at for at in range(len(lines)) if at != last] or [0]
    return choices[min(int(draw * len(choices)), len(choices) - 1)]
