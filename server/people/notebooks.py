"""The private notes of people: those of a person stay, those of a guest go with the guest."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.boundaries import Clock
from agents.mind.notes import NoteBook
from server.people.people import ACCOUNT
from world.names import vault_path
from world.world import World


@dataclass(frozen=True, slots=True)
class Notebooks:
    """The notes in `vault`; guests' are in a folder of the machine's own meanwhile."""

    vault: Path
    machine: Path
    world: World
    clock: Clock

    def open(self, person: str) -> NoteBook:
        """Return the notes of a person or guest."""
        return NoteBook(vault_path(*self._place(person), person, "notes"), self.clock)

    def forget(self, guest: str) -> None:
        """Remove the notes of a guest who is gone."""
        shutil.rmtree(vault_path(*self._guests, guest), ignore_errors=True)

    def sweep(self) -> None:
        """Remove what guests left behind when the server was killed; of those here nothing."""
        for name in list(self._list_guests()):
            if self.world.find_character(name) is None:
                self.forget(name)

    @property
    def _guests(self) -> tuple[Path, str]:
        return self.machine, "guests"

    def _place(self, person: str) -> tuple[Path, str]:
        body = self.world.find_character(person)
        is_guest = body is not None and body.properties.get(ACCOUNT) == "guest"
        return self._guests if is_guest else (self.vault, "people")

    def _list_guests(self) -> Iterator[str]:
        folder = self.machine.joinpath("guests")
        return (each.name for each in folder.iterdir()) if folder.is_dir() else iter(())
