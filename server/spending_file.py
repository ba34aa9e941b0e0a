"""Keeps across restarts what was asked of the models today: ``vault/.tarn/spending.json``.

The file is written whole, at most once in `SAVE_SECONDS`, and at the end; so a crash forgets the
tokens of the last seconds at most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from agents.boundaries import Clock, StorageTrouble, StorageWatcher, ignore_trouble
from agents.mind.background_tasks import BackgroundTasks
from agents.models.spending import Spending, Spent
from reading.versioned_json import decode_versioned, encode_versioned
from world.vault.markdown import write_atomically

SAVE_SECONDS = 5.0
VERSION = 1


class SpendingFile:
    """Reads `spending` back when asked to, and writes it when it has changed.

    `log` is told what cannot be read or written, `watch` when writing fails and works again.
    """

    def __init__(
        self,
        path: Path,
        spending: Spending,
        clock: Clock,
        background: BackgroundTasks,
        log: Callable[[str], None],
        in_thread: Callable[..., Awaitable[None]] = asyncio.to_thread,
    ) -> None:
        self.watch: StorageWatcher = ignore_trouble
        self._path = path
        self._spending = spending
        self._clock = clock
        self._background = background
        self._log = log
        self._in_thread = in_thread
        self._changed = self._waiting = self._troubled = False
        spending.changed = self._note_change

    def load(self) -> None:
        """Count on from what the file holds of today; one that cannot be read is told."""
        try:
            self._spending.restore(*decode_spending(self._path.read_text("utf-8")))
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            self._log(
                f"WARNING {self._path}: cannot be read ({error}); the tokens of today are"
                " counted from 0"
            )

    async def save(self) -> None:
        """Write what has changed, whole or not at all; a failure is told until it works again."""
        if not self._changed:
            return
        self._changed = False
        text = encode_spending(self._spending.day, self._spending.export())
        try:
            await self._in_thread(write_atomically, self._path, text)
        except OSError as error:
            self._changed = True
            self._begin_trouble(error.strerror or str(error))
        else:
            self._end_trouble()

    def _note_change(self) -> None:
        self._changed = True
        if not self._waiting:
            self._waiting = True
            self._background.run(self._save_soon())

    async def _save_soon(self) -> None:
        await self._clock.sleep(SAVE_SECONDS)
        self._waiting = False
        await self.save()

    def _begin_trouble(self, reason: str) -> None:
        if not self._troubled:
            self._troubled = True
            what = f"{self._path}: cannot be written: {reason}"
            self._log(f"WARNING {what}")
            self.watch(StorageTrouble("tokens", "today", reason, what))

    def _end_trouble(self) -> None:
        if self._troubled:
            self._troubled = False
            self.watch(StorageTrouble("tokens", "today", ""))


def encode_spending(day: date, spent: Spent) -> str:
    """Return the tokens of a day as JSON."""
    return encode_versioned(VERSION, {"day": day.isoformat(), "tokens": spent})


def decode_spending(text: str) -> tuple[date, Spent]:
    """Return the day and its tokens. Raises `ValueError`."""
    return decode_versioned(text, VERSION, "the tokens of a day", _read_spending)


def _read_spending(content: Mapping[str, Any]) -> tuple[date, Spent]:
    day = date.fromisoformat(content["day"])
    tokens = {
        profile: {agent: _read_count(count) for agent, count in agents.items()}
        for profile, agents in content["tokens"].items()
    }
    return day, tokens


def _read_count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a number of tokens")
    return value
