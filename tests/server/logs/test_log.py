"""What happens is told on standard error and written into a file that stays small."""

from __future__ import annotations

import io
import json
import logging
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.logger import Logger

from agents.event_line import tell_event
from config.logs import LogSettings
from server.logs.capture import LibraryHandler
from server.logs.event import LONGEST_VALUE, LogEvent, parse_line, tell_vault_event
from server.logs.log import Log
from server.logs.log_file import LogFile
from server.logs.repeats import TRACKED, WINDOW, WRITTEN
from server.logs.twisted_capture import TwistedObserver

NOON = datetime(2026, 11, 22, 12, 0, 0, 5000, tzinfo=UTC)


class Desk:
    """A log whose outputs and clock a test may look at."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.path = folder / "log" / "tarn.jsonl"
        self.failures: list[str] = []
        self.errors, self.clock = io.StringIO(), Clock()
        made = LogSettings(file=str(self.path), **settings)
        file = LogFile(self.path, made.size, made.keep, self.failures.append, lambda: None)
        self.log = Log(
            made, file=file, errors=self.errors, now=lambda: NOON, seconds=self.clock.seconds
        )

    @property
    def said(self) -> list[str]:
        return self.errors.getvalue().split("\n")[:-1]

    def written(self) -> list[dict[str, Any]]:
        """Close the log; return what the file holds."""
        self.log.close()
        return [json.loads(line) for line in self.path.read_text("utf-8").split("\n")[:-1]]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.log.close()


def test_a_plain_line_is_told_as_it_is_and_written_as_an_event(desk: Desk) -> None:
    desk.log("[Vault] WARNING: a note is broken")
    desk.log("shutdown by Ada")
    assert desk.said == ["[Vault] WARNING: a note is broken", "shutdown by Ada"]
    at = "2026-11-22T12:00:00.005Z"
    assert desk.written() == [
        {"at": at, "level": "warning", "event": "vault", "message": "WARNING: a note is broken"},
        {"at": at, "level": "info", "event": "server", "message": "shutdown by Ada"},
    ]


def test_a_line_can_say_which_event_it_tells_of(desk: Desk) -> None:
    """People read the line; programs read the event, its level and its fields."""
    desk.log(tell_event("door.fault", "Ada cannot enter", "error", who="Ada\x1b", tries=2))
    assert desk.said == ["Ada cannot enter"]
    assert desk.written()[0] | {"at": ""} == {
        "at": "", "level": "error", "event": "door.fault", "message": "Ada cannot enter",
        "who": "Ada\x1b", "tries": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "level", "fields"),
    [
        ("[Memory] Moss: Compaction complete", "info", {"agent": "Moss"}),
        ("[Mind] Moss: WARNING: asleep", "warning", {"agent": "Moss"}),
        ("[Journal] Moss: people/Ada.md: what a person wrote", "info", {"agent": "Moss"}),
        ("[Memory] ERROR: Old Tom: a line is set aside", "error", {"agent": "Old Tom"}),
        ("[Vault] WARNING: The Hall: no way out", "warning", {}),
        ("[Memory] everything is written", "info", {}),
        ("ERRORS are not said so", "info", {}),
    ],
)
def test_a_plain_line_says_its_level_and_whom_it_is_about(
    line: str, level: str, fields: dict[str, str]
) -> None:
    event = parse_line(line)
    assert (event.level, event.fields, event.to_line()) == (level, fields, line)


@pytest.mark.parametrize(
    ("line", "level", "fields"),
    [
        (
            "vault/world/The Hall.md:3: no such room; read: Cellar",
            "warning",
            {
                "file": "vault/world/The Hall.md",
                "line_number": "3",
                "what": "no such room; read: Cellar",
            },
        ),
        ("WARNING: a/b.md: not read", "warning", {"file": "a/b.md", "what": "not read"}),
        ("The Cellar: nobody can get there", "info", {}),
    ],
)
def test_a_line_of_the_vault_has_the_file_that_it_names(
    desk: Desk, line: str, level: str, fields: dict[str, str]
) -> None:
    desk.log(tell_vault_event("rooms", line))
    assert desk.said == [f"[Vault] {line}"]
    written = desk.written()[0]
    assert (written.pop("event"), written.pop("level")) == ("vault.rooms", level)
    assert {key: value for key, value in written.items() if key not in ("at", "message")} == fields


def test_an_event_has_fields(desk: Desk) -> None:
    desk.log.event("door.turned-away", "warning", address="10.0.0.1", count=3, at="the door")
    assert desk.said == ["[Door] turned-away address=10.0.0.1 count=3 at=the door"]
    assert desk.written()[0] | {"at": ""} == {
        "at": "", "level": "warning", "event": "door.turned-away",
        "address": "10.0.0.1", "count": 3, "at_": "the door",
    }  # fmt: skip


@given(st.text())
def test_whatever_a_stranger_writes_is_one_line_and_comes_back(text: str) -> None:
    event = LogEvent("door.name", fields={"name": text})
    line = event.to_json(NOON)
    assert line.isprintable()
    assert event.to_line().isprintable()
    assert json.loads(line)["name"] == text


@pytest.mark.parametrize(
    "text", ["a\r\n[Vault] all is lost", "\x1b[2J", "\x9b2J", "\u2028", "\u202e"]
)
def test_no_text_ends_a_line_or_moves_a_cursor(desk: Desk, text: str) -> None:
    desk.log(f"[Door] {text}")
    assert len(desk.said) == 1
    assert desk.said[0].isprintable()
    assert len(desk.written()) == 1


def test_a_long_value_is_cut() -> None:
    assert len(LogEvent("a", message="x" * 10**6).to_json(NOON)) < LONGEST_VALUE + 200


def test_lines_that_come_again_and_again_are_counted(desk: Desk) -> None:
    for _ in range(WRITTEN + 412):
        desk.log("[Door] too many")
    desk.log("[Door] another")
    assert desk.said == ["[Door] too many"] * WRITTEN + ["[Door] another"]
    desk.clock.advance(WINDOW)
    desk.log("[Door] too many")
    assert desk.said[-2:] == ["[Door] too many … 412 times more", "[Door] too many"]
    repeated = [each for each in desk.written() if each["event"] == "log.repeated"]
    assert [(each["message"], each["times"]) for each in repeated] == [("[Door] too many", 412)]


def test_what_was_counted_is_told_at_the_end_and_when_it_is_quiet(desk: Desk) -> None:
    for _ in range(WRITTEN + 1):
        desk.log("again")
    desk.clock.advance(WINDOW)
    desk.log.settle()
    assert desk.said[-1] == "again … 1 times more"
    for _ in range(WRITTEN + 2):
        desk.log("again")
    desk.log.close()
    assert desk.said[-1] == "again … 2 times more"


def test_many_different_lines_take_no_more_memory(desk: Desk) -> None:
    for number in range(TRACKED + 100):
        desk.log(f"line {number}")
    assert len(desk.said) == TRACKED + 100
    assert len(desk.log._repeats._windows) <= TRACKED + 1


def test_the_file_is_for_its_owner_and_rotates(tmp_path: Path) -> None:
    desk = Desk(tmp_path, size=10_000, keep=2)
    for number in range(400):
        desk.log(f"[Door] line {number} {'x' * 100}")
    desk.log.close()
    files = sorted(desk.path.parent.iterdir())
    assert [each.name for each in files] == ["tarn.jsonl", "tarn.jsonl.1", "tarn.jsonl.2"]
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in files)
    assert stat.S_IMODE(desk.path.parent.stat().st_mode) == 0o700
    assert all(each.stat().st_size <= 10_000 for each in files)
    lines = [json.loads(line) for each in files for line in each.read_text().splitlines()]
    assert f"line 399 {'x' * 100}" in {each["message"] for each in lines}


def test_levels_below_the_least_are_not_written(tmp_path: Path) -> None:
    desk = Desk(tmp_path, level="warning")
    desk.log("[Vault] fine")
    desk.log.event("vault.broken", "error")
    assert desk.said == ["[Vault] fine", "[Vault] broken"]
    assert [each["event"] for each in desk.written()] == ["vault.broken"]


def test_the_time_stands_before_lines_where_it_is_wanted(tmp_path: Path) -> None:
    desk = Desk(tmp_path, times=True)
    desk.log("[Vault] fine")
    desk.log.close()
    assert desk.said == ["2026-11-22 12:00:00 [Vault] fine"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a Linux device")
def test_a_full_disk_costs_lines_and_nothing_else(tmp_path: Path) -> None:
    """The failure is told once, and afterwards how many lines are lost."""
    desk = Desk(tmp_path)
    desk.path.parent.mkdir()
    desk.path.symlink_to("/dev/full")
    for number in range(50):
        desk.log(f"line {number}")
    until_written(desk)
    desk.path.unlink()
    desk.log("room again")
    lines = desk.written()
    assert lines[0] == {"event": "log.lost", "level": "warning", "lines": 50}
    assert lines[1]["message"] == "room again"
    assert len(desk.failures) == 1
    assert "No space" in desk.failures[0]


def until_written(desk: Desk) -> None:
    """Wait until the writing thread has nothing left to do."""
    file = desk.log._file
    assert file is not None
    while file._waiting.qsize() or file._handler.lost < 50:
        os.sched_yield()


def test_a_reader_of_standard_error_who_went_away_stops_nobody(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.errors.close()
    desk.log("line")
    assert desk.written()[0]["message"] == "line"


def test_errors_of_libraries_are_events_with_their_traceback(desk: Desk) -> None:
    handler, library = LibraryHandler(desk.log), logging.getLogger("asyncio")
    library.addHandler(handler)
    twisted = Logger(observer=cast(Any, TwistedObserver(desk.log)))
    try:
        try:
            raise ValueError("so it is")
        except ValueError as error:
            library.error("Task exception was never retrieved\nfuture: …", exc_info=error)
            twisted.failure("Unhandled Error")
        twisted.info("not worth a line")
    finally:
        library.removeHandler(handler)
    assert desk.said == [
        "[Asyncio] Task exception was never retrieved error=ValueError('so it is')",
        "[Twisted] Unhandled Error error=ValueError('so it is')",
    ]
    written = desk.written()
    assert [each["level"] for each in written] == ["error", "error"]
    assert all("test_log.py" in each["traceback"] for each in written)


def test_without_a_file_a_traceback_is_told_too() -> None:
    errors = io.StringIO()
    Log(errors=errors).write(LogEvent("asyncio", "error", "oh", traceback="where\nit was"))
    assert errors.getvalue() == "[Asyncio] oh\nwhere\nit was\n"


def test_a_bracket_that_is_no_part_stays() -> None:
    assert parse_line("[[x]] y") == LogEvent("server", "info", "[[x]] y", line="[[x]] y")
    assert parse_line("[Mind] Moss: tired").to_line() == "[Mind] Moss: tired"
