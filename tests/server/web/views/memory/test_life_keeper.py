"""An index of a life follows its archive: a little at once, a lot behind the scenes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from agents.memory.log.codec import encode
from agents.memory.log.segment import segment_path
from agents.workers.protocol import NoWorkers, ThreadWorkers, Workers, WorkGivenUp
from server.web.views.memory.life.database import read_index
from server.web.views.memory.life.keeper import LifeKeeper
from server.web.views.memory.life.listing import count_all
from tests.e2e.web.support.long_life import make_memory, write_life

P = ParamSpec("P")
T = TypeVar("T")


class Gone(NoWorkers):
    """Workers that have ended."""

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        raise WorkGivenUp("the workers are stopped")


class Followed:
    """A keeper, and the work that it has begun behind the scenes."""

    def __init__(self, root: Path, workers: Workers) -> None:
        self.archive = root / "archive"
        self.tasks: list[asyncio.Task[None]] = []
        self.keeper = LifeKeeper(self.archive, root / "life.sqlite", workers, self.spawn)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    def count(self) -> int:
        """Up to which memory the archive was read."""
        with read_index(self.keeper.index) as index:
            return int(count_all(index)["read_up_to"])


async def test_a_short_life_is_read_at_once_and_followed(tmp_path: Path) -> None:
    write_life(tmp_path, 200)
    followed = Followed(tmp_path, Gone())
    await followed.keeper.follow()
    assert (followed.count(), followed.tasks) == (200, [])
    with segment_path(followed.archive, 1).open("ab") as file:
        file.write(encode(make_memory(201)))
    await followed.keeper.follow()
    assert (followed.count(), followed.tasks) == (201, [])


async def test_a_long_life_is_read_on_behind_the_scenes(tmp_path: Path) -> None:
    write_life(tmp_path, 4_000)
    followed = Followed(tmp_path, ThreadWorkers())
    await followed.keeper.follow()
    assert followed.keeper.is_behind
    assert 0 < followed.count() < 4_000
    await followed.keeper.follow()
    assert len(followed.tasks) == 1
    await asyncio.gather(*followed.tasks)
    assert not followed.keeper.is_behind
    assert followed.count() == 4_000


async def test_what_hinders_the_index_is_said_and_tried_again(tmp_path: Path) -> None:
    write_life(tmp_path, 4_000)
    followed = Followed(tmp_path, Gone())
    await followed.keeper.follow()
    await asyncio.gather(*followed.tasks)
    assert followed.keeper.trouble.endswith("the workers are stopped")
    assert not followed.keeper.is_behind
    await followed.keeper.follow()
    assert len(followed.tasks) == 2
    await asyncio.gather(*followed.tasks)


async def test_an_agent_without_an_archive_has_an_empty_index(tmp_path: Path) -> None:
    followed = Followed(tmp_path, Gone())
    await followed.keeper.follow()
    assert (followed.count(), followed.keeper.trouble) == (0, "")
