"""Between the program and every system call by which it changes a folder.

A `Tap` counts these calls and hands each to an `Act`, which performs it, performs a part of
it, fails it or kills the process.  Files that Python opens by itself are opened so that their
writes pass here as well.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

When = Literal["before", "half", "after"]

CHANGING = ("write", "fsync", "fdatasync", "ftruncate", "rename", "replace", "unlink", "mkdir")


@dataclass(frozen=True, slots=True)
class Call:
    """One system call that changes the folder, or sees its changes onto the medium."""

    number: int
    """From 1 on."""
    name: str
    path: Path
    to: Path | None = None
    """Of a renaming."""
    fd: int = -1
    partial: Callable[[], object] | None = None
    """Performs about half of it; None for what has no half."""


Act = Callable[[Call, Callable[[], Any]], Any]
"""Given a call and what performs it, returns what the caller gets, or raises."""


def perform(call: Call, whole: Callable[[], Any]) -> Any:
    """An `Act`: simply do it."""
    return whole()


def kill(number: int, when: When) -> Act:
    """An `Act`: SIGKILL for this process at one call."""

    def act(call: Call, whole: Callable[[], Any]) -> Any:
        if call.number != number:
            return whole()
        if when == "half" and call.partial is not None:
            call.partial()
        try:
            return whole() if when == "after" else None
        finally:
            os.kill(os.getpid(), signal.SIGKILL)

    return act


def full(number: int, calls: int, code: int = errno.ENOSPC) -> Act:
    """An `Act`: from one call on the disk is full for so many calls; a write leaves its half.

    What needs no room (cutting, removing, closing) still works.
    """

    def act(call: Call, whole: Callable[[], Any]) -> Any:
        if not number <= call.number < number + calls or call.name in ("ftruncate", "unlink"):
            return whole()
        if call.partial is not None and call.number == number:
            return call.partial()
        raise OSError(code, os.strerror(code))

    return act


class _Raw(io.FileIO):
    """A file whose writes are calls of `os.write`, and so are seen."""

    def write(self, content: Any, /) -> int:
        return os.write(self.fileno(), bytes(content))


class Tap:
    """Counts and directs the calls that change what is in `root`, while it is `open`."""

    def __init__(self, root: Path, act: Act = perform, *, syncs: bool = True) -> None:
        self.calls: list[Call] = []
        self._root = str(root)
        self._act = act
        self._syncs = syncs
        self._paths: dict[int, str] = {}
        self._real = {name: getattr(os, name) for name in (*CHANGING, "open")}
        self._real_open = io.open

    @contextmanager
    def open(self) -> Iterator[Tap]:
        """Stand in between until the end of the block."""
        fakes = {name: getattr(self, f"_{name}") for name in (*CHANGING, "open")}
        with patch.multiple(os, **fakes), patch.object(io, "open", self._io_open):
            yield self

    def _hand(self, name: str, path: Any, whole: Callable[[], Any], **more: Any) -> Any:
        where = os.fspath(path)
        if not isinstance(where, str) or not where.startswith(self._root):
            return whole()
        call = Call(len(self.calls) + 1, name, Path(where), **more)
        self.calls.append(call)
        return self._act(call, whole)

    # --- the calls ---------------------------------------------------------------------

    def _open(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: Any = None) -> int:
        def whole() -> int:
            return int(self._real["open"](path, flags, mode, dir_fd=dir_fd))

        new = flags & os.O_CREAT and not os.path.exists(path)  # noqa: PTH110 as the caller has it
        fd = int(self._hand("open", path, whole) if new else whole())
        self._paths[fd] = os.fspath(path)
        return fd

    def _io_open(self, file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
        if not any(each in mode for each in "wax+"):
            return self._real_open(file, mode, *more, **named)
        named |= dict(zip(("buffering", "encoding", "errors", "newline"), more, strict=False))
        plain = mode.replace("b", "").replace("t", "")
        given = isinstance(file, int)
        opener = None if given else lambda path, flags: os.open(path, flags, 0o666)
        buffered = io.BufferedWriter(_Raw(file, plain, opener=opener))
        if "b" in mode:
            return buffered
        return io.TextIOWrapper(buffered, named.get("encoding"), named.get("errors"))

    def _write(self, fd: int, content: Any) -> int:
        data = bytes(content)
        real = self._real["write"]
        return int(
            self._hand(
                "write",
                self._paths.get(fd, ""),
                lambda: real(fd, data),
                fd=fd,
                partial=lambda: real(fd, data[: len(data) // 2]),
            )
        )

    def _sync(self, name: str, fd: int) -> None:
        def whole() -> None:
            if self._syncs:
                self._real[name](fd)

        self._hand(name, self._paths.get(fd, ""), whole, fd=fd)

    def _fsync(self, fd: int) -> None:
        self._sync("fsync", fd)

    def _fdatasync(self, fd: int) -> None:
        self._sync("fdatasync", fd)

    def _ftruncate(self, fd: int, size: int) -> None:
        path = self._paths.get(fd, "")
        self._hand("ftruncate", path, lambda: self._real["ftruncate"](fd, size), fd=fd)

    def _rename(self, source: Any, to: Any) -> None:
        self._hand("rename", source, lambda: self._real["rename"](source, to), to=Path(to))

    def _replace(self, source: Any, to: Any) -> None:
        self._hand("replace", source, lambda: self._real["replace"](source, to), to=Path(to))

    def _unlink(self, path: Any, *, dir_fd: Any = None) -> None:
        self._hand("unlink", path, lambda: self._real["unlink"](path, dir_fd=dir_fd))

    def _mkdir(self, path: Any, mode: int = 0o777, *, dir_fd: Any = None) -> None:
        if os.path.isdir(path):  # noqa: PTH112 as the caller has it
            self._real["mkdir"](path, mode, dir_fd=dir_fd)
        self._hand("mkdir", path, lambda: self._real["mkdir"](path, mode, dir_fd=dir_fd))


@contextmanager
def unsynced() -> Iterator[None]:
    """No waiting for the medium: what these tests look at does not depend on it."""
    with patch.object(os, "fsync", _no_sync):
        yield


def _no_sync(fd: int) -> None:
    os.fstat(fd)


assert builtins.open is io.open, "what Python opens by name is opened here"
