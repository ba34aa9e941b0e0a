"""Scenes: what happened in one room without a long pause, as beats to be told in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from typing import Literal

from agents.memory.language.normalize import mentions_name
from late.late_dataclass import late_dataclass
from server.chronicle.entry import GAP, ChronicleEntry
from server.chronicle.narrative.visits import LOST, find_untold
from server.chronicle.narrative.walks import Walk, find_walks
from world.nature import Nature

#: A scene ends when nothing happened for so long, or when it has gone on for so long.
PAUSE, LONGEST = timedelta(seconds=60), timedelta(seconds=150)

#: The same gesture, whoever makes it, is told again after so long.
GESTURE_AGAIN = timedelta(minutes=10)

BeatKind = Literal["deed", "speech", "comes", "goes", "returns", "present", "lost"]

_WAYS = ("comes", "goes", "returns")


@late_dataclass(frozen=True, slots=True)
class Beat:
    """One thing to be told."""

    kind: BeatKind
    entry: ChronicleEntry
    rooms: tuple[str, ...] = ()
    """Of coming and going: where from or where to, and by way of which rooms."""
    names: tuple[str, ...] = ()
    """Of ``present``: who is there, of whom nothing was told so far."""
    alone: bool = False
    """Whether nobody else saw it."""


@late_dataclass(slots=True)
class StoryScene:
    """What happened in one room."""

    first: ChronicleEntry
    number: int
    """Its place in the story."""
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
        """Whether somebody only went, lost their link, or came unseen."""
        return all(
            each.kind in ("goes", "present", "lost") or (each.alone and each.kind in _WAYS)
            for each in self.beats
        )

    def takes(self, entry: ChronicleEntry) -> bool:
        """Return whether `entry` still belongs to this scene."""
        same = _phase_of(entry) == _phase_of(self.first)
        paused = entry.at - self.last.at > PAUSE
        return same and not paused and entry.at - self.first.at <= LONGEST

    def has(self, beat: Beat) -> bool:
        """Return whether the same deed was told already."""
        return beat.kind == "deed" and any(
            each.kind == "deed" and each.entry.text == beat.entry.text for each in self.beats
        )


def _phase_of(entry: ChronicleEntry) -> tuple[int, str] | None:
    return (entry.time.day, entry.time.phase) if entry.time else None


def build_scenes(
    entries: Sequence[ChronicleEntry], wanted: Callable[[ChronicleEntry], bool]
) -> list[StoryScene]:
    """Return the scenes that the `wanted` ones of `entries`, oldest first, make up.

    They are in the order of their beginnings, and whoever is in several is in them one after the
    other.  The entries that are not wanted say where somebody comes from.
    """
    builder = _SceneBuilder()
    for beat in _list_beats(entries):
        if wanted(beat.entry):
            builder.add(beat)
    return [each for each in builder.scenes if not each.is_empty]


@late_dataclass(slots=True)
class _SceneBuilder:
    """Puts beats into scenes, each beat into the one that goes on in its room."""

    scenes: list[StoryScene] = field(default_factory=list)
    _open: dict[str, StoryScene] = field(default_factory=dict)
    """The latest scene of each room."""
    _seen_in: dict[str, StoryScene] = field(default_factory=dict)
    """The latest scene of everybody of whom something was told."""
    _gestures: dict[str, datetime] = field(default_factory=dict)
    """When each gesture was told last, by its words."""

    def add(self, beat: Beat) -> None:
        """Add what happened next."""
        entry = beat.entry
        if (beat.kind == "goes" and beat.alone) or self._is_gesture_again(entry):
            return
        scene = self._open.get(entry.room)
        if scene is None or not scene.takes(entry) or self._was_later_elsewhere(entry, scene):
            scene = self._open[entry.room] = StoryScene(entry, len(self.scenes))
            self.scenes.append(scene)
        if scene.has(beat):
            return
        if strangers := self._find_strangers(entry):
            scene.beats.append(Beat("present", entry, names=strangers))
        scene.beats.append(beat)
        for name in (entry.actor, *strangers):
            self._seen_in[name] = scene

    def _is_gesture_again(self, entry: ChronicleEntry) -> bool:
        if entry.kind != Nature.GESTURE or entry.actor_kind != "agent":
            return False
        words = entry.text.replace(entry.actor, "").casefold()
        told = self._gestures.get(words)
        if told is not None and entry.at - told < GESTURE_AGAIN:
            return True
        self._gestures[words] = entry.at
        return False

    def _was_later_elsewhere(self, entry: ChronicleEntry, scene: StoryScene) -> bool:
        """Return whether the actor has just been in a scene that is told after `scene`."""
        before = self._seen_in.get(entry.actor)
        return before is not None and before.number > scene.number and not before.is_empty

    def _find_strangers(self, entry: ChronicleEntry) -> tuple[str, ...]:
        """Return the people who are there, and the agents of whom `entry` speaks, if nothing was
        told of them so far."""
        named = [each for each in entry.agents if mentions_name(entry.text, each)]
        return tuple(
            each for each in (*entry.people, *named)
            if each != entry.actor and each not in self._seen_in
        )  # fmt: skip


def _list_beats(entries: Sequence[ChronicleEntry]) -> Iterator[Beat]:
    """Yield what is to be told of `entries`, in order."""
    walks = find_walks(entries)
    begins = {each.begins: each for each in walks}
    ends = {each.ends: each for each in walks}
    passed = {step for each in walks for step in each.steps}
    passed_over = find_untold(entries, passed) | passed
    for number, entry in enumerate(entries):
        if number in begins or number in ends:
            yield from _tell_walk(number, entry, begins, ends)
        elif number not in passed_over and entry.kind != GAP:
            yield Beat(_name_kind(entry), entry)


def _name_kind(entry: ChronicleEntry) -> BeatKind:
    if entry.event == LOST:
        return "lost"
    return "speech" if entry.is_speech else "deed"


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
