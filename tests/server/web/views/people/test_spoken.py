"""Talk between people is counted from the chronicle: by pair, each line once, as it grows."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from agents.workers.protocol import NoWorkers
from server.chronicle.entry import ChronicleEntry, encode_entry
from server.web.views.people.spoken import count_spoken
from server.web.views.people.spoken_keeper import SMALL_BYTES, SpokenKeeper
from world.nature import Nature

BEGIN = datetime(2026, 3, 1, 6, tzinfo=UTC)


def said(
    minute: int, actor: str, *people: str, kind: str = "person", nature: Nature = Nature.SPEECH
) -> bytes:
    entry = ChronicleEntry(
        BEGIN + timedelta(minutes=minute), None, "The Hall", nature, f"{actor} says it.", "say",
        actor, kind, (actor, *people) if kind == "person" else people, ("Moss",),  # type: ignore[arg-type]
    )  # fmt: skip
    return encode_entry(entry)


class Counted:
    """A chronicle in a folder, the keeper of its counts, and what that does behind the scenes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tasks: list[asyncio.Task[None]] = []
        self.keeper = SpokenKeeper(folder, NoWorkers(), self.spawn)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    def write(self, day: str, *lines: bytes) -> None:
        with (self.folder / f"{day}.jsonl").open("ab") as file:
            file.writelines(lines)

    async def count(self) -> dict[tuple[str, str], int]:
        await self.keeper.follow()
        await asyncio.gather(*self.tasks)
        return {pair: each.lines for pair, each in self.keeper.counts.items()}


def test_only_what_people_say_aloud_to_people_counts(tmp_path: Path) -> None:
    path = tmp_path / "2026-03-01.jsonl"
    path.write_bytes(
        said(1, "Ada", "Bert", "Cora")
        + said(2, "Bert", "Ada")
        + said(3, "Ada")
        + said(4, "Moss", "Ada", "Bert", kind="agent")
        + said(5, "Ada", "Bert", nature=Nature.GESTURE)
        + b'{"kind":"speech", a line of somebody\'s own\n'
    )
    counts = count_spoken(path, 0, 1 << 20).counts
    assert {pair: each.lines for pair, each in counts.items()} == {
        ("Ada", "Bert"): 2, ("Ada", "Cora"): 1,
    }  # fmt: skip
    both = counts["Ada", "Bert"]
    assert (both.first, both.last) == (BEGIN + timedelta(minutes=1), BEGIN + timedelta(minutes=2))


async def test_what_is_added_is_counted_once_and_a_half_line_when_it_is_whole(
    tmp_path: Path,
) -> None:
    chronicle, line = Counted(tmp_path), said(2, "Bert", "Ada")
    assert await chronicle.count() == {}
    chronicle.write("2026-03-01", said(1, "Ada", "Bert"), line[:30])
    assert await chronicle.count() == {("Ada", "Bert"): 1}
    chronicle.write("2026-03-01", line[30:])
    chronicle.write("2026-03-02", said(1500, "Ada", "Bert"))
    assert await chronicle.count() == {("Ada", "Bert"): 3}
    assert await chronicle.count() == {("Ada", "Bert"): 3}


async def test_when_a_day_has_gone_the_rest_is_counted_anew(tmp_path: Path) -> None:
    chronicle = Counted(tmp_path)
    chronicle.write("2026-03-01", said(1, "Ada", "Bert"))
    chronicle.write("2026-03-02", said(1500, "Ada", "Cora"))
    assert len(await chronicle.count()) == 2
    (tmp_path / "2026-03-01.jsonl").unlink()
    assert await chronicle.count() == {("Ada", "Cora"): 1}


async def test_a_long_chronicle_is_read_behind_the_scenes(tmp_path: Path) -> None:
    """The first answer has a part, and says how much is read."""
    chronicle, line = Counted(tmp_path), said(1, "Ada", "Bert")
    many = 3 * SMALL_BYTES // len(line)
    chronicle.write("2026-03-01", *[line] * many)
    await chronicle.keeper.follow()
    assert chronicle.keeper.is_behind
    assert 0 < chronicle.keeper.read < chronicle.keeper.size
    assert await chronicle.count() == {("Ada", "Bert"): many}
    assert not chronicle.keeper.is_behind


async def test_a_chronicle_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "2026-03-01.jsonl").mkdir()
    chronicle = Counted(tmp_path)
    await chronicle.count()
    assert "cannot be read" in chronicle.keeper.trouble


async def test_many_short_days_are_one_piece_of_work(tmp_path: Path) -> None:
    """A year of files is not looked through once for each of its days."""
    chronicle = Counted(tmp_path)
    for day in range(1, 29):
        chronicle.write(f"2026-02-{day:02}", said(day, "Ada", "Bert"))
    await chronicle.keeper.follow()
    assert not chronicle.keeper.is_behind
    assert [each.lines for each in chronicle.keeper.counts.values()] == [28]
