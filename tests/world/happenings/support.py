"""A small world with a lamp and a far light, and its time in hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.world.transcript import Play
from world.calendar import DAY_MINUTES, Calendar, WorldTime
from world.happenings.engine import HappeningEngine
from world.happenings.happening import Happening
from world.happenings.lore import Lore, gather_lore
from world.happenings.reading import HappeningsReading, read_happenings
from world.vault.markdown import parse_note
from world.vault.rooms import read_room

HALL = """---
exits: {garden: The Garden}
start: true
phases: {dusk: The windows go grey., night: A fire and little else.}
things:
  - name: great lamp
    aliases: [lamp]
    fixed: true
    state: dark
    states: {lit: It is lit., dark: ""}
    deeds:
      light: {from: dark, to: lit}
      douse: {from: lit, to: dark}
  - name: paper boat
  - name: bread
    deeds: {eat: {uses_up: true}}
---
A long stone hall.
"""
GARDEN = """---
exits: {hall: The Hall}
things:
  - name: copper dish
    fixed: true
    state: covered
    states: [covered, uncovered]
    deeds: {uncover: {from: covered, to: uncovered}}
---
Box hedges and bees.
"""
DEEDS = ("light", "douse", "uncover", "eat", "get")
DRY = Calendar(has_weather=False)


class Stage:
    """Ann and the agent Moss in the Hall, Bob in the Garden, on a clock that stands still."""

    def __init__(self, folder: Path, calendar: Calendar | None = None, day: int = 0) -> None:
        self.folder = folder
        self.calendar = calendar or Calendar()
        self.minutes = day * DAY_MINUTES
        self.play = Play()
        for name, text in (("The Hall", HALL), ("The Garden", GARDEN)):
            note = read_room(parse_note(Path(f"{name}.md"), text))
            assert self.play.world.adopt([note]) is not None
        self.play.character("Ann", admin=True)
        self.play.character("Moss", "agent")
        self.play.character("Bob", place=self.play.garden)
        self.play.world.time = self.now
        self.engine = self.start()

    def now(self) -> WorldTime:
        return self.calendar.find_time(self.minutes)

    def start(self) -> HappeningEngine:
        """The engine of a server that has just been started."""
        self.engine = HappeningEngine(self.play.world, lambda: self.calendar)
        self.play.world.on_deed = self.engine.notice
        return self.engine

    @property
    def lore(self) -> Lore:
        return gather_lore(self.play.world, DEEDS)

    def read(self, **notes: str) -> HappeningsReading:
        """Write these notes (``The_Answer="---…"``) and read the folder."""
        self.folder.mkdir(exist_ok=True)
        for name, text in notes.items():
            path = self.folder / f"{name[0]}{name[1:].replace('_', ' ')}.md"
            path.write_text(text, encoding="utf-8")
        return read_happenings(self.folder, self.lore)

    def adopt(self, **notes: str) -> Sequence[Happening]:
        """Write these notes, which must be right, and put them in force."""
        reading = self.read(**notes)
        assert [str(error) for error in reading.errors] == []
        self.engine.adopt(reading.happenings, lambda _: False)
        return reading.happenings

    def at(self, clock: str, day: int | None = None) -> list[str]:
        """Let it become this hour of the day, and look once."""
        hour, minute = map(int, clock.split(":"))
        today = self.minutes // DAY_MINUTES if day is None else day
        self.minutes = today * DAY_MINUTES + hour * 60 + minute
        return self.engine.pass_time()

    def wait(self, minutes: int, step: int = 1) -> list[str]:
        """Let the world's minutes pass, with a look after each `step`."""
        happened: list[str] = []
        for _ in range(0, minutes, step):
            self.minutes += step
            happened += self.engine.pass_time()
        return happened

    def texts(self, name: str) -> list[str]:
        """All that this one perceived since last time."""
        return [each.text for each in self.play.heard(name)]

    def state(self, name: str) -> str | None:
        thing = next((one for one in self.play.world.registry if one.name == name), None)
        return thing.properties.get("state") if thing else None

    def places(self, name: str) -> list[str]:
        """Where things of this name are."""
        found = [one for one in self.play.world.registry if one.name == name]
        return [one.place.name for one in found if one.place]
