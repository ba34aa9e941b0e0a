"""How fast the telnet decoder takes each kind of bytes, in MB (10^6 bytes) a second of CPU.

Text and bytes that are dropped pass at the speed of regular expressions.  What makes an event
costs more, and a connection may send little of it before it is closed.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from benchmarks.figures import Figure
from server.telnet.codec import Codec
from server.telnet.inflow import SLICE_BYTES

HANDLED = (1, 6, 24, 31, 42)
"""ECHO, TIMING MARK, TERMINAL TYPE, NAWS and CHARSET."""

READ = 65536
SECONDS = 0.2

LEAST_DROPPED = 10
"""MB a second that a stream of bytes must reach of which nothing is kept."""

DROPPED: Mapping[str, bytes] = {
    "options nobody has": b"\xff\xfd\x63\xff\xfe\x63",
    "NUL": b"\x00",
    "backspace": b"\x08",
    "commands without effect": b"\xff\xf1",
    "NUL, command, backspace, option": b"\x00\xff\xf1\x08\xff\xfd\x63",
}
OTHER: Mapping[str, bytes] = {
    "text": b"x",
    "text and NUL": b"x\x00",
    "doubled 255": b"\xff\xff",
    "a letter, a backspace": b"x\x08",
    "options switched on and off": b"\xff\xfb\x1f\xff\xfc\x1f",
    "window sizes": b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0",
    "are you there": b"\xff\xf6",
}


def megabytes_per_second(kind: bytes) -> float:
    """Decode reads full of `kind`, in the slices of the server."""
    data = (kind * (READ // len(kind) + 1))[:READ]
    slices = [data[at : at + SLICE_BYTES] for at in range(0, READ, SLICE_BYTES)]
    codec, done, start = Codec(8192, HANDLED), 0, time.process_time()
    while (taken := time.process_time() - start) < SECONDS:
        for piece in slices:
            codec.receive(piece)
        done += READ
    return done / taken / 1e6


def measure(repeat: int) -> list[list[Figure]]:
    """Measure each kind; nothing else of the server runs."""
    return [_measure_all() for _ in range(repeat)]


def _measure_all() -> list[Figure]:
    dropped = [
        Figure(f"dropped: {name}", megabytes_per_second(kind), "MB/s", least=LEAST_DROPPED)
        for name, kind in DROPPED.items()
    ]
    other = [Figure(name, megabytes_per_second(kind), "MB/s") for name, kind in OTHER.items()]
    return [*dropped, *other]
