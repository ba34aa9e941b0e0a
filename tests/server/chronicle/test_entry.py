"""The format of the chronicle: what is written is read back, and what is not ours is refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.chronicle.entry import BadEntry, ChronicleEntry, decode_entry, encode_entry
from world.calendar import Calendar
from world.nature import Nature

NAMES = st.lists(st.text(max_size=12), max_size=3).map(tuple)
TIMES = st.none() | st.integers(0, 10**7).map(Calendar().find_time)
#: Milliseconds since 1970, up to the year 9000.
MOMENTS = st.integers(0, 221_845_000_000_000).map(
    lambda ms: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
)
ENTRIES = st.builds(
    ChronicleEntry,
    at=MOMENTS,
    time=TIMES,
    room=st.text(),
    kind=st.sampled_from([each.value for each in Nature]),
    text=st.text(),
    event=st.text(),
    actor=st.text(),
    actor_kind=st.sampled_from(["person", "agent", None]),
    people=NAMES,
    agents=NAMES,
    lost=st.integers(0, 10**9),
    stopped=st.none() | MOMENTS,
)


@given(ENTRIES)
def test_what_is_written_is_read_back(entry: ChronicleEntry) -> None:
    """An entry is one line, whatever it holds."""
    line = encode_entry(entry)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert decode_entry(line) == entry


def test_the_fields_are_those_of_the_contract() -> None:
    """Other programs read these names."""
    at = datetime(2026, 11, 22, 8, 30, tzinfo=UTC)
    time = Calendar().at(at.timestamp())
    entry = ChronicleEntry(
        at, time, "The Hall", Nature.SPEECH, 'Moss says, "Oats."', "say", "Moss", "agent", ("Ada",)
    )
    fields = json.loads(encode_entry(entry))
    assert fields == {
        "v": 1,
        "at": "2026-11-22T08:30:00.000Z",
        "world_time": {
            "day": time.day,
            "clock": "12:00",
            "phase": "noon",
            "season": time.season,
            "day_of_season": time.day_of_season,
            "weather": time.weather,
        },
        "room": "The Hall",
        "actor": "Moss",
        "actor_kind": "agent",
        "kind": "speech",
        "event": "say",
        "text": 'Moss says, "Oats."',
        "people": ["Ada"],
        "agents": [],
    }


def test_a_field_that_a_later_version_adds_does_no_harm() -> None:
    """A reader takes what it knows."""
    line = encode_entry(ChronicleEntry(datetime(2026, 1, 1, tzinfo=UTC), None, "A", "deed", "B"))
    assert decode_entry(line.replace(b'{"v":1', b'{"later":[1],"v":1')) == decode_entry(line)


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b"null", b'{"v":2}', b'{"v":1}', b"\xff\xfe", b"[" * 100_000]
)
def test_what_is_no_entry_is_refused(line: bytes) -> None:
    """A line of something else never becomes part of the story."""
    with pytest.raises(BadEntry):
        decode_entry(line)
