"""The chronicle of a running server: recorder, writer and reader together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from agents.boundaries import Clock
from config.server import ServerSettings
from server.boundaries import Visitor
from server.chronicle.entry import START, STOP, ChronicleEntry
from server.chronicle.files import CHRONICLE_FOLDER
from server.chronicle.recorder import ChronicleRecorder
from server.chronicle.writer import ChronicleWriter
from world.realm import Realm


class Chronicle:
    """Writes down what happens in `realm` from now on; changed settings hold at once."""

    def __init__(
        self,
        realm: Realm,
        vault: Path,
        clock: Clock,
        settings: Callable[[], ServerSettings],
        log: Callable[[str], None],
    ) -> None:
        self._realm, self._clock, self._settings = realm, clock, settings
        self._has_past = False
        self.visitors: Callable[[], Sequence[Visitor]] = tuple
        """Returns who is here."""
        self.folder = vault / CHRONICLE_FOLDER
        self.writer = ChronicleWriter(self.folder, clock, lambda: settings().chronicle, log)
        self.recorder = ChronicleRecorder(
            realm, clock, self.writer.add, lambda: settings().chronicle.enabled
        )

    async def begin(self) -> None:
        """Write down that the server was started, and when it had been stopped, if that is known.

        Before anything has happened there is nothing to go on from.
        """
        last = await asyncio.to_thread(self._read_last)
        self._has_past = last is not None
        if last is not None:
            self._mark(START, last.at if last.kind == STOP else None)

    def _read_last(self) -> ChronicleEntry | None:
        from server.chronicle.reading import read_lines  # noqa: PLC0415  # as below

        try:
            return next(read_lines(self.folder), None)
        except OSError:
            return None

    def _mark(self, kind: str, stopped: datetime | None = None) -> None:
        if self._settings().chronicle.enabled:
            now = self._clock.now()
            self.writer.add(ChronicleEntry(now, self._realm.time(), "", kind, "", stopped=stopped))

    def read(self) -> Iterator[ChronicleEntry]:
        """Yield what was written so far, the newest first. It blocks. Raises `OSError`."""
        from server.chronicle.reading import read_newest_first  # noqa: PLC0415  # when one reads

        return read_newest_first(self.folder)

    def find_guest_arrival(self, name: str) -> datetime | None:
        """Return when the guest `name` came in; None: nobody here is a guest of this name."""
        for each in self.visitors():
            if each.name == name and each.kind == "guest":
                return self._clock.now() - timedelta(seconds=each.connected_seconds + 1)
        return None

    async def close(self) -> None:
        """Write what waits, and that the server is stopped, and close the file."""
        if self._has_past or self.writer.has_begun:
            self._mark(STOP)
        await self.writer.close()
