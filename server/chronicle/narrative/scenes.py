"""Scenes: what happened in one room without a long pause, as beats to be told in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Literal

from server.chronicle.entry import GAP, ChronicleEntry
from server.chronicle.narrative.walks import Walk, find_walks

#: A scene ends when nothing happened for so long, or when it has gone on for so long.
PAUSE, LONGEST = timedelta(seconds=60), timedelta(seconds=150)

BeatKind = Literal["deed", "speech", "comes", "goes", "returns"]

_WAYS = ("comes", "goes", "returns")


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing to be told."""

    kind: BeatKind
    entry: ChronicleEntry
    count: int = 1
    """How often it happened in this scene; the same deed again is told once."""
    rooms: tuple[str, ...] = ()
    """Of coming and going: where from or where to, and by way of which rooms."""
    alone: bool = False
    """Whether nobody else saw it."""


@dataclass(slots=True)
class StoryScene:
    """What happened in one room."""

    first: ChronicleEntry
    beats: list[Beat] = field(default_factory=list)

    @property
    def room(self) -> str:
        """Where it happened."""
        return self.first.room

    @property
    def last(self) -> ChronicleEntry:
        """The latest of it."""
        return self.beats[-1].entry

    @property
    def is_empty(self) -> bool:
        """Whether somebody only went, or came unseen."""
        return all(
            each.kind == "goes" or (each.alone and each.kind in _WAYS) for each in self.beats
        )

    def takes(self, entry: ChronicleEntry) -> bool:
        """Return whether `entry` still belongs to this scene."""
        same = _phase_of(entry) == _phase_of(self.first)
        paused = entry.at - self.last.at > PAUSE
        return same and not paused and entry.at - self.first.at <= LONGEST

    def add(self, beat: Beat) -> None:
        """Add what happened next, or count it if it happened before."""
        for at, known in enumerate(self.beats):
            if known.kind == beat.kind == "deed" and known.entry.text == beat.entry.text:
                self.beats[at] = replace(known, count=known.count + 1)
                return
        self.beats.append(beat)


def _phase_of(entry: ChronicleEntry) -> tuple[int, str] | None:
    return (entry.time.day, entry.time.phase) if entry.time else None


def build_scenes(
    entries: Sequence[ChronicleEntry], wanted: Callable[[ChronicleEntry], bool]
) -> list[StoryScene]:
    """Return the scenes that the `wanted` ones of `entries`, oldest first, make up.

    They are in the order of their beginnings.  The others say where somebody comes from.
    """
    scenes: list[StoryScene] = []
    open_: dict[str, StoryScene] = {}
    for beat in _list_beats(entries):
        if not wanted(beat.entry):
            continue
        room = beat.entry.room
        scene = open_.get(room)
        if scene is None or not scene.takes(beat.entry):
            scene = open_[room] = StoryScene(beat.entry)
            scenes.append(scene)
        scene.add(beat)
    return [each for each in scenes if not each.is_empty]


def _list_beats(entries: Sequence[ChronicleEntry]) -> Iterator[Beat]:
    """Yield what is to be told of `entries`, in order."""
    walks = find_walks(entries)
    begins = {each.begins: each for each in walks}
    ends = {each.ends: each for each in walks}
    passed = {step for each in walks for step in each.steps}
    for number, entry in enumerate(entries):
        if number in begins or number in ends:
            yield from _tell_walk(number, entry, begins, ends)
        elif number not in passed and entry.kind != GAP:
            yield Beat("speech" if entry.is_speech else "deed", entry)


def _tell_walk(
    number: int, entry: ChronicleEntry, begins: Mapping[int, Walk], ends: Mapping[int, Walk]
) -> Iterator[Beat]:
    alone = len(entry.people) + len(entry.agents) <= 1
    walk = begins[number] if number in begins else ends[number]
    if walk.rooms[0] == walk.rooms[-1]:
        if number in ends:
            yield Beat("returns", entry, rooms=walk.via, alone=alone)
    elif number in begins:
        yield Beat("goes", entry, rooms=(walk.rooms[-1], *walk.via), alone=alone)
    else:
        yield Beat("comes", entry, rooms=(walk.rooms[0], *walk.via), alone=alone)
