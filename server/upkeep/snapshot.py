"""Copies vault and config beside a running server, so that the copy could be started.

The order matters: the databases first, then what has its origin in archives (summaries, notes),
the archives last.  So a copied archive is never behind what was made from it, as after a kill.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import field
from io import BufferedReader
from pathlib import Path, PurePosixPath

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

BLOCK = 1 << 20
COPY_PATIENCE = 30.0
"""Seconds that the copy of a database waits for another program's lock."""

_LEFT_OUT = late_pattern(
    r"vault/\.tarn/(lock|log|models|metrics-token|page-logins\.json)(/.*)?"
    r"|.*\.sqlite(\.new)?-(wal|shm|journal)|.*\.sqlite\.new"
    r"|(.*/)?(\..*\.tmp|\.tarn-writes-\d+)|vault/.*\.tmp"
)
_DATABASE = late_pattern(r"vault/\.tarn/(.*/)?[^/]+\.sqlite")
_APPENDED = late_pattern(r"vault/(.*/)?[^/]+\.jsonl")

_FIRST = "vault/.tarn/world.sqlite"
"""The world is copied before the accounts: a body without an account could be anybody's."""


@late_dataclass(slots=True)
class Snapshot:
    """Collects the copy of both folders in `goal`."""

    goal: Path
    folders: dict[str, int] = field(default_factory=dict)
    modes: dict[str, int] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    """What is not in the copy, or not as it should be."""
    _seen: set[tuple[int, int]] = field(default_factory=set)

    def take(self, part: str, source: Path) -> None:
        """Copy the folder `source` as `part`. Raises `OSError` if the copy cannot be written."""
        names = list(self._walk(part, source))
        databases = sorted(filter(_DATABASE.fullmatch, names), key=lambda name: name != _FIRST)
        for name in databases:
            self._copy(name, source, self._copy_database)
        for name in names:
            if not _DATABASE.fullmatch(name) and not _APPENDED.fullmatch(name):
                self._copy(name, source, _copy_file)
        self._take_appended(part, source)
        self._take_appended(part, source)  # what was renamed meanwhile has another name now

    def _take_appended(self, part: str, source: Path) -> None:
        """Copy the files that only grow; of a chain of renamed ones the newest first."""
        names = filter(_APPENDED.fullmatch, self._walk(part, source))
        for name in sorted(names, key=lambda name: (len(name), name)):
            if name not in self.modes:
                self._copy(name, source, self._copy_lines)

    def _walk(self, part: str, source: Path) -> Iterator[str]:
        """Yield the names of all files to copy; note folders and what is left out."""
        for folder, below, files in os.walk(source, onerror=self._note_unreadable):
            at = PurePosixPath(part, *Path(folder).relative_to(source).parts)
            if folder_mode := _mode_of(Path(folder)):
                (self.goal / at).mkdir(parents=True, exist_ok=True)
                self.folders[str(at)] = stat.S_IMODE(folder_mode)
            below[:] = sorted(name for name in below if self._wanted(at / name, Path(folder, name)))
            yield from (str(at / n) for n in sorted(files) if self._wanted(at / n, Path(folder, n)))

    def _wanted(self, name: PurePosixPath, path: Path) -> bool:
        if _LEFT_OUT.fullmatch(str(name)):
            return False
        mode = _mode_of(path)
        if mode and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            self._note(f"{path} is a link or no file: left out")
            return False
        return bool(mode)

    def _note_unreadable(self, error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            self._note(f"{error.filename} cannot be read ({error.strerror}): left out")

    def _note(self, remark: str) -> None:
        if remark not in self.remarks:
            self.remarks.append(remark)

    def _copy(self, name: str, source: Path, copy: Callable[[Path, Path], None]) -> None:
        path = source.joinpath(*PurePosixPath(name).parts[1:])
        goal = self.goal / name
        try:
            mode = stat.S_IMODE(path.lstat().st_mode)
            copy(path, goal)
        except FileNotFoundError:  # gone meanwhile
            goal.unlink(missing_ok=True)
        except PermissionError as error:
            goal.unlink(missing_ok=True)
            self.remarks.append(f"{path} cannot be read ({error.strerror}): left out")
        else:
            if goal.exists():
                self.modes[name] = mode

    def _copy_database(self, path: Path, goal: Path) -> None:
        try:
            copy_database(path, goal)
        except sqlite3.DatabaseError as error:
            goal.unlink(missing_ok=True)
            if not path.exists():
                raise FileNotFoundError from error
            _copy_file(path, goal)
            self.remarks.append(f"{path} is damaged ({error}): copied as it is")

    def _copy_lines(self, path: Path, goal: Path) -> None:
        """Copy the whole lines that were there at the beginning; a file seen before is left."""
        with _open_file(path) as source:
            found = os.fstat(source.fileno())
            if (found.st_dev, found.st_ino) in self._seen:
                return
            self._seen.add((found.st_dev, found.st_ino))
            with goal.open("wb") as copy:
                left, whole = found.st_size, 0
                while block := source.read(min(BLOCK, left)):
                    left -= len(block)
                    if b"\n" in block:
                        whole = copy.tell() + block.rindex(b"\n") + 1
                    copy.write(block)
                copy.truncate(whole)


def copy_database(path: Path, goal: Path) -> None:
    """Copy a database by SQLite's online backup, and check the copy. Raises `sqlite3.Error`."""
    try:
        _copy_pages(f"{path.absolute().as_uri()}?mode=rw", goal)
    except sqlite3.OperationalError:  # a folder that must not be written
        goal.unlink(missing_ok=True)
        mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
        _copy_pages(f"{path.absolute().as_uri()}?{mode}", goal)


def _copy_pages(uri: str, goal: Path) -> None:
    with (
        closing(sqlite3.connect(uri, uri=True, timeout=COPY_PATIENCE)) as source,
        closing(sqlite3.connect(goal)) as copy,
    ):
        source.backup(copy)
        said = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise sqlite3.DatabaseError(said)


def _copy_file(path: Path, goal: Path) -> None:
    with _open_file(path) as source, goal.open("wb") as copy:
        shutil.copyfileobj(source, copy, BLOCK)


def _open_file(path: Path) -> BufferedReader:
    # A file that became a link or a pipe since it was seen is not followed or waited for.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb")


def _mode_of(path: Path) -> int:
    """Return type and mode of a path; 0 if it is gone."""
    try:
        return path.lstat().st_mode
    except OSError:
        return 0
