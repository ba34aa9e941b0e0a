"""Messages on a pipe between two processes of one program: a length in eight bytes, then bytes."""

from __future__ import annotations

from typing import BinaryIO

_HEAD = 8


def write_frame(pipe: BinaryIO, content: bytes) -> None:
    """Write one message. Raises `OSError` if nobody reads any more."""
    pipe.write(len(content).to_bytes(_HEAD, "big"))
    pipe.write(content)
    pipe.flush()


def read_frame(pipe: BinaryIO) -> bytes | None:
    """Return the next message; None if the writer is gone, even in the middle of one."""
    head = pipe.read(_HEAD)
    if len(head) < _HEAD:
        return None
    size = int.from_bytes(head, "big")
    content = pipe.read(size)
    return content if len(content) == size else None
