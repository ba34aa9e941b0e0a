"""A happening as plain data: when, where and under what conditions, what is seen, what changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from late.late_dataclass import late_dataclass
from world.almanac.chance import draw_number
from world.almanac.weather import WEATHERS
from world.calendar import PHASES, SEASONS, WorldTime
from world.vault.rooms import ThingNote

#: What may be required of a moment, each with its words; a field of `WorldTime` by the same name.
TIME_WORDS: Mapping[str, Sequence[str]] = {
    "weather": WEATHERS,
    "season": SEASONS,
    "phase": PHASES,
}

ABSENT = "absent"
"""Stands for the state of a thing that is nowhere in the world."""


@late_dataclass(frozen=True, slots=True)
class Requirement:
    """What must hold: of the moment (`subject` is one of `TIME_WORDS`) or of a thing's state."""

    subject: str
    words: tuple[str, ...]
    negated: bool = False

    @property
    def is_of_time(self) -> bool:
        """Whether it is about the moment and not about a thing."""
        return self.subject in TIME_WORDS

    def admits(self, word: str) -> bool:
        """Return whether `word` is what is required."""
        return (word in self.words) is not self.negated


@late_dataclass(frozen=True, slots=True)
class DeedTrigger:
    """Somebody does something with a thing: the name of the deed and of the thing."""

    deed: str
    thing: str


@late_dataclass(frozen=True, slots=True)
class MinuteRange:
    """A time of `least` to `most` of the world's minutes."""

    least: int
    most: int

    def draw(self, *seed: object) -> int:
        """Return a number of minutes; the same seed always draws the same."""
        return self.least + int(draw_number("after", *seed) * (self.most - self.least + 1))


@late_dataclass(frozen=True, slots=True)
class Delay:
    """How long after its trigger a happening comes. The first choice that fits counts."""

    choices: tuple[tuple[str, MinuteRange], ...] = (("", MinuteRange(0, 0)),)
    """A word for a weather, season or phase with a time; the empty word fits always."""

    @property
    def longest(self) -> int:
        """The longest that it can be, in minutes."""
        return max(stretch.most for _, stretch in self.choices)

    def find_minutes(self, time: WorldTime, *seed: object) -> int | None:
        """Return the minutes after a trigger at `time`; None: then it does not happen."""
        words = ("", time.weather, time.season, time.phase)
        fitting = (stretch for word, stretch in self.choices if word in words)
        stretch = next(fitting, None)
        return stretch.draw(*seed) if stretch else None


@late_dataclass(frozen=True, slots=True)
class SightText:
    """What is seen: the wordings for one room, or for any, at certain times or always."""

    wordings: tuple[str, ...]
    room: str = ""
    """The room's name as names are compared; empty: any room."""
    words: tuple[frozenset[str], ...] = ()
    """For each set the moment's weather, season or phase must be one of it."""

    def fits(self, room: str, time: WorldTime) -> bool:
        """Return whether it tells what is seen from `room` at `time`."""
        now = {time.weather, time.season, time.phase}
        return self.room in ("", room) and all(now & each for each in self.words)


@late_dataclass(frozen=True, slots=True)
class StateChange:
    """A thing gets another state."""

    thing: str
    state: str


@late_dataclass(frozen=True, slots=True)
class Making:
    """A thing appears in a room, unless one that was made so before is still in the world."""

    thing: ThingNote
    room: str


@late_dataclass(frozen=True, slots=True)
class Moving:
    """A thing that nobody carries gets to another room."""

    thing: str
    room: str


@late_dataclass(frozen=True, slots=True)
class Removal:
    """A thing that nobody carries is gone."""

    thing: str


Change = StateChange | Making | Moving | Removal


@late_dataclass(frozen=True, slots=True)
class Happening:
    """One happening. Without a `minute` it follows a `deed`."""

    name: str
    path: Path
    minute: int | None = None
    """The minute of the day."""
    deed: DeedTrigger | None = None
    delay: Delay = Delay()
    rooms: tuple[str, ...] = ()
    """Names of the rooms where it is seen."""
    everywhere: bool = False
    requirements: tuple[Requirement, ...] = ()
    chance: float = 1.0
    days_between: float = 0.0
    """It comes at most once in so many days; 0: as often as its trigger."""
    changes: tuple[Change, ...] = ()
    sights: tuple[SightText, ...] = ()
    news: str = ""
    """How those who were there tell of it: ``the wheel stopped``; empty: they do not."""

    def choose_text(self, room: str, time: WorldTime) -> str:
        """Return what is seen from the room with the key `room`; empty: nothing.

        The text that says most of the room and the moment counts; of its wordings, each day's
        is another.
        """
        fitting = [sight for sight in self.sights if sight.fits(room, time)]
        if not fitting:
            return ""
        best = max(fitting, key=lambda sight: (bool(sight.room), len(sight.words)))
        return best.wordings[time.day % len(best.wordings)]
