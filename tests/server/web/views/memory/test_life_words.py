"""Hearsay keeps its speakers through every tier, and days begin by the clock of whoever looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from agents.memory.core.records import Compaction, Record, Summary, SummaryType
from agents.memory.log.codec import encode
from agents.memory.log.segment import segment_path
from server.web.views.memory.life.database import read_index
from server.web.views.memory.life.traces import trace_memory
from server.web.views.memory.life.voices import join_speakers
from server.web.views.memory.life.window import list_day_starts, list_lanes
from tests.e2e.web.support.long_life import make_memory
from tests.server.web.views.memory.test_life_index import bring_up

AT = make_memory(1).at
BOTH = "They say that the ferry is late."
CLAIM = "The ferry leaves at noon."
"""Nothing in the sentence says that it is somebody's word: only the memories that it cites do."""


def write_archive(folder: Path, records: Sequence[Record]) -> None:
    segment_path(folder, 1).write_bytes(b"".join(map(encode, records)))


def summarise(
    kind: SummaryType, first: int, last: int, said: dict[str, tuple[int, ...]], level: int = 0
) -> Summary:
    return Summary(
        f"{kind}-{first}-{last}-{level}", kind, "\n".join(said), (first, last), "llm", AT,
        level=level, citations=tuple(said.values()),
    )  # fmt: skip


def compact(after: int, revision: int, *stand: Summary) -> Compaction:
    covers = stand[0].covers[0], stand[-1].covers[1]
    return Compaction(after, AT, covers, stand, "llm", "automatic", revision=revision,
                      strategy="tree")  # fmt: skip


#: In this life 1 to 3 of ten memories are words of others, 4 is the agent's own.
HEARD, OTHER, OWN = 2, 3, 4


@pytest.mark.parametrize("most", [300, 1_000_000])
def test_what_rests_on_words_of_others_alone_is_hearsay_in_every_level(
    tmp_path: Path, most: int
) -> None:
    """With the speakers, though the sentences do not name them, however the life is read."""
    lower = summarise("leaf", 1, 4, {CLAIM: (HEARD,), BOTH: (HEARD, OTHER), "I was there.": (OWN,)})
    upper = summarise(
        "node", 1, 10, {CLAIM: (HEARD,), BOTH: (OTHER,), "I saw it.": (OTHER, OWN)}, 1
    )
    top = summarise("node", 1, 10, {CLAIM: (HEARD,), 'Tobias said: "No."': (), "So it was.": ()}, 2)
    changes = [compact(40, number, each) for number, each in enumerate((lower, upper, top), 1)]
    write_archive(tmp_path, [*map(make_memory, range(1, 41)), *changes])
    bring_up(tmp_path, tmp_path / "index", most)
    assert [make_memory(seq).speaker for seq in (HEARD, OTHER, OWN)] == ["Ada", "Fern", ""]
    with read_index(tmp_path / "index") as index:
        lanes = {each["lane"]: each["summaries"][0] for each in list_lanes(index, (1, 40))}
        traced = {each["text"]: each["speaker"] for each in trace_memory(index, OTHER)["sentences"]}
        claim = {each["text"]: each["speaker"] for each in trace_memory(index, HEARD)["sentences"]}
    told = {name: (s["hearsay"], s["sentence_count"], s["speakers"]) for name, s in lanes.items()}
    assert told == {
        "leaves": (2, 3, ["Ada", "Fern"]),
        "level 1": (2, 3, ["Ada", "Fern"]),
        "level 2": (2, 3, ["Tobias", "Ada"]),
    }
    assert traced == {BOTH: "Ada, Fern", "I saw it.": ""}
    assert claim[CLAIM] == "Ada"


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("Ada", "Bert", "Ada, Bert"),
        ("Ada, Bert", "Ada", "Ada, Bert"),
        ("Ada", "", ""),
        ("", "Ada", ""),
        (None, "Ada", "Ada"),
        ("Ada", None, "Ada"),
        (None, None, None),
    ],
)
def test_a_sentence_is_hearsay_if_all_that_it_rests_on_is(
    one: str | None, other: str | None, both: str | None
) -> None:
    """None: it is not known on what it rests."""
    assert join_speakers(one, other) == both


@pytest.mark.parametrize(
    ("zone", "days"),
    [
        ("UTC", {"2026-03-28": 1, "2026-03-29": 3, "2026-03-30": 6}),
        ("Europe/Berlin", {"2026-03-28": 1, "2026-03-29": 2, "2026-03-30": 5}),
        ("Asia/Kathmandu", {"2026-03-28": 1, "2026-03-29": 2, "2026-03-30": 4}),
        ("America/New_York", {"2026-03-28": 1, "2026-03-29": 4}),
    ],
)
def test_days_begin_at_midnight_of_the_zone(
    tmp_path: Path, zone: str, days: dict[str, int]
) -> None:
    """Also on the day on which its clocks change; a day begins once, wherever one looks."""
    times = ((28, 12, 0), (28, 23, 10), (29, 1, 0), (29, 20, 0), (29, 22, 5), (30, 3, 59))
    moments = [datetime(2026, 3, *each, tzinfo=UTC) for each in times]
    write_archive(tmp_path, [replace(make_memory(n), at=at) for n, at in enumerate(moments, 1)])
    bring_up(tmp_path, tmp_path / "index", 10_000)
    with read_index(tmp_path / "index") as index:
        whole = list_day_starts(index, (1, 6), ZoneInfo(zone))
        parts = [
            each
            for seq in range(1, 7)
            for each in list_day_starts(index, (seq, seq), ZoneInfo(zone))
        ]
    assert {each["day"]: each["seq"] for each in whole} == days
    assert parts == whole
