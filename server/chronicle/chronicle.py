"""The chronicle of a running server: recorder, writer and reader together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from agents.boundaries import Clock
from config.server import ServerSettings
from server.chronicle.entry import ChronicleEntry
from server.chronicle.files import CHRONICLE_FOLDER
from server.chronicle.reading import read_newest_first
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
        self.folder = vault / CHRONICLE_FOLDER
        self.writer = ChronicleWriter(self.folder, clock, lambda: settings().chronicle, log)
        self._recorder = ChronicleRecorder(
            realm, clock, self.writer.add, lambda: settings().chronicle.enabled
        )
        realm.on_events = self._recorder.notice

    def read(self) -> Iterator[ChronicleEntry]:
        """Yield what was written so far, the newest first. It blocks. Raises `OSError`."""
        return read_newest_first(self.folder)

    async def close(self) -> None:
        """Write what waits and close the file."""
        await self.writer.close()
