"""Choosing an intention: a pure function of the moment, of what was done when, and of chance."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import field

from agents.mind.intentions.intention import EVERY, Intention
from agents.mind.intentions.moment import IntentionMoment, holds_all
from late.late_dataclass import late_dataclass
from world.calendar import DAY_MINUTES

#: "Every day" means once an evening, whatever the minute: so much earlier than last time will do.
EARLY = 480


@late_dataclass(frozen=True, slots=True)
class Ending:
    """When and how an intention ended last."""

    minutes: int
    why: str = ""
    """Why it was dropped; empty: it was done."""
    named: Mapping[str, int] = field(default_factory=dict)
    """For whom it was done, this time or before → the minute in which it was."""

    @property
    def is_done(self) -> bool:
        """Whether the intention was done to its end."""
        return not self.why


Endings = Mapping[str, Ending]
"""The name of each intention → its last ending."""


def list_fitting(
    intentions: Sequence[Intention], moment: IntentionMoment, endings: Endings
) -> list[Intention]:
    """Return what an agent may take up of its own accord."""
    return [
        each
        for each in intentions
        if not each.only_asked and is_possible(each, moment) and is_time(each, moment, endings)
    ]


def is_possible(intention: Intention, moment: IntentionMoment) -> bool:
    """Return whether everything holds that an intention needs to be chosen."""
    return holds_all(intention.when, moment)


def is_time(intention: Intention, moment: IntentionMoment, endings: Endings) -> bool:
    """Return whether an intention may be chosen again."""
    last = endings.get(intention.name)
    # A time to come is one of another calendar.
    return last is None or not 0 <= moment.minutes - last.minutes < find_pause(intention, last)


def find_pause(intention: Intention, last: Ending) -> int:
    """Return the minutes that must pass after the last ending; what failed is tried sooner."""
    every = intention.every
    if every >= DAY_MINUTES:
        every -= EARLY
    return every if last.is_done else min(every, EVERY)


def choose_intention(
    fitting: Sequence[Intention], rng: random.Random, *, urgent: bool = False
) -> Intention | None:
    """Return one of those that fit, by weight; the most urgent first. `urgent`: no others."""
    pressing = [each for each in fitting if each.is_urgent]
    if pressing:
        return max(pressing, key=lambda each: each.weight)
    if urgent or not fitting:
        return None
    return rng.choices(fitting, [each.weight for each in fitting])[0]
