"""What an intention is, as plain data: when it fits, how often, and its steps.

Times are minutes of the world: a day has 1440 of them, however long it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, get_args

from late.late_dataclass import late_dataclass

NeedKind = Literal["phase", "hour", "at", "with", "has", "here", "state", "weather", "seen"]
NEED_KINDS: tuple[str, ...] = get_args(NeedKind)

#: What holds for an intention that does not say otherwise, in minutes.
EVERY, LIMIT = 60, 120

#: From this weight on an intention is chosen before all others, and interrupts lesser ones.
URGENT = 100.0

#: From this weight on it is gone to even from the middle of a talk: a lamp is lit at dusk.
COMPELS = 130.0

#: The longest name of an intention, and the most steps.
NAME_LENGTH, MOST_STEPS = 80, 20

SOMEBODY = "somebody"
"""Stands for any name in a requirement ``with``."""


@late_dataclass(frozen=True, slots=True)
class Need:
    """Something that must hold: one of `values`, if there are any, and none of `excluded`."""

    kind: NeedKind
    values: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


@late_dataclass(frozen=True, slots=True)
class IntentionStep:
    """One thing to do: where or with whom, after what, and by which line."""

    lines: tuple[str, ...] = ()
    """Lines of which one is submitted; none: the agent only goes there, or waits."""
    at: tuple[str, ...] = ()
    """Rooms; the agent goes to the first that it can reach."""
    partners: tuple[str, ...] = ()
    """Names; the agent goes to the first that it can reach."""
    requirements: tuple[Need, ...] = ()
    """Unless all hold, the step is passed over."""
    until: tuple[Need, ...] = ()
    """The step waits until all hold."""
    minutes: int = 0
    """After so many minutes the step is passed over; 0: only the intention's limit counts."""
    still: bool = False
    """Whether the agent does nothing at all while it waits, as one who sleeps."""
    line_number: int = field(default=0, compare=False)


@late_dataclass(frozen=True, slots=True)
class Intention:
    """Something that an agent is about now and then."""

    name: str
    when: tuple[Need, ...] = ()
    """All must hold for it to be chosen."""
    asked: tuple[str, ...] = ()
    """Words by which somebody asks the agent for it."""
    heard: tuple[str, ...] = ()
    """Words on which the agent takes it up: somebody asks for something, or brings news."""
    only_asked: bool = False
    """Whether it is chosen on request, or because of what was heard, alone."""
    every: int = EVERY
    """It may be chosen again so many minutes after its end."""
    weight: float = 1.0
    limit: int = LIMIT
    """So many minutes after it was chosen it is dropped."""
    because: str = ""
    """What the agent says when it is asked what it is about."""
    doing: str = ""
    """What it does meanwhile, as others are told: ``lighting the lamp``."""
    news: tuple[str, ...] = ()
    """What it has found out when this is done, one of them: ``there is grit on the lead``."""
    together: bool = False
    """Whether the lines of its steps belong together: each day the next one of every step."""
    secret: bool = False
    """Whether the agent keeps to itself that it did this."""
    steps: tuple[IntentionStep, ...] = ()
    line_number: int = field(default=0, compare=False)

    @property
    def is_sleep(self) -> bool:
        """Whether the agent sleeps meanwhile."""
        return self.doing.startswith("asleep")

    @property
    def is_urgent(self) -> bool:
        """Whether it comes before all that are not."""
        return self.weight >= URGENT

    @property
    def compels(self) -> bool:
        """Whether it does not wait until a talk with a person rests."""
        return self.weight >= COMPELS


def find_intention(intentions: Sequence[Intention], name: str) -> Intention | None:
    """Return the intention of this name, or None."""
    return next((each for each in intentions if each.name == name), None)
