"""Work for worker processes to do."""

from __future__ import annotations

import gc
import os
import signal
import time
from pathlib import Path

PARENT_GONE_SECONDS = 600


def name_process() -> int:
    return os.getpid()


def double(number: int) -> int:
    return number * 2


def refuse(why: str) -> None:
    raise ValueError(why)


class Peculiar(Exception):
    """Pickle cannot make it again: it takes two values and keeps one."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def fail_peculiarly() -> None:
    raise Peculiar("mill", "stone")


def die_until(marker: Path) -> int:
    """Kill the process that this runs in, unless that was done before."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def stay(begun: Path) -> None:
    """Compute for longer than any test lasts."""
    written = begun.with_suffix(".part")
    written.write_text(str(os.getpid()))
    written.rename(begun)
    time.sleep(PARENT_GONE_SECONDS)


def talk() -> str:
    print("a library prints this")
    return "done"


def read_thresholds() -> tuple[int, int, int]:
    """Return when garbage is looked for in this process."""
    return gc.get_threshold()
