"""The private notes of people: those of a person stay, those of a guest go with the guest."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from agents.boundaries import Clock, StorageTrouble, StorageWatcher, ignore_trouble
from agents.mind.note_files.note_writer import NoteWriter
from server.boundaries import Account
from server.people.people import ACCOUNT
from world.names import key_of, vault_path
from world.vault.markdown import write_atomically
from world.world import World

if TYPE_CHECKING:
    from agents.mind.notes import NoteBook

TRY_SECONDS = 5.0
"""Seconds from a note that cannot be written to the next look at the disk."""

_PROBE, _PROBE_BYTES = "writable", 20_000
"""The file by which it is found out whether notes can be written; it is as large as the longest."""


class Notebooks:
    """The notes in `vault`; guests' are in a folder of the machine's own meanwhile.

    A notebook is open while its person is here, and its files are written by `writer`.
    """

    def __init__(self, vault: Path, machine: Path, world: World, clock: Clock) -> None:
        self._vault = vault
        self._machine = machine
        self._world = world
        self._clock = clock
        self._open: dict[str, NoteBook] = {}
        self._trouble = ""
        self.writer = NoteWriter()
        self.watch: StorageWatcher = ignore_trouble
        """Is told when notes cannot be written, and when they can be again."""

    async def prepare(self, account: Account) -> None:
        """Read somebody's notes in a thread, unless they are open."""
        key = key_of(account.name)
        if account.guest or key in self._open:
            return
        book = self._make_for(account.name)
        await self.writer.flush()  # of an earlier visit
        book.take_in(await asyncio.to_thread(book.load))
        self._open.setdefault(key, book)

    def open(self, person: str) -> NoteBook:
        """Return the notes of a person or guest."""
        key = key_of(person)
        if key not in self._open:
            self._open[key] = self._make_for(person)
        return self._open[key]

    def close(self, account: Account) -> None:
        """Put away the notes of somebody who has gone; what was written still gets to disk."""
        self._open.pop(key_of(account.name), None)

    def forget(self, guest: str) -> None:
        """Remove the notes of a guest who is gone."""
        self._open.pop(key_of(guest), None)
        self.writer.remove_folder(vault_path(*self._guests, guest))

    def remove(self, person: str) -> None:
        """Remove the notes of a person who has no account any more."""
        self._open.pop(key_of(person), None)
        self.writer.remove_folder(vault_path(self._vault, "people", person))

    def sweep(self) -> None:
        """Remove the guests that a killed server left behind, and their notes; of those who are
        here nothing. To be called before anybody comes in.
        """
        for body in self._world.characters():
            if body.properties.get(ACCOUNT) == "guest" and not self._world.is_present(body):
                self._world.remove_character(body.id)
        for name in list(self._list_guests()):
            if self._world.find_character(name) is None:
                shutil.rmtree(vault_path(*self._guests, name), ignore_errors=True)

    def make(self, name: str, folder: Path) -> NoteBook:
        """Return the notes in `folder`; the character `name` is told of those that fail."""
        from agents.mind.notes import NoteBook  # noqa: PLC0415  # with the minds

        book = NoteBook(folder, self._clock, self.writer)
        book.on_failure = lambda title, why: self._tell_unkept(name, title, why)
        book.on_refusal = self._begin_trouble_soon
        return book

    def _make_for(self, person: str) -> NoteBook:
        return self.make(person, vault_path(*self._place(person), person, "notes"))

    def _tell_unkept(self, name: str, title: str, why: str) -> None:
        self._begin_trouble(why)
        body = self._world.find_character(name)
        if body is not None:
            text = self._world.texts.say("note.unkept", title=title, why=why)
            self._world.notify(body.id, text, "refusal")

    def _begin_trouble_soon(self, why: str) -> None:
        """Tell of a trouble after the command that is refused: what is told in it is dropped."""

        async def begin() -> None:
            self._begin_trouble(why)

        self.writer.submit(begin)

    def _begin_trouble(self, why: str) -> None:
        if not self._trouble:
            self._trouble = why
            self.watch(StorageTrouble("notes", "notes", why, f"notes cannot be written: {why}"))
            self._look_later()

    def _look_later(self) -> None:
        self._clock.call_later(TRY_SECONDS, lambda: self.writer.submit(self._look))

    async def _look(self) -> None:
        """End the trouble if a file can be written."""
        if await asyncio.to_thread(self._can_write):
            self._trouble = ""
            self.watch(StorageTrouble("notes", "notes", ""))
        else:
            self._look_later()

    def _can_write(self) -> bool:
        path = self._machine / _PROBE
        try:
            write_atomically(path, " " * _PROBE_BYTES)
            path.unlink()
        except OSError:
            return False
        return True

    @property
    def _guests(self) -> tuple[Path, str]:
        return self._machine, "guests"

    def _place(self, person: str) -> tuple[Path, str]:
        body = self._world.find_character(person)
        is_guest = body is not None and body.properties.get(ACCOUNT) == "guest"
        return self._guests if is_guest else (self._vault, "people")

    def _list_guests(self) -> Iterator[str]:
        folder = self._machine.joinpath("guests")
        return (each.name for each in folder.iterdir()) if folder.is_dir() else iter(())
