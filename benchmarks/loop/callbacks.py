"""What holds the loop: each callback that takes long, by name.

A task's step is named after the coroutine that goes on in it, and after the task.
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from benchmarks.process import ROOT

CALLBACKS = ".callbacks"
"""The ending of the file beside the beats."""

LEAST_MS = 2.0
"""A callback that took less by the clock is not noted."""


_ROOT = str(ROOT)


@dataclass(frozen=True, slots=True)
class Held:
    """One callback: when it ended (`time.monotonic`), what it took in ms, and what it was."""

    at: float
    wall: float
    own: float
    """The processor time of the loop's own thread."""
    name: str


def note_callbacks(file: TextIO) -> None:
    """Write each callback of every loop that takes long to `file`, a line of JSON for each."""
    plain = asyncio.Handle._run

    def run(handle: asyncio.Handle) -> None:
        # Asked for before it runs: afterwards the coroutine waits elsewhere or is gone.
        name, began, busy = name_callback(handle), time.monotonic(), time.thread_time()
        plain(handle)
        now, own = time.monotonic(), (time.thread_time() - busy) * 1000
        if (wall := (now - began) * 1000) >= LEAST_MS:
            file.write(json.dumps([now, wall, own, name]) + "\n")

    asyncio.Handle._run = run  # type: ignore[assignment, method-assign]


def note_garbage(file: TextIO) -> None:
    """Write each search for garbage that takes long, in whatever thread, to `file`."""
    began = busy = 0.0

    def note(phase: str, found: dict[str, int]) -> None:
        nonlocal began, busy
        now, own = time.monotonic(), time.thread_time()
        if phase == "start":
            began, busy = now, own
        elif (wall := (now - began) * 1000) >= LEAST_MS:
            name = f"garbage of generation {found['generation']}"
            file.write(json.dumps([now, wall, (own - busy) * 1000, name]) + "\n")

    gc.callbacks.append(note)


def name_callback(handle: Any) -> str:
    """Return what a handle of the loop runs."""
    callback = handle._callback
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        return _name_coroutine(task.get_coro())
    name = getattr(callback, "__qualname__", None) or repr(callback)
    args = ", ".join(type(each).__name__ for each in handle._args or ())
    return f"{name}({args})"


def _name_coroutine(coroutine: Any) -> str:
    chain = list(_list_chain(coroutine))
    # A library's own coroutine (`asyncio.sleep`) says less than the one that waits for it.
    own = [each for each in chain if each.cr_code.co_filename.startswith(_ROOT)] or chain
    if not own:
        return repr(coroutine)
    inner = own[-1]
    place = f"{inner.__qualname__}:{inner.cr_frame.f_lineno}"
    return place if inner is chain[0] else f"{place} of {chain[0].__qualname__}"


def _list_chain(coroutine: Any) -> Iterator[Any]:
    """Yield a coroutine, the one that it waits for, and so on."""
    while getattr(coroutine, "cr_frame", None) is not None:
        yield coroutine
        coroutine = coroutine.cr_await


def read_callbacks(path: Path, start: float, stop: float) -> list[Held]:
    """Return the callbacks that ended between two times of `time.monotonic`."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        with suppress(ValueError):  # the last one may be cut off
            found.append(Held(*json.loads(line)))
    return [each for each in found if start <= each.at <= stop]


def list_held(held: Iterable[Held], most: int) -> Iterator[str]:
    """Yield a line for each of the `most` names that took most processor time in sum."""
    by_name = defaultdict[str, list[Held]](list)
    for each in held:
        by_name[each.name].append(each)
    ordered = sorted(by_name.items(), key=lambda each: -sum(one.own for one in each[1]))
    for name, found in ordered[:most]:
        own, wall = [each.own for each in found], max(each.wall for each in found)
        sums = f"{len(own):5} × {sum(own):7.0f} ms of CPU, the longest {max(own):5.1f}"
        yield f"  {sums} ({wall:5.1f} by the clock)  {name}"
