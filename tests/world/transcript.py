"""Transcripts: play as it reads, checked for the actor and for everyone else.

A line ``Ann> say hello`` is typed by Ann.  The lines ``Bob: text`` after it are all that
anybody perceives of it, each mind's in order; an indented line continues the text before
it.  Whatever a mind perceives that the transcript does not list is an error, so that a
bystander who should notice nothing is checked too.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from tests.texts import shipped_texts
from world.boundaries import MindKind, Outcome, Perception
from world.commands.command import Command
from world.commands.table import CommandTable
from world.model import Character, Room, Thing
from world.realm import ROLE
from world.recorder import Recorder
from world.stores import MemoryStore
from world.vault.texts import Texts
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

_TYPED = re.compile(r"(\w+)> (.*)")
_HEARD = re.compile(r"(\w+): (.*)")


class Play:
    """A small world: the Hall (start), the Garden and the Pond beyond, and who is in it."""

    def __init__(self, extra: Sequence[Command] = (), texts: Texts | None = None) -> None:
        self.store = MemoryStore()
        self.errors: list[tuple[BaseException, str]] = []
        table = CommandTable([*WORLD_COMMANDS, *extra])
        self.world = World(table, texts or shipped_texts(), self.store, on_error=self._on_error)
        self.minds: dict[str, Recorder] = {}
        self.hall = self.room("The Hall", "A long stone hall.")
        self.garden = self.room("The Garden", "Box hedges and bees.")
        self.pond = self.room("The Pond", "Still water.")
        self.connect(self.hall, "garden", self.garden, "hall")
        self.connect(self.garden, "pond", self.pond, "garden")

    def _on_error(self, error: BaseException, where: str) -> None:
        self.errors.append((error, where))

    def room(self, name: str, description: str = "") -> Room:
        return self.world.create_room(name, description)

    def connect(self, here: Room, out: str, there: Room, back: str) -> None:
        with self.world.changes() as tx:
            tx.add_exit(here, out, there)
            tx.add_exit(there, back, here)

    def thing(self, name: str, place: Thing, description: str = "", alias: str = "") -> int:
        aliases = (alias,) if alias else ()
        with self.world.changes() as tx:
            made = tx.create("thing", name, place, description=description, aliases=aliases)
        return made.id

    def character(
        self, name: str, kind: MindKind = "person", place: Room | None = None, admin: bool = False
    ) -> Character:
        properties = {ROLE: "administrator"} if admin else {}
        room = place or self.hall
        made = self.world.add_character(name, room.id, properties=properties)
        self.minds[name] = Recorder(kind)
        self.world.attach(made.id, self.minds[name])
        return made

    def perform(self, name: str, line: str) -> Outcome:
        return self.world.perform(self.who(name).id, line)

    def who(self, name: str) -> Character:
        found = self.world.find_character(name)
        assert found is not None
        return found

    def heard(self, name: str) -> list[Perception]:
        return self.minds[name].take()

    def last(self, name: str) -> Perception:
        return self.heard(name)[-1]

    def __call__(self, transcript: str) -> None:
        """Play `transcript`; every error of the world is one of the test."""
        for typed, expected in steps(transcript):
            name, line = typed
            self.perform(name, line)
            actual = {who: [p.text for p in mind.take()] for who, mind in self.minds.items()}
            wanted = {who: [t for n, t in expected if n == who] for who in self.minds}
            assert actual == wanted, f"after {name}> {line}"
            assert {n for n, _ in expected} <= set(self.minds), f"nobody is called so: {expected}"
            assert not self.errors


Step = tuple[tuple[str, str], list[tuple[str, str]]]


def steps(transcript: str) -> Iterator[Step]:
    typed: tuple[str, str] | None = None
    expected: list[tuple[str, str]] = []
    for line in textwrap.dedent(transcript).strip("\n").split("\n"):
        command, heard = _TYPED.fullmatch(line), _HEARD.fullmatch(line)
        if command:
            if typed:
                yield typed, expected
            typed, expected = (command[1], command[2]), []
        elif line.startswith(" ") and expected:
            name, text = expected[-1]
            expected[-1] = (name, f"{text}\n{line.strip()}")
        elif heard:
            expected.append((heard[1], heard[2]))
        else:
            assert not line.strip(), f"not a line of a transcript: {line!r}"
    assert typed, "an empty transcript checks nothing"
    yield typed, expected


def trio() -> Play:
    """Ann (administrator) and Bob, people, and Moss, an agent, in the Hall."""
    play = Play()
    play.character("Ann", admin=True)
    play.character("Bob")
    play.character("Moss", "agent")
    return play
