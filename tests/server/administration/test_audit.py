"""The audit log: nothing is lost, nobody else reads it, and strangers cannot flood it."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from server.administration import audit
from server.administration.audit import RETRY_SECONDS, AuditLog, RestrainedRecord


def open_log(folder: Path, **options: int) -> tuple[AuditLog, list[str]]:
    said: list[str] = []
    return AuditLog(folder, VirtualClock(), said.append, **options), said


def test_a_line_says_when_what_and_who(tmp_path: Path) -> None:
    """It is JSON, for its owner alone, and there when the call returns."""
    log, said = open_log(tmp_path)
    log.record("act", "Ada", line="@shutdown \ud800", result="done")
    path = tmp_path / "audit.jsonl"
    entry = json.loads(path.read_text("ascii"))
    assert list(entry) == ["at", "event", "who", "line", "result"]
    assert (entry["event"], entry["who"], entry["line"]) == ("act", "Ada", "@shutdown \ud800")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not said


def test_it_is_read_back_newest_last_across_its_files(tmp_path: Path) -> None:
    """By number and by name; full files are put aside, and the oldest go."""
    log, _ = open_log(tmp_path, file_bytes=1000)
    for number in range(100):
        log.record("act", "Ada" if number % 2 else "Bob", line=f"say {number}")
    log.record("boot", "Bob", whom="Ada")
    assert [entry.get("line") for entry in log.read(3)] == ["say 98", "say 99", None]
    assert [entry["event"] for entry in log.read(2, "ada")] == ["act", "boot"]
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == sorted(["audit.jsonl", *(f"audit.{number}.jsonl" for number in range(1, 8))])
    assert all(path.stat().st_size < 1200 for path in tmp_path.iterdir())
    numbers = [entry.get("line", "") for entry in log.read(1000)]
    assert numbers[:-1] == [f"say {number}" for number in range(101 - len(numbers), 100)]


def test_what_cannot_be_written_waits_and_comes_in_its_place(tmp_path: Path) -> None:
    """The log is told once, and not at each line."""
    folder = tmp_path / "none"
    log, said = open_log(folder)
    log.record("act", "Ada", line="first")
    log.record("act", "Ada", line="second")
    assert len(said) == 1 and "audit.jsonl cannot be written; lines wait" in said[0]
    folder.mkdir()
    log.record("act", "Ada", line="third")
    assert [entry["line"] for entry in log.read(9)] == ["first", "second", "third"]


async def test_trouble_is_told_and_ends_without_another_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of too many lines that wait the oldest are lost, and the file says how many."""
    monkeypatch.setattr(audit, "MOST_WAITING", 2)
    clock, told = VirtualClock(), list[StorageTrouble]()
    log = AuditLog(tmp_path / "none", clock, lambda line: None)
    log.watch = told.append
    for number in range(5):
        log.record("act", "Ada", line=str(number))
    await clock.advance(RETRY_SECONDS)
    (begun,) = told
    assert begun.what == "the audit log cannot be written: No such file or directory"
    assert log.list_unsaved() == ["2 lines of the audit log"]
    (tmp_path / "none").mkdir()
    await clock.advance(RETRY_SECONDS)
    assert (told[1].reason, told[1].lost) == ("", 3)
    found = [(entry["event"], entry.get("lines", entry.get("line"))) for entry in log.read(9)]
    assert found == [("lost", "3"), ("act", "3"), ("act", "4")]
    assert log.list_unsaved() == []


def test_a_torn_line_costs_itself_alone(tmp_path: Path) -> None:
    """The next one begins on a line of its own."""
    (tmp_path / "audit.jsonl").write_text('{"at": "x", "event": "act"}\n[1]\n{"at": "2026-')
    log, _ = open_log(tmp_path)
    log.record("act", "Ada")
    assert [entry["event"] for entry in log.read(9)] == ["act", "act"]


def test_strangers_fill_a_minute_and_not_the_log() -> None:
    """What is above the limit is counted; other events have limits of their own."""
    now, seen = [0.0], list[tuple[str, str, str]]()

    def record(event: str, who: str, /, **fields: str) -> None:
        seen.append((event, who, fields.get("more", "")))

    restrained = RestrainedRecord(record, lambda: now[0])
    for _ in range(100):
        restrained("login-failed", "Eve")
    restrained("login", "Ada")
    assert len(seen) == RestrainedRecord.MOST + 1
    now[0] = 60.0
    restrained("login-failed", "Eve")
    assert seen[-2:] == [("login-failed", "", "40"), ("login-failed", "Eve", "")]
