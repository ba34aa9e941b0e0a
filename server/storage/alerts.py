"""Tells administrators and the log that something cannot be written, and when it can be again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping

from agents.boundaries import StorageKind, StorageTrouble, StorageWatcher
from agents.event_line import tell_event
from world.boundaries import Role
from world.world import World

#: How long a shutdown tries to write what has waited.
SAVING_SECONDS = 0.8

_SENTENCES: Mapping[StorageKind, tuple[str, str]] = {
    "archive": ("storage.fails", "storage.works"),
    "files": ("storage.files-fail", "storage.files-work"),
    "world": ("storage.world-fails", "storage.world-works"),
    "row": ("storage.row-fails", "storage.row-works"),
    "people": ("storage.people-fails", "storage.people-works"),
    "accounts": ("storage.accounts-fail", "storage.accounts-work"),
    "lines": ("storage.lines-fail", "storage.lines-work"),
    "notes": ("storage.notes-fail", "storage.notes-work"),
    "intentions": ("storage.intentions-fail", "storage.intentions-work"),
    "tokens": ("storage.tokens-fail", "storage.tokens-work"),
}
"""What is told at the beginning of a trouble, and at its end."""


class StorageAlerts:
    """Tells every administrator who is present of each trouble once; of its end, those who heard
    of it. The log has both.

    The same kind of thing with the same reason, such as all archives on a full disk, is one
    trouble.
    """

    def __init__(self, world: World, log: Callable[[str], None]) -> None:
        self._world, self._log = world, log
        self._open: dict[tuple[str, str], StorageTrouble] = {}
        """Kind and owner → what was told of it."""
        self._saved: Counter[tuple[str, str]] = Counter()
        self._lost: Counter[tuple[str, str]] = Counter()
        self._heard: dict[tuple[str, str], set[int]] = {}
        """Kind and reason → the characters who were told of it."""

    def __call__(self, trouble: StorageTrouble, /) -> None:
        """Tell of `trouble` if it is news."""
        key = trouble.kind, trouble.owner
        if trouble.reason:
            self._begin(key, trouble)
        elif key in self._open:
            self._end(trouble, self._open.pop(key))

    def forget(self, owner: str) -> None:
        """Leave out the troubles of an agent that is gone."""
        for key in [key for key in self._open if key[1] == owner]:
            del self._open[key]

    def describe(self) -> str:
        """Return what cannot be written now; empty: all can."""
        first = {_same(each): each.what for each in reversed(self._open.values())}
        return "; ".join(first.values())

    def greet(self, character: int) -> None:
        """Tell an administrator who comes in of each present trouble."""
        if self._world.role_of(self._world.character(character)) is not Role.ADMINISTRATOR:
            return
        first = {_same(each): each for each in reversed(self._open.values())}
        for same, each in first.items():
            self._heard.setdefault(same, set()).add(character)
            text = self._world.texts.say(_SENTENCES[each.kind][0], what=each.what)
            self._world.notify(character, text, "fault")

    def list_open(self) -> list[str]:
        """Return what cannot be written at the moment."""
        return [f"{each.kind} of {owner}: {each.what}" for (_, owner), each in self._open.items()]

    async def tell_unsaved(self, save: Callable[[], Awaitable[list[str]]]) -> None:
        """At a stop: try once more to write what waits, and tell what is still not on disk."""
        if not self._open:
            return
        try:
            wrong = await asyncio.wait_for(save(), SAVING_SECONDS)
        except Exception as error:  # the stop must go on
            wrong = [repr(error)]
        for each in wrong:
            text = self._world.texts.say("storage.stop", why=each)
            self._log(tell_event("storage.unsaved", f"[Storage] {text}", "error"))
            self._world.tell_administrators(text)

    def _begin(self, key: tuple[str, str], trouble: StorageTrouble) -> None:
        is_known = self._has(_same(trouble))
        self._open[key] = trouble
        if not is_known:
            text = self._world.texts.say(_SENTENCES[trouble.kind][0], what=trouble.what)
            self._write("storage.fails", text, trouble)
            self._heard[_same(trouble)] = {each.id for each in self._world.list_administrators()}
            self._world.tell_administrators(text)

    def _end(self, trouble: StorageTrouble, begun: StorageTrouble) -> None:
        same = _same(begun)
        self._saved[same] += trouble.saved
        self._lost[same] += trouble.lost
        if not self._has(same):
            saved, lost = self._saved.pop(same), self._lost.pop(same)
            text = self._world.texts.say(
                _SENTENCES[begun.kind][1],
                owner=begun.owner, reason=begun.reason, saved=saved, lost=lost,
            )  # fmt: skip
            self._write("storage.works", text, begun)
            heard = self._heard.pop(same, set())
            for each in self._world.list_administrators():
                if each.id in heard:
                    self._world.notify(each.id, text, "fault")

    def _has(self, same: tuple[str, str]) -> bool:
        return any(_same(each) == same for each in self._open.values())

    def _write(self, event: str, text: str, trouble: StorageTrouble) -> None:
        """Write to the log what is told of a trouble."""
        level = "error" if event == "storage.fails" else "info"
        fields = {"kind": trouble.kind, "owner": trouble.owner, "reason": trouble.reason}
        self._log(tell_event(event, f"[Storage] {text}", level, **fields))


def _same(trouble: StorageTrouble) -> tuple[str, str]:
    """Return what is equal in troubles that are told as one."""
    return trouble.kind, trouble.reason


_watcher: type[StorageWatcher] = StorageAlerts
