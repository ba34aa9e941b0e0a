"""The line of time: how much of what kind happened when, and when the world stood still."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from server.chronicle.entry import GAP, START, STOP, ChronicleEntry, encode_entry
from server.chronicle.narrative.readers import ChronicleReader
from server.web.views.replay import past as replay
from server.web.views.replay.density import Standstill, name_event_kind
from server.web.views.replay.past import Past
from tests.server.chronicle.support import MORNING, happened
from world.nature import Nature

HOUR = timedelta(hours=1)


def mark(kind: str, hours: float, since: float | None = None) -> ChronicleEntry:
    """A line of the server, so many hours after `MORNING`."""
    stopped = None if since is None else MORNING + since * HOUR
    return ChronicleEntry(MORNING + hours * HOUR, None, "", kind, "", stopped=stopped)


def make_past(folder: Path, *entries: ChronicleEntry) -> Past:
    (folder / "2026-11-22.jsonl").write_bytes(b"".join(map(encode_entry, entries)))
    return Past(folder)


def test_lines_are_counted_by_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the server are none; what a text says is no kind; too many are not counted."""
    past = make_past(
        tmp_path,
        happened('Moss says, ""kind":"movement"".', 10, kind=Nature.SPEECH),
        happened("Moss nods.", 20, kind=Nature.GESTURE),
        happened("Moss leaves.", 30, kind=Nature.MOVEMENT),
        happened("Moss digs.", 70),
        mark(GAP, 0.02), mark(STOP, 0.025), mark(START, 0.028),
        happened("It rains.", 119, kind=Nature.HAPPENING),
    )  # fmt: skip
    end = MORNING + timedelta(seconds=120)
    counted = {"talk": [2, 0], "moves": [1, 0], "deeds": [0, 2]}
    assert past.count(MORNING, end, 2) == counted
    assert past.count(MORNING, MORNING + timedelta(seconds=60), 1) == {
        "talk": [2], "moves": [1], "deeds": [0],
    }  # fmt: skip
    monkeypatch.setattr(replay, "MOST_COUNTED", 10)
    assert past.count(MORNING, end, 2) is None


def test_kinds_are_those_by_which_the_page_filters() -> None:
    assert name_event_kind(Nature.PRIVATE_SPEECH) == name_event_kind(Nature.SPEECH) == "talk"
    assert name_event_kind(Nature.REST) == "moves"
    assert name_event_kind(Nature.TAKING) == name_event_kind("unheard of") == "deeds"


def find(past: Past, begin: float, end: float, parts: int = 50) -> Sequence[Standstill]:
    begins, ends = MORNING + begin * HOUR, MORNING + end * HOUR
    return past.find_standstills(begins, ends, past.measure(begins, ends, parts))


def test_when_the_world_stood_still(tmp_path: Path) -> None:
    """Each time once, also where only a part of it is looked at; a short one is a restart."""
    past = make_past(
        tmp_path,
        happened("Moss digs."),
        mark(STOP, 1), mark(START, 13, 1),
        happened("Moss rests.", 13.5 * 3600),
        mark(STOP, 14), mark(START, 14.01, 14),
        mark(START, 20),
        happened("Moss digs.", 21 * 3600),
    )  # fmt: skip
    night = (MORNING + HOUR, MORNING + 13 * HOUR)
    assert find(past, -1, 24) == [night]
    assert find(past, 2, 3) == find(past, 12, 14) == [night]
    assert find(past, 13.1, 24) == find(past, -2, 0.9) == []


def test_a_standstill_is_told_with_the_moments_after_it(tmp_path: Path) -> None:
    past = make_past(tmp_path, happened("Moss digs."), mark(STOP, 1), mark(START, 3, 1))
    reader = ChronicleReader("")
    assert [each.kind for each in past.find_moment(reader, MORNING + 4 * HOUR).events] == [
        Nature.DEED, START,
    ]  # fmt: skip
    kinds = [each.kind for each in past.read(reader, MORNING, None).events]
    assert kinds == [Nature.DEED, STOP, START]
