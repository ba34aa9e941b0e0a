"""The output of tools: results on standard output, progress and errors on standard error."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import BinaryIO, TextIO

from late.late_dataclass import late_dataclass

#: Work that is done sooner shows no progress (seconds).
QUIET_SECONDS = 1.0
#: Seconds between two lines of progress: on a terminal, and elsewhere.
TERMINAL_SECONDS, PLAIN_SECONDS = 0.2, 5.0

OK, WRONG, USAGE, STOPPED = 0, 1, 2, 130
"""Exit statuses: fine; the archive is damaged; wrong usage; interrupted."""


class CannotDo(Exception):
    """The tool cannot do its work; the message says why and what to do."""

    status = USAGE


class ArchiveBroken(CannotDo):
    """The tool cannot do its work because the archive is damaged."""

    status = WRONG


@late_dataclass
class Console:
    """Writes a tool's output. `out` takes bytes, so that a prompt is printed unchanged."""

    out: BinaryIO
    err: TextIO
    monotonic: Callable[[], float] = time.monotonic
    _begun: float = -1.0
    _next: float = 0.0
    _shown: bool = False

    def say(self, line: str = "") -> None:
        """Print a line of the result."""
        self.write(f"{line}\n".encode("utf-8", "replace"))

    def write(self, content: bytes) -> None:
        """Print bytes of the result unchanged."""
        self.clear()
        self.out.write(content)

    def note(self, line: str) -> None:
        """Print a remark on standard error."""
        self.clear()
        self.out.flush()
        self.err.write(f"{escape_line(line)}\n")
        self.err.flush()

    def begin(self) -> None:
        """Start the clock of work that may take long."""
        self.clear()
        self._begun = self.monotonic()
        self._next = self._begun + QUIET_SECONDS

    def progress(self, what: str, done: int, total: int) -> None:
        """Show `done` of `total` now and then, once the work takes longer than a second."""
        now = self.monotonic()
        if now < self._next:
            return
        self._next = now + (TERMINAL_SECONDS if self._terminal else PLAIN_SECONDS)
        share = f" ({100 * done // total} %)" if total else ""
        of = f" of {total:,}" if total else ""
        self._show(f"{what}: {done:,}{of}{share}, {now - self._begun:.0f} s")

    def clear(self) -> None:
        """Erase the line of progress."""
        if self._shown:
            self.err.write("\r\x1b[K")
            self.err.flush()
            self._shown = False

    @property
    def _terminal(self) -> bool:
        return self.err.isatty()

    def _show(self, line: str) -> None:
        if self._terminal:
            self.err.write(f"\r\x1b[K{line}")
            self._shown = True
        else:
            self.err.write(f"{line}\n")
        self.err.flush()


def escape_line(text: str) -> str:
    """Return `text` as one line that is safe on a terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def format_count(number: int, what: str) -> str:
    """Return number and noun: ``1 memory``, ``1,000 memories``."""
    if number != 1:
        what = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what}"
