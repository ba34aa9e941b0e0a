"""``python -m benchmarks.loop.beating FILE …``: the server, with a heartbeat in its loop.

The other arguments are the server's.  Each beat is written to the file as three floats: the time
(`time.monotonic`), by how many ms it came late, and the ms of processor time that the loop's own
thread took since the last beat.
"""

from __future__ import annotations

import asyncio
import struct
import sys
import time
from pathlib import Path
from typing import BinaryIO

from server.__main__ import main

BEAT_SECONDS = 0.005
BEAT = struct.Struct("<ddd")
BUFFER_BYTES = 24 * 200
"""About a second's beats."""


class BeatingLoop(asyncio.SelectorEventLoop):
    """A loop that notes how late it is."""

    def begin(self, file: BinaryIO) -> None:
        """Begin to beat."""
        self._file, self._busy = file, time.thread_time()
        self._due = self.time() + BEAT_SECONDS
        self.call_at(self._due, self._beat)

    def _beat(self) -> None:
        now, busy = self.time(), time.thread_time()
        late, spent = (now - self._due) * 1000, (busy - self._busy) * 1000
        self._file.write(BEAT.pack(time.monotonic(), late, spent))
        self._busy, self._due = busy, now + BEAT_SECONDS
        self.call_at(self._due, self._beat)


def _make_loop(path: Path) -> BeatingLoop:
    loop = BeatingLoop()
    loop.begin(path.open("wb", buffering=BUFFER_BYTES))
    return loop


if __name__ == "__main__":
    beats = Path(sys.argv[1])
    asyncio.SelectorEventLoop = lambda: _make_loop(beats)  # type: ignore[assignment,misc]
    sys.exit(main(sys.argv[2:]))
