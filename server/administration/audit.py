"""The audit log: who did what, and when, as JSON lines in the vault.

``vault/.tarn/audit.jsonl`` is readable by its owner alone. It is renamed to ``audit.1.jsonl`` when
it is full, the one before to ``audit.2.jsonl`` and so on; the oldest is dropped. Passwords are
never handed to it.
"""

from __future__ import annotations

import json
import os
import stat
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from agents.boundaries import Clock, StorageTrouble, StorageWatcher, Timer, ignore_trouble
from agents.event_line import tell_event
from server.boundaries import Record
from world.names import key_of

AUDIT_FILE = "audit.jsonl"

#: Bytes of one file, how many files there are, and how many lines wait while the disk is full.
FILE_BYTES, MOST_FILES, MOST_WAITING = 4_000_000, 8, 2000
#: Seconds from a failed write to the next try, if no other line comes.
RETRY_SECONDS = 5.0
_OWNER = "the audit log"
"""What people read of it when it cannot be written."""
#: The longest value of a field, in characters.
VALUE_LENGTH = 2000

AuditEntry = dict[str, str]


class AuditLog:
    """Appends to the audit log and reads it back.

    A line is handed to the system before `record` returns: it outlives the process, and all but
    the last seconds outlive the machine. What cannot be written waits, and of too many lines the
    oldest are lost; the next line that is written says how many.
    """

    def __init__(
        self, folder: Path, clock: Clock, log: Callable[[str], None], file_bytes: int = FILE_BYTES
    ) -> None:
        self._path = folder / AUDIT_FILE
        self._clock = clock
        self._log = log
        self._file_bytes = file_bytes
        self._waiting: deque[bytes] = deque()
        self._lost = 0
        self._failing = False
        self._timer: Timer | None = None
        self.watch: StorageWatcher = ignore_trouble
        """Is told when nothing can be written, and when it can be again."""

    def record(self, event: str, who: str, /, **fields: str) -> None:
        """Append one line; never raises."""
        if len(self._waiting) == MOST_WAITING:
            self._waiting.popleft()
            self._lost += 1
        self._waiting.append(self._encode(event, who, **fields))
        self._try()

    def close(self) -> None:
        """Write what waits, and try no more."""
        self._try()
        if self._timer is not None:
            self._timer.cancel()

    def list_unsaved(self) -> list[str]:
        """Return a line for what is not on disk, or none."""
        return [f"{len(self._waiting)} lines of {_OWNER}"] if self._waiting else []

    def read(self, most: int, name: str = "") -> list[AuditEntry]:
        """Return the newest lines, the oldest of them first; with `name`, those about that name.

        It reads files, and so belongs in a thread.
        """
        wanted = (entry for entry in self._newest_first() if not name or _is_about(entry, name))
        return list(islice(wanted, most))[::-1]

    def _encode(self, event: str, who: str, /, **fields: str) -> bytes:
        said = {key: value[:VALUE_LENGTH] for key, value in fields.items()}
        entry = {"at": self._clock.now().isoformat(), "event": event, "who": who[:80], **said}
        # A lone surrogate is no UTF-8; `ensure_ascii` writes it as an escape.
        return json.dumps(entry).encode("ascii") + b"\n"

    def _try(self) -> None:
        """Write what waits; if that fails, try again later."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if not self._waiting:
            return
        try:
            self._write()
        except OSError as error:
            self._begin_trouble(error)
            self._timer = self._clock.call_later(RETRY_SECONDS, self._try)
        else:
            self._end_trouble()

    def _write(self) -> None:
        lost = [self._encode("lost", "", lines=str(self._lost))] if self._lost else []
        data = b"".join([*lost, *self._waiting])
        self._rotate()
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        file = os.open(self._path, flags, stat.S_IRUSR | stat.S_IWUSR)
        try:
            _append(file, data)
        finally:
            os.close(file)
        self._waiting.clear()

    def _rotate(self) -> None:
        try:
            size = self._path.stat().st_size
        except FileNotFoundError:
            return
        if size < self._file_bytes:
            return
        for number in range(MOST_FILES - 1, 0, -1):
            with suppress(FileNotFoundError):
                self._numbered(number - 1).replace(self._numbered(number))

    def _numbered(self, number: int) -> Path:
        return self._path.with_suffix(f".{number}.jsonl") if number else self._path

    def _begin_trouble(self, error: OSError) -> None:
        if self._failing:
            return
        self._failing = True
        line = f"[Audit] {self._path} cannot be written; lines wait in memory: {error}"
        self._log(tell_event("audit", line, "error", file=str(self._path)))
        reason = error.strerror or repr(error)
        what = f"{_OWNER} cannot be written: {reason}"
        self.watch(StorageTrouble("lines", _OWNER, reason, what))

    def _end_trouble(self) -> None:
        lost, self._lost = self._lost, 0
        if self._failing:
            self._failing = False
            self._log(f"[Audit] {self._path} is written again; {lost} lines are lost")
            self.watch(StorageTrouble("lines", _OWNER, "", lost=lost))

    def _newest_first(self) -> Iterator[AuditEntry]:
        for number in range(MOST_FILES):
            try:
                lines = self._numbered(number).read_bytes().splitlines()
            except FileNotFoundError:
                continue
            for line in reversed(lines):
                with suppress(ValueError, AttributeError):  # a line that a crash has torn
                    entry = json.loads(line)
                    yield {str(key): str(value) for key, value in entry.items()}


def _append(file: int, data: bytes) -> None:
    """Write all of `data` or, on a full disk, none of it; begin a line of its own."""
    before = os.fstat(file).st_size
    if before and os.pread(file, 1, before - 1) != b"\n":
        data = b"\n" + data
    try:
        while data:
            data = data[os.write(file, data) :]
    except OSError:
        os.ftruncate(file, before)
        raise


def _is_about(entry: AuditEntry, name: str) -> bool:
    key = key_of(name)
    return any(key_of(entry.get(field, "")) == key for field in ("who", "whom", "address"))


class RestrainedRecord:
    """Records what strangers cause: at most so many lines of an event in a minute.

    The others are counted, and the count is the next minute's first line: nobody can push an
    administrator's acts out of the log.
    """

    MOST = 60
    SECONDS = 60.0

    def __init__(self, record: Record, seconds: Callable[[], float]) -> None:
        self._record = record
        self._seconds = seconds
        self._begun = seconds()
        self._counts: dict[str, int] = {}

    def __call__(self, event: str, who: str, /, **fields: str) -> None:
        """Record the event, or count it."""
        if self._seconds() - self._begun >= self.SECONDS:
            self._begin_again()
        self._counts[event] = count = self._counts.get(event, 0) + 1
        if count <= self.MOST:
            self._record(event, who, **fields)

    def _begin_again(self) -> None:
        for event, count in self._counts.items():
            if count > self.MOST:
                self._record(event, "", more=str(count - self.MOST))
        self._counts.clear()
        self._begun = self._seconds()


_restrained: type[Record] = RestrainedRecord
