from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall import database as recall_files
from agents.memory.recall import schema as recall_schema
from agents.memory.recall.index import RecallIndex

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def heard(seq: int, speaker: str, event: str = "say") -> Experience:
    text = f'{speaker} says, "line {seq}"'
    return Experience(
        seq, START + timedelta(minutes=seq), text, "observation", event=event, speaker=speaker
    )


def did(seq: int, line: str, present: tuple[str, ...] = (), *, ok: bool = True) -> Experience:
    return Experience(
        seq,
        START + timedelta(minutes=seq),
        f"Moss> {line}\nDone.",
        "action",
        event="result",
        occupants=present,
        command=line.split(maxsplit=1)[0],
        line=line,
        ok=ok,
    )


def plain(seq: int) -> Experience:
    return Experience(seq, START + timedelta(minutes=seq), f"day {seq}", "observation")


def reader(memories: Sequence[Experience]):  # type: ignore[no-untyped-def]
    return lambda after: (each for each in memories if each.seq > after)


def talked(index: RecallIndex, partner: str, limit: int = 100) -> list[int]:
    count, hits = index.talk(partner, limit=limit)
    assert len(hits) == min(count, limit)
    return [hit.seq for hit in hits]


LIVED = [
    heard(1, "Ada"),
    heard(2, "Ada", "emote"),
    did(3, "say hello", ("Ada", "Fern")),
    did(4, "whisper Ada the lantern", ("Ada", "Fern")),
    did(5, "tell ADA = come", ()),
    did(6, "tell Fern, come", ()),
    did(7, "say nobody hears", ()),
    did(8, "whisper Ada refused", ("Ada",), ok=False),
    did(9, "look", ("Ada",)),
    heard(10, "Fern", "whisper"),
    heard(11, "Ada", "tell"),
    did(12, "whisper to Ada Lovelace a word", ("Ada", "Ada Lovelace")),
    did(13, "whisper a word to Fern", ("Ada Lovelace", "Fern")),
    did(14, "whisper lov hello", ("Fern", "Lovage")),
]


@pytest.mark.parametrize("indexed", [0, 7, len(LIVED)])
async def test_talk_with_a_partner(tmp_path: Path, indexed: int) -> None:
    """What a partner said and what the agent said to it, queued or indexed; nothing else."""
    index = RecallIndex.open(tmp_path / "Moss.sqlite")
    await index.catch_up(reader(LIVED[:indexed]))
    index.feed(LIVED[indexed:])
    assert talked(index, "Ada") == [1, 3, 4, 5, 11]
    assert talked(index, "ada") == [1, 3, 4, 5, 11]
    assert talked(index, "Fern") == [3, 6, 10, 13]
    assert talked(index, "Ada Lovelace") == [12]
    assert talked(index, "Lovage") == [14]
    assert talked(index, "Nobody") == []
    assert talked(index, "Ada", limit=2) == [5, 11]
    assert index.talk("Ada", limit=0) == (5, [])
    await index.close()
    assert talked(index, "Ada") == [1, 3, 4, 5, 11]


async def test_talk_is_counted_quickly(tmp_path: Path) -> None:
    """With tens of thousands of lines of talk, the newest and their number come at once."""
    with recall_files.writing(tmp_path / "Moss.sqlite") as connection:
        recall_schema.add(connection, [heard(n, "Ada") for n in range(1, 30_001)])
    index = RecallIndex.open(tmp_path / "Moss.sqlite")
    began = time.perf_counter()
    for _ in range(20):
        count, hits = index.talk("Ada", limit=20)
    assert time.perf_counter() - began < 0.5
    assert (count, hits[-1].seq, len(hits)) == (30_000, 30_000, 20)


@pytest.mark.parametrize("indexed", [True, False])
async def test_unsearched_memories_open_by_number_alone(tmp_path: Path, indexed: bool) -> None:
    """What searches leave out is found by its number, and by no word, neighbour or date."""
    lived = [heard(1, "Ada"), did(2, "recall line", ("Ada",)), heard(3, "Ada")]
    index = RecallIndex.open(
        tmp_path / "Moss.sqlite", searchable=lambda each: each.command != "recall"
    )
    await index.catch_up(reader(lived if indexed else []))
    if not indexed:
        index.feed(lived)
    tokens = HeuristicCounter()
    for words in ("line", "recall", "1 March 2026"):
        hits = index.search(words, token_budget=1000, tokens=tokens)
        assert 2 not in [hit.seq for hit in hits]
    opened = index.get(2)
    assert opened is not None
    assert opened.text == lived[1].text
    assert [hit.seq for hit in index.search("#2", token_budget=1000, tokens=tokens)] == [2]
    await index.close()
