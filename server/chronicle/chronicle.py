"""The chronicle of a running server: recorder, writer and reader together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from agents.boundaries import Clock
from config.server import ServerSettings
from server.boundaries import Visitor
from server.chronicle.entry import ChronicleEntry
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
        self._clock = clock
        self.visitors: Callable[[], Sequence[Visitor]] = tuple
        """Returns who is here."""
        self.folder = vault / CHRONICLE_FOLDER
        self.writer = ChronicleWriter(self.folder, clock, lambda: settings().chronicle, log)
        self.recorder = ChronicleRecorder(
            realm, clock, self.writer.add, lambda: settings().chronicle.enabled
        )

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
        """Write what waits and close the file."""
        await self.writer.close()
