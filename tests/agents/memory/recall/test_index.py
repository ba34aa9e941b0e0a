"""The index follows the log, without holding anybody up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.recall.database import open_for_reading
from agents.memory.recall.index import BATCH
from tests.agents.memory.recall.index_log import (
    Log,
    count_rows,
    days,
    find_seqs,
    memory,
    open_index,
)
from tests.limits import HANG_SECONDS


async def test_what_was_just_fed_is_found_at_once(tmp_path: Path) -> None:
    """A memory that waits to be indexed is found like any other."""
    index, log = open_index(tmp_path), days(3)
    await index.catch_up(log)
    log.grow(index, "Fern hid the brass lantern under the bridge")
    assert count_rows(tmp_path) == 3
    assert find_seqs(index, "lantern") == [4]
    await index.close()
    assert count_rows(tmp_path) == 4


async def test_a_search_waits_a_moment_for_who_has_the_index_to_itself(tmp_path: Path) -> None:
    """Who makes an index, opens it first or closes it last locks it for a millisecond: that is no
    trouble, and a lock that stays holds the event loop for no longer than a moment."""
    index, log = open_index(tmp_path), days(3)
    await index.catch_up(log)
    await index.close()
    with open_for_reading(tmp_path / "Moss.sqlite") as connection:
        assert connection
        patience = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    assert 5 <= patience <= 10


async def test_the_index_catches_up_with_the_archive_in_another_thread(tmp_path: Path) -> None:
    """At start only what the index lacks is read, and never on the loop's thread."""
    index, log = open_index(tmp_path), days(1200)
    await index.catch_up(log)
    await index.close()
    assert count_rows(tmp_path) == 1200
    assert threading.get_ident() not in log.threads

    log.memories += [memory(1201, "a heron stood in the tarn")]
    again, log.asked = open_index(tmp_path), []
    await again.catch_up(log)
    assert log.asked == [1199, 1200]
    assert find_seqs(again, "heron") == [1201]
    await again.close()


async def test_a_caller_that_gives_up_waiting_disturbs_nobody_else(tmp_path: Path) -> None:
    """At a shutdown one task that waits for the index is cancelled while another closes it."""
    index, log = open_index(tmp_path), days(3)
    await index.catch_up(log)
    log.grow(index, *("the wind turns" for _ in range(BATCH)))
    waiting = asyncio.ensure_future(index.idle())
    closing = asyncio.ensure_future(index.close())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting, closing])
    assert waiting.cancelled()
    assert not closing.cancelled() and closing.exception() is None
    assert count_rows(tmp_path) == 3 + BATCH


async def test_batches_are_written_behind_the_log(tmp_path: Path) -> None:
    """Feeding a whole batch has it written, leaves no queue, and does not read the log again."""
    index, log = open_index(tmp_path), Log()
    await index.catch_up(log)
    log.asked.clear()
    log.grow(index, *[f"pebble {n}" for n in range(BATCH)])
    await index.idle()
    assert count_rows(tmp_path) == BATCH
    assert not index._waiting
    assert find_seqs(index, "pebble", limit=3) == [BATCH, BATCH - 1, BATCH - 2]
    assert log.asked == [0]
    await index.close()


async def test_memories_may_be_left_out(tmp_path: Path) -> None:
    """What is neither fed nor read is simply not found, and costs no reading of the archive."""
    index, log = open_index(tmp_path), days(3)

    def without_even(after: int) -> Iterator[Experience]:
        return (lived for lived in log(after) if lived.seq % 2)

    await index.catch_up(without_even)
    log.asked.clear()
    for number in range(4, 4 + 4 * BATCH):
        log.memories.append(memory(number, f"pebble {number}"))
        if number % 2:
            index.feed(log.memories[-1:])
            await index.idle()
    assert log.asked == []
    assert count_rows(tmp_path) == 2 + 2 * BATCH
    assert find_seqs(index, "#4") == []
    assert set(find_seqs(index, "pebble", limit=500)) == set(range(5, 4 + 4 * BATCH, 2))
    await index.close()
    again = open_index(tmp_path)
    await again.catch_up(without_even)
    assert find_seqs(again, "pebble 5", limit=1) == [5]
    assert count_rows(tmp_path) == 2 + 2 * BATCH
    await again.close()


async def test_a_slow_archive_never_blocks_the_loop(tmp_path: Path) -> None:
    """While the archive is being read, feeding and searching return at once."""
    index, log, gate = open_index(tmp_path), days(10), threading.Event()

    def slow(after: int) -> Iterator[Experience]:
        assert gate.wait(HANG_SECONDS)
        return log(after)

    catching = asyncio.ensure_future(index.catch_up(slow))
    await asyncio.sleep(0)
    log.grow(index, "an otter whistled")
    assert find_seqs(index, "otter") == [11]
    assert not catching.done()
    gate.set()
    await catching
    assert find_seqs(index, "otter") == [11]
    assert find_seqs(index, "day", limit=20)[0] == 10
    await index.close()
