"""``python -m benchmarks.loop.beating FILE …``: the server, with a heartbeat in its loop.

The other arguments are the server's.  Each beat is written to the file as four floats: the time
(`time.monotonic`), by how many ms it came late, the ms of processor time that the loop's own thread
took since the last beat, and the ms for which it waited for a processor (Linux's schedstat).
Callbacks that take long are written beside it, by name.
"""

from __future__ import annotations

import asyncio
import os
import struct
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

from benchmarks.loop.callbacks import CALLBACKS, note_callbacks, note_garbage
from server.__main__ import main

BEAT_SECONDS = 0.005
BEAT = struct.Struct("<dddd")
BUFFER_BYTES = 32 * 200
"""About a second's beats."""


class BeatingLoop(asyncio.SelectorEventLoop):
    """A loop that notes how late it is."""

    def begin(self, file: BinaryIO) -> None:
        """Begin to beat."""
        self._file, self._busy = file, time.thread_time()
        self._schedstat = os.open(
            f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY
        )
        self._queued = self._read_queued()
        self._due = self.time() + BEAT_SECONDS
        self.call_at(self._due, self._beat)

    def _beat(self) -> None:
        now, busy = self.time(), time.thread_time()
        late, spent = (now - self._due) * 1000, (busy - self._busy) * 1000
        queued = self._read_queued()
        self._file.write(BEAT.pack(time.monotonic(), late, spent, queued - self._queued))
        self._busy, self._queued, self._due = busy, queued, now + BEAT_SECONDS
        self.call_at(self._due, self._beat)

    def _read_queued(self) -> float:
        """Return the ms for which this thread was ready to run and had no processor, so far."""
        return int(os.pread(self._schedstat, 100, 0).split()[1]) / 1e6


def _make_loop(path: Path) -> BeatingLoop:
    loop = BeatingLoop()
    loop.begin(path.open("wb", buffering=BUFFER_BYTES))
    return loop


if __name__ == "__main__":
    beats = Path(sys.argv[1])
    notes = beats.with_suffix(CALLBACKS).open("w", encoding="utf-8")
    note_callbacks(notes)
    note_garbage(notes)
    asyncio.SelectorEventLoop = lambda: _make_loop(beats)  # type: ignore[assignment,misc]
    sys.exit(main(sys.argv[2:]))
