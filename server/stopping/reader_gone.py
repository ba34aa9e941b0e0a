"""What a command prints: when nobody reads it any more, the command ends without a word."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

READER_GONE = 141
"""The exit status then: what a shell says of a program that the signal SIGPIPE (13) has ended."""

_STREAMS = ("stdout", "stderr")


class _Pipe(io.FileIO):
    """A stream that ends the program when its reader has gone.

    Not by an `OSError`, which commands tell as an error of the file that they work on.
    """

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            # What is buffered still is written at the exit, and would fail again.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            raise SystemExit(READER_GONE) from None


@contextmanager
def end_with_reader() -> Iterator[None]:
    """Within it, let the program end quietly when what it prints is read no more.

    A server goes on without a reader.
    """
    before = {name: getattr(sys, name) for name in _STREAMS}
    for name, stream in before.items():
        if isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _wrap(stream))
    try:
        yield
    finally:
        for name, stream in before.items():
            own = getattr(sys, name)
            setattr(sys, name, stream)
            own.flush()


def _wrap(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return a stream to the same place; `stream` itself where it leads to no file."""
    if not isinstance(stream.buffer, io.BufferedWriter | io.FileIO):
        return stream
    stream.flush()
    pipe = _Pipe(stream.fileno(), "wb", closefd=False)
    return io.TextIOWrapper(
        pipe if isinstance(stream.buffer, io.FileIO) else io.BufferedWriter(pipe),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
