"""Each record is one line of JSON and comes back as it was; any other line is refused."""

from __future__ import annotations

import json

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import (
    Compaction,
    Counts,
    Edit,
    Experience,
    Frames,
    JournalEntry,
    JournalNote,
    MicroCompact,
    PageEdit,
    Record,
    Summary,
    Turn,
)
from agents.memory.log.codec import BadRecord, decode, encode
from tests.agents.memory.log.ledgers import NOW
from world.nature import Nature

SUMMARY = Summary(
    "recent-1-2-1", "leaf", "I sang – “well”.", (1, 2), "llm", NOW, 5, "p", "m", ("x",),
    2, 300, ((1, 2), ()), excerpt=((0, 2), (4, 5)),
)  # fmt: skip

FACT = Fact(
    "Fern said she would come.", 7, "heuristic", "heard", 0.5, (1, 2), NOW, "Fern", ("Fern",),
    ("promise",), "The Hall", "the boat", "day", "She comes on Friday", NOW, "She comes on Monday.",
    NOW, (1,),
)  # fmt: skip

EXPERIENCE = Experience(
    2, NOW, "~Moss> say hi | why\nYou say, “hi”\u2028…", "action", "say", "The Hall", ("Fern",),
    nature=Nature.SPEECH,
)  # fmt: skip

RECORDS: list[Record] = [
    EXPERIENCE,
    Experience(
        3, NOW, "x", "action", ok=False, line="go", command="go", reason="r", speaker="Fern"
    ),
    Compaction(
        3,
        NOW,
        (1, 2),
        (SUMMARY,),
        "llm",
        "early",
        1.5,
        100,
        20,
        9,
        4,
        800,
        90,
        "tree",
        4,
        Counts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    ),
    JournalEntry(3, NOW, (1, 2), (FACT,), "heuristic"),
    JournalNote(3, NOW, (1, 2), FACT, "compaction"),
    PageEdit(3, NOW, "people/Ada", "above", "below", ("struck",)),
    MicroCompact(3, NOW, (2, 3), 5),
    Edit(3, NOW, SUMMARY, 6),
    Turn(
        "s",
        "h",
        Frames("# {summary}", "> {summary}"),
        "n",
        "r",
        "c",
        "m",
        "p",
        1,
        2,
        3,
        0.5,
        "o",
        3,
        6,
        NOW,
        "id",
        "digest",
        blocks=("recalled 1",),
        choices=('[voice 1.6] "r" (short)',),
        decided_by="voice",
        model_unused="late",
    ),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda each: type(each).__name__)
def test_a_record_comes_back_as_it_was(record: Record) -> None:
    """Every kind, on one line of JSON, empty values left out."""
    line = encode(record)
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    assert decode(line) == record
    assert "" not in json.loads(line).values()


def test_a_memory_reads_as_the_design_says() -> None:
    """People and other programs read this; its shape is a contract."""
    assert json.loads(encode(EXPERIENCE)) == {
        "v": 1,
        "kind": "memory",
        "seq": 2,
        "at": "2026-01-01T00:00:00.000000Z",
        "text": "~Moss> say hi | why\nYou say, “hi”\u2028…",
        "source": "action",
        "event": "say",
        "place": "The Hall",
        "occupants": ["Fern"],
        "nature": "speech",
    }


@pytest.mark.parametrize(
    ("said", "nature"),
    [
        ({"command": "say", "event": "result"}, Nature.SPEECH),
        ({"command": "look", "event": "room"}, Nature.SIGHT),
        ({"command": "dance", "event": "room"}, Nature.DEED),
        ({"event": "whisper"}, Nature.PRIVATE_SPEECH),
        ({"event": "arrive"}, Nature.MOVEMENT),
        ({"event": "dream", "command": "dream"}, Nature.DREAM),
        ({"event": "refusal"}, Nature.DEED),
        ({"command": "look", "event": "room", "nature": "note"}, Nature.NOTE),
    ],
)
def test_a_memory_of_an_old_archive_gets_its_nature_by_name(
    said: dict[str, str], nature: Nature
) -> None:
    """Old archives do not record it; a recorded nature is never overridden."""
    old = {"v": 1, "kind": "memory", "seq": 1, "at": "2026-01-01T00:00:00Z", "text": "x", **said}
    memory = decode(json.dumps(old).encode())
    assert isinstance(memory, Experience) and memory.nature is nature


def test_an_unknown_nature_is_named_with_those_that_are_known() -> None:
    line = encode(EXPERIENCE).replace(b'"speech"', b'"song"')
    with pytest.raises(BadRecord, match=r"nature is 'song'; known are speech, .*deed"):
        decode(line)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{}",
        b"\x00\x00",
        b'{"v":1,"kind":"memory"}',
        b'{"v":1,"kind":"memory","seq":"1","at":"2026-01-01T00:00:00.000000Z","text":"x"}',
        b'{"v":1,"kind":"memory","seq":1,"at":"2026-01-01T00:00:00","text":"x"}',
        b'{"v":1,"kind":"memory","seq":0,"at":"2026-01-01T00:00:00Z","text":"x"}',
        b'{"v":1,"kind":"compaction","after":1,"at":"2026-01-01T00:00:00Z","covers":[2,1]}',
        b'{"v":true,"kind":"memory"}',
        b"[" * 100_000,
    ],
)
def test_a_spoilt_line_is_a_bad_record(line: bytes) -> None:
    """Never another exception."""
    with pytest.raises(BadRecord):
        decode(line)
