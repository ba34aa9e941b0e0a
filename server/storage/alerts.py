"""Tells administrators that something cannot be written, and when it can be again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from agents.boundaries import StorageTrouble, StorageWatcher
from world.commands.invocation import is_administrator
from world.world import World

#: How long a shutdown tries to write what has waited.
SAVING_SECONDS = 3.0


class StorageAlerts:
    """Tells every administrator who is present of each trouble once.

    Several sources with the same reason, such as all archives on a full disk, are one trouble.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: dict[str, StorageTrouble] = {}
        self._saved: Counter[str] = Counter()
        self._lost: Counter[str] = Counter()

    def __call__(self, trouble: StorageTrouble, /) -> None:
        """Tell of `trouble` if it is news."""
        if trouble.reason:
            self._begin(trouble)
        elif trouble.source in self._open:
            self._end(trouble, self._open.pop(trouble.source).reason)

    def greet(self, character: int) -> None:
        """Tell an administrator who comes in of each present trouble."""
        first = {each.reason: each for each in reversed(self._open.values())}
        for each in first.values():
            self._tell_one(character, self._world.texts.say("storage.fails", what=each.what))

    async def tell_unsaved(self, save: Callable[[], Awaitable[list[str]]]) -> None:
        """At a stop: try once more to write what waits, and tell what is still not on disk."""
        if not self._open:
            return
        try:
            wrong = await asyncio.wait_for(save(), SAVING_SECONDS)
        except Exception as error:  # the stop must go on
            wrong = [repr(error)]
        for each in wrong:
            self._tell("storage.stop", why=each)

    def _begin(self, trouble: StorageTrouble) -> None:
        is_known = self._has(trouble.reason)
        self._open[trouble.source] = trouble
        if not is_known:
            self._tell("storage.fails", what=trouble.what)

    def _end(self, trouble: StorageTrouble, reason: str) -> None:
        self._saved[reason] += trouble.saved
        self._lost[reason] += trouble.lost
        if not self._has(reason):
            saved, lost = self._saved.pop(reason), self._lost.pop(reason)
            self._tell("storage.works", reason=reason, saved=saved, lost=lost)

    def _has(self, reason: str) -> bool:
        return any(each.reason == reason for each in self._open.values())

    def _tell(self, key: str, **values: object) -> None:
        text = self._world.texts.say(key, **values)
        for each in self._world.characters():
            self._tell_one(each.id, text)

    def _tell_one(self, character: int, text: str) -> None:
        world = self._world
        if is_administrator(world.character(character), world.kind_of(character)):
            world.notify(character, text, "fault")


_watcher: type[StorageWatcher] = StorageAlerts
