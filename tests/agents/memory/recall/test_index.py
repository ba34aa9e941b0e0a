from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Experience
from agents.memory.recall import database as recall_files
from agents.memory.recall import ranking as recall_ranking
from agents.memory.recall import schema as recall_schema
from agents.memory.recall.hits import Hit, fit_budget
from agents.memory.recall.index import BATCH, MAX_WAITING, RecallIndex
from tests.limits import HANG_SECONDS

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def memory(seq: int, text: str, place: str = "The Hall") -> Experience:
    return Experience(seq, START + timedelta(minutes=seq), text, "observation", place=place)


class WordCounter:
    name = "words"

    def count(self, text: str) -> int:
        return len(text.split())


class Log:
    """An archive in a list, which notes who reads it and from where."""

    def __init__(self, memories: Iterable[Experience] = ()) -> None:
        self.memories = list(memories)
        self.asked: list[int] = []
        self.threads: set[int] = set()

    def __call__(self, after: int) -> Iterator[Experience]:
        self.asked.append(after)
        for lived in self.memories[after:]:
            self.threads.add(threading.get_ident())
            yield lived

    def grow(self, index: RecallIndex, *texts: str) -> None:
        fresh = [memory(len(self.memories) + n, text) for n, text in enumerate(texts, 1)]
        self.memories += fresh
        index.feed(fresh)


def days(count: int) -> Log:
    return Log(memory(n, f"day {n}: the wind turns") for n in range(1, count + 1))


def open_index(path: Path, warnings: list[str] | None = None) -> RecallIndex:
    return RecallIndex.open(path / "Moss.sqlite", warn=(warnings or []).append)


def find_seqs(index: RecallIndex, words: str, limit: int = 10, budget: int = 10_000) -> list[int]:
    hits = index.search(words, token_budget=budget, tokens=WordCounter(), limit=limit)
    return [hit.seq for hit in hits]


def open_files() -> list[str]:
    held = Path("/proc/self/fd")
    return [os.path.realpath(name) for name in held.iterdir()]


def count_rows(path: Path) -> int:
    with closing(sqlite3.connect(path / "Moss.sqlite")) as connection:
        return int(connection.execute("SELECT count(*) FROM memories").fetchone()[0])


async def test_what_was_just_fed_is_found_at_once(tmp_path: Path) -> None:
    """A memory that waits to be indexed is found like any other."""
    index, log = open_index(tmp_path), days(3)
    await index.catch_up(log)
    log.grow(index, "Fern hid the brass lantern under the bridge")
    assert count_rows(tmp_path) == 3
    assert find_seqs(index, "lantern") == [4]
    await index.close()
    assert count_rows(tmp_path) == 4


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


@pytest.mark.parametrize("damage", [b"", b"not a database at all" * 100, None])
async def test_a_damaged_index_is_rebuilt(tmp_path: Path, damage: bytes | None) -> None:
    """An empty, corrupt or missing file is read from the archive afresh, without complaint."""
    warnings: list[str] = []
    log = days(30)
    first = open_index(tmp_path)
    await first.catch_up(log)
    await first.close()
    file = tmp_path / "Moss.sqlite"
    file.unlink()
    if damage is not None:
        file.write_bytes(damage)
    index = open_index(tmp_path, warnings)
    await index.catch_up(log)
    assert find_seqs(index, "wind", limit=50) == list(range(30, 0, -1))
    assert warnings == []
    await index.close()


async def test_an_index_of_another_version_is_rebuilt(tmp_path: Path) -> None:
    """What an older or newer Tarn wrote is not trusted."""
    log = days(5)
    first = open_index(tmp_path)
    await first.catch_up(log)
    await first.close()
    with closing(sqlite3.connect(tmp_path / "Moss.sqlite")) as connection:
        connection.execute("DELETE FROM memories")
        connection.execute("PRAGMA user_version=99")
        connection.commit()
    index = open_index(tmp_path)
    assert find_seqs(index, "wind") == []
    await index.catch_up(log)
    assert count_rows(tmp_path) == 5
    await index.close()


@pytest.mark.parametrize("other", [Log([memory(1, "another life")]), Log(), days(9)])
async def test_an_index_of_another_archive_is_rebuilt(tmp_path: Path, other: Log) -> None:
    """An agent that was begun anew does not remember its former life."""
    first = open_index(tmp_path)
    await first.catch_up(Log(memory(n, f"old life {n}") for n in range(1, 8)))
    await first.close()
    index = open_index(tmp_path)
    await index.catch_up(other)
    assert find_seqs(index, "old") == []
    assert count_rows(tmp_path) == len(other.memories)
    await index.close()


async def test_damage_while_running_heals(tmp_path: Path) -> None:
    """A file that breaks under a running server costs one search its older hits, no more."""
    index, log = open_index(tmp_path), days(40)
    warnings: list[str] = []
    index._warn = warnings.append
    await index.catch_up(log)
    (tmp_path / "Moss.sqlite").write_bytes(b"scribble" * 4096)
    assert find_seqs(index, "wind") == []
    assert "cannot be read" in warnings[0]
    await index.idle()
    assert len(find_seqs(index, "wind", limit=50)) == 40
    await index.close()


async def test_a_disk_that_cannot_be_written_is_said_and_survived(tmp_path: Path) -> None:
    """With no place to write, what waits is still found, the queue is bounded, and nothing lost."""
    warnings: list[str] = []
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    index = RecallIndex.open(blocked / "Moss.sqlite", warn=warnings.append)
    log = days(0)
    await index.catch_up(log)
    assert "cannot be brought up to date" in warnings[0]
    log.grow(index, *[f"pebble {n}" for n in range(MAX_WAITING + 10)])
    await index.idle()
    assert len(index._waiting) == MAX_WAITING
    assert find_seqs(index, "pebble", limit=1) == [MAX_WAITING + 10]
    blocked.unlink()
    log.grow(index, *["one more"] * BATCH)
    await index.idle()
    assert count_rows(blocked) == len(log.memories)
    await index.close()


async def test_closing_during_a_rebuild_stops_soon_and_the_next_start_goes_on(
    tmp_path: Path,
) -> None:
    """A shutdown does not wait for a million memories to be indexed."""
    index, log, reached = open_index(tmp_path), days(5000), threading.Event()

    def watched(after: int) -> Iterator[Experience]:
        for lived in log(after):
            if lived.seq == 700:
                reached.set()
                while not index._writer.closing:
                    time.sleep(0.001)
            yield lived

    catching = asyncio.ensure_future(index.catch_up(watched))
    await asyncio.to_thread(reached.wait)
    log.grow(index, "the last word")
    await index.close()
    await catching
    assert count_rows(tmp_path) == 1000
    again = open_index(tmp_path)
    await again.catch_up(log)
    assert count_rows(tmp_path) == 5001
    assert find_seqs(again, "last word") == [5001]
    await again.close()


async def test_a_memory_opens_by_its_number(tmp_path: Path) -> None:
    """``#12`` is memory 12, indexed or waiting; a number that does not exist finds nothing."""
    index, log = open_index(tmp_path), days(12)
    await index.catch_up(log)
    log.grow(index, "thirteen at table")
    hits = index.search("  #12 ", token_budget=100, tokens=WordCounter())
    assert hits == [Hit(12, START + timedelta(minutes=12), "The Hall", log.memories[11].text, 1.0)]
    assert find_seqs(index, "#13") == [13]
    assert (
        find_seqs(index, "#14") == find_seqs(index, "#0") == find_seqs(index, "#" + "9" * 30) == []
    )
    await index.close()


@pytest.mark.parametrize("indexed", [True, False])
async def test_matching_folds_case_accents_endings_and_scripts(
    tmp_path: Path, indexed: bool
) -> None:
    """Words match by their stems whatever their accents, indexed or waiting alike."""
    index, log = open_index(tmp_path), Log()
    await index.catch_up(log)
    texts = ["Moss was watering the Café gardens", "湖のほとりで月を見た", "Straße im Nebel"]
    log.grow(index, *texts)
    if indexed:
        await index.close()
    assert find_seqs(index, "GARDEN") == [1]
    assert find_seqs(index, "cafe water") == [1]
    assert find_seqs(index, "cafe\u0301s") == [1]
    assert find_seqs(index, "月を") == [2]
    assert find_seqs(index, "月と") == []
    assert find_seqs(index, "nebel") == [3]
    await index.close()


async def test_ranking(tmp_path: Path) -> None:
    """Every word beats some words, rare beats common, newest wins a tie, each text once."""
    texts = ["the lantern is lit", "the bridge creaks", "a lantern on the bridge", "rain"]
    index, log = open_index(tmp_path), Log()
    log.grow(index, *texts * 30, "the lantern is lit", "a bridge of stone")
    await index.catch_up(log)
    hits = index.search("lantern bridge", token_budget=1000, tokens=WordCounter())
    assert hits[0].text == "a lantern on the bridge"
    assert {hit.text for hit in hits[1:]} == {*texts[:2], "a bridge of stone"}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert hits[0].score > 1 >= hits[1].score
    assert find_seqs(index, "lit") == [121]
    assert find_seqs(index, "where is the stone") == [122]
    assert len(find_seqs(index, "the")) == 5
    await index.close()


async def test_places_are_searched_too(tmp_path: Path) -> None:
    """A memory is found by the room it happened in, after those that speak of the room."""
    index = open_index(tmp_path)
    lived = [memory(1, "we spoke of the orchard"), memory(2, "apples fell", "The Orchard")]
    await index.catch_up(Log(lived))
    assert find_seqs(index, "orchard") == [1, 2]
    assert find_seqs(index, "apples orchard") == [2, 1]
    await index.close()


async def test_an_empty_question_finds_nothing(tmp_path: Path) -> None:
    """Nothing asked, nothing found; and no limit of zero hits is exceeded."""
    index = open_index(tmp_path)
    await index.catch_up(days(3))
    assert (
        find_seqs(index, "")
        == find_seqs(index, ' ,.;"*')
        == find_seqs(index, "wind", limit=0)
        == []
    )
    await index.close()


async def test_the_token_budget_holds(tmp_path: Path) -> None:
    """What comes back never costs more than the budget, and one long memory is shortened."""
    index, log = open_index(tmp_path), days(20)
    log.grow(index, "heron " * 500)
    await index.catch_up(log)
    hits = index.search("wind", token_budget=25, tokens=WordCounter())
    assert len(hits) == 2
    assert sum(WordCounter().count(hit.render_line()) for hit in hits) <= 25
    (cut,) = index.search("heron", token_budget=25, tokens=WordCounter())
    assert cut.text.endswith("…")
    assert WordCounter().count(cut.render_line()) <= 25
    assert index.search("heron", token_budget=3, tokens=WordCounter()) == []
    await index.close()


def test_a_hit_reads_as_one_line_with_number_and_date() -> None:
    """A hit says which memory it is, when and where."""
    hit = Hit(7, START, "The Hall", "~Moss> look\nA long hall.\n\nExits: garden", 1.0)
    assert (
        hit.render_line()
        == "#7 (2026-03-01 09:30, The Hall) ~Moss> look / A long hall. / Exits: garden"
    )


async def test_nothing_stays_open_while_idle(tmp_path: Path) -> None:
    """Between batches an index holds no file and no task."""
    index, log = open_index(tmp_path), days(100)
    await index.catch_up(log)
    find_seqs(index, "wind")
    await index.idle()
    assert str(tmp_path) not in str(open_files())
    await index.close()


async def test_common_words_are_left_aside(tmp_path: Path) -> None:
    """A word that is nearly everywhere is left aside for the rarer ones beside it."""
    path = tmp_path / "Moss.sqlite"
    with recall_files.open_for_writing(path) as connection:
        lived = [memory(n, f"step {n}") for n in range(1, recall_ranking.COMMON + 100)]
        lived[5] = memory(6, "a heron")
        recall_schema.add_rows(connection, lived)
    index = RecallIndex.open(path)
    assert find_seqs(index, "heron step", limit=1) == [6]
    newest = find_seqs(index, "step", limit=len(lived))
    assert newest[0] == len(lived)
    assert len(newest) == recall_ranking.COMMON


@pytest.fixture(scope="module")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> RecallIndex:
    path = tmp_path_factory.mktemp("recall") / "Moss.sqlite"
    with recall_files.open_for_writing(path) as connection:
        recall_schema.add_rows(connection, days(20).memories)

    def fail(warning: str) -> None:
        raise AssertionError(warning)

    return RecallIndex.open(path, warn=fail)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text(st.sampled_from("\"'*^-+(){}:#\0 \\ANDORNEARwind1"), max_size=40),
        st.text(st.characters(categories=["Cs", "L", "M"]), max_size=20),
    )
)
def test_no_question_is_ever_syntax(small_index: RecallIndex, words: str) -> None:
    """Whatever is asked, a search answers with hits or with none, never with an error."""
    seqs = find_seqs(small_index, words)
    assert len(seqs) == len(set(seqs))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=30), st.integers(0, 60))
def test_any_budget_holds(texts: list[str], budget: int) -> None:
    """For any hits and any budget the lines kept fit, in order."""
    hits = [Hit(n, START, "The Hall", text, 1.0) for n, text in enumerate(texts, 1)]
    kept = fit_budget(hits, budget, WordCounter())
    assert sum(WordCounter().count(hit.render_line()) for hit in kept) <= budget
    assert [hit.seq for hit in kept] == sorted(hit.seq for hit in kept)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 40), max_size=6), st.integers(0, 100))
def test_every_memory_is_indexed_exactly_once(
    tmp_path_factory: pytest.TempPathFactory, feeds: list[int], already: int
) -> None:
    """However feeding, catching up and restarting fall, the index holds 1..n once each."""
    path = tmp_path_factory.mktemp("recall")
    log = days(already)

    async def live() -> None:
        for n, count in enumerate(feeds):
            index = open_index(path)
            if n % 2:
                log.grow(index, *["fresh"] * count)
            await index.catch_up(log)
            log.grow(index, *["fresh"] * count)
            if n % 3 != 2:
                await index.close()

    run_in_thread(live)
    index = open_index(path)
    run_in_thread(lambda: index.catch_up(log))
    with closing(sqlite3.connect(path / "Moss.sqlite")) as connection:
        assert [row[0] for row in connection.execute("SELECT seq FROM memories")] == list(
            range(1, len(log.memories) + 1)
        )
        words = connection.execute("SELECT rowid FROM words WHERE words MATCH 'day OR fresh'")
        assert [row[0] for row in words] == list(range(1, len(log.memories) + 1))


def run_in_thread(main: object) -> None:
    """Run a coroutine function on a loop of its own (the reactor holds this thread's)."""
    runner = threading.Thread(target=lambda: asyncio.run(main()))  # type: ignore[operator]
    runner.start()
    runner.join()
