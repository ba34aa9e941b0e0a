from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.log.natures import find_old_nature
from agents.memory.recall import schema as recall_schema
from agents.memory.recall.index import RecallIndex
from agents.memory.recall.speech import find_partners

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def heard(seq: int, speaker: str, event: str = "say") -> Experience:
    text = f'{speaker} says, "line {seq}"'
    return Experience(
        seq,
        START + timedelta(minutes=seq),
        text,
        "observation",
        event=event,
        speaker=speaker,
        nature=find_old_nature("", event),
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
        nature=find_old_nature(line.split(maxsplit=1)[0], ""),
        line=line,
        ok=ok,
    )


def plain(seq: int) -> Experience:
    return Experience(seq, START + timedelta(minutes=seq), f"day {seq}", "observation")


def reader(memories: Sequence[Experience]):  # type: ignore[no-untyped-def]
    return lambda after: (each for each in memories if each.seq > after)


def find_talk_seqs(index: RecallIndex, partner: str, limit: int = 100) -> list[int]:
    count, hits = index.find_talk(partner, limit=limit)
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


@pytest.mark.parametrize(
    ("said", "partners"),
    [
        ("say Good day, Wren.", {"wren"}),
        ("say Wren, Ada comes from the Hollow.", {"wren"}),
        ("say Wren, Ada, supper!", {"ada", "wren"}),
        ("say Good day. I saw Bert, and the bees.", {"ada", "wren"}),
        ("say I told Wren of it.", {"ada", "wren"}),
    ],
)
def test_words_that_call_somebody_are_talk_with_them_alone(said: str, partners: set[str]) -> None:
    """Of two who are there only the one who is called was talked with."""
    assert find_partners(did(1, said, ("Ada", "Wren"))) == partners


@pytest.mark.parametrize(
    ("said", "event", "with_ada"),
    [
        ('Ada says, "Bert, the boat is ready."', "say", False),
        ('Ada says, "Well, Bert, the boat is ready."', "say", False),
        ("Ada whispers something to Bert.", "whisper", False),
        ('Ada says, "The boat is ready."', "say", True),
        ('Ada says, "Moss, Bert, the boat is ready."', "say", True),
        ('Ada says, "Bert, help me, Moss!"', "say", True),
        ('Ada says, "I told Bert of it, and he laughed."', "say", True),
        ('Ada whispers to you, "Bert, I think, has the boat."', "whisper", True),
    ],
)
def test_what_is_said_to_others_is_overheard(said: str, event: str, with_ada: bool) -> None:
    """It is no talk with its speaker; a name of nobody there may be the agent's own."""
    memory = replace(heard(1, "Ada", event), text=said, occupants=("Ada", "Bert"))
    assert find_partners(memory) == ({"ada"} if with_ada else set())


@pytest.mark.parametrize("indexed", [0, 7, len(LIVED)])
async def test_talk_with_a_partner(tmp_path: Path, indexed: int) -> None:
    """What a partner said and what the agent said to it, queued or indexed; nothing else."""
    index = RecallIndex.open(tmp_path / "Moss.sqlite")
    await index.catch_up(reader(LIVED[:indexed]))
    index.feed(LIVED[indexed:])
    assert find_talk_seqs(index, "Ada") == [1, 3, 4, 5, 11]
    assert find_talk_seqs(index, "ada") == [1, 3, 4, 5, 11]
    assert find_talk_seqs(index, "Fern") == [3, 6, 10, 13]
    assert find_talk_seqs(index, "Ada Lovelace") == [12]
    assert find_talk_seqs(index, "Lovage") == [14]
    assert find_talk_seqs(index, "Nobody") == []
    assert find_talk_seqs(index, "Ada", limit=2) == [5, 11]
    assert index.find_talk("Ada", limit=0) == (5, [])
    await index.close()
    assert find_talk_seqs(index, "Ada") == [1, 3, 4, 5, 11]


def test_the_newest_talk_costs_the_same_however_much_there_is() -> None:
    """The newest lines and their number take no more steps of SQLite's after a longer life."""
    assert _steps(3000) == _steps(100)


def _steps(lines: int) -> int:
    taken: list[None] = []
    with recall_schema.open_in_memory([heard(n, "Ada") for n in range(1, lines + 1)]) as connection:
        connection.set_progress_handler(lambda: taken.append(None), 1)
        count, rows = recall_schema.read_talk(connection, "Ada", 20)
    assert (count, rows[0].seq, len(rows)) == (lines, lines, 20)
    return len(taken)


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
