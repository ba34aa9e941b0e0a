"""The steps of a stop."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from server.stopping.deadline import Deadline
from server.stopping.stopping import Stopping
from tests.limits import HANG_SECONDS


class Program:
    def __init__(self) -> None:
        self.parts = AsyncExitStack()
        self.log: list[str] = []
        self.done: list[str] = []
        self.stopping = Stopping(
            self.parts,
            Deadline(list),
            self.log.append,
            save_seconds=0.01,
            close_seconds=0.01,
        )

    def add(self, name: str) -> None:
        self.parts.callback(self.done.append, name)

    async def save(self) -> None:
        self.done.append("saved")

    async def stop(self) -> None:
        self.stopping.begin(self.save)
        self.stopping.begin(self.save)
        async with asyncio.timeout(HANG_SECONDS):
            await self.stopping.stopped.wait()


async def hang() -> None:
    await asyncio.Event().wait()


async def test_a_stop_saves_first_and_closes_the_last_part_first() -> None:
    program = Program()
    program.add("store")
    program.add("telnet")
    program.stopping.up.set()
    await program.stop()
    assert program.done == ["saved", "telnet", "store"]
    assert program.log == []


async def test_a_part_that_hangs_does_not_keep_the_others_open() -> None:
    program = Program()
    program.add("store")
    program.parts.push_async_callback(hang)
    program.add("telnet")
    program.stopping.up.set()
    await program.stop()
    assert program.done == ["saved", "telnet", "store"]
    assert program.log == ["ERROR: shutdown was not clean: TimeoutError()"]


async def test_saving_that_hangs_does_not_keep_the_parts_open() -> None:
    program = Program()
    program.add("store")
    program.stopping.up.set()
    program.stopping.begin(hang)
    await program.stop()
    assert program.done == ["store"]
    assert program.log == ["ERROR: not everything could be saved: TimeoutError()"]


async def test_a_server_that_is_not_up_yet_is_stopped_when_it_is() -> None:
    program = Program()
    program.add("store")
    program.stopping.begin(program.save)
    await asyncio.sleep(0)
    assert program.done == []
    program.stopping.up.set()
    await program.stop()
    assert program.done == ["saved", "store"]
