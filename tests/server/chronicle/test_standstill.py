"""That the server was stopped and started is in the chronicle, as far as it is known."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from agents.clock import VirtualClock
from config.server import ChronicleSettings, ServerSettings
from server.chronicle.chronicle import Chronicle
from server.chronicle.entry import encode_entry
from tests.server.chronicle.support import MORNING, happened
from tests.world.transcript import trio

NIGHT = timedelta(hours=12)


class Runs:
    """A world whose server runs again and again, beside one chronicle."""

    def __init__(self, vault: Path, *, enabled: bool = True) -> None:
        self.vault, self.clock, self.play = vault, VirtualClock(MORNING), trio()
        self._settings = ServerSettings(chronicle=ChronicleSettings(enabled=enabled))

    async def run(self, *lines: str, killed: bool = False) -> None:
        """Start, let Ann do something, and stop in order, or not."""
        chronicle = Chronicle(
            self.play.world, self.vault, self.clock, lambda: self._settings, lambda line: None
        )
        await chronicle.begin()
        self.play.world.on_events = chronicle.recorder.notice
        for line in lines:
            self.play.perform("Ann", line)
        if killed:
            await chronicle.writer.close()
        else:
            await chronicle.close()
        self.told = [each.text for each in chronicle.read()][::-1]

    def lines(self) -> list[dict[str, Any]]:
        """What is written, the oldest first."""
        paths = sorted((self.vault / "chronicle").glob("*.jsonl"))
        return [json.loads(line) for path in paths for line in path.read_bytes().splitlines()]

    def kinds(self) -> list[str]:
        return [each["kind"] for each in self.lines()]


async def test_a_start_says_since_when_the_world_stood_still(tmp_path: Path) -> None:
    """It is no part of the story, and the first start of all is not written down."""
    runs = Runs(tmp_path)
    await runs.run("say Good night.")
    assert runs.kinds() == ["speech", "stop"]
    runs.clock = VirtualClock(MORNING + NIGHT)
    await runs.run("say Good morning.")
    assert runs.kinds() == ["speech", "stop", "start", "speech", "stop"]
    start = runs.lines()[2]
    assert start["at"] == "2026-11-22T20:20:00.000Z"
    assert start["stopped"] == "2026-11-22T08:20:00.000Z"
    assert [start["room"], start["text"], start["people"], start["agents"]] == ["", "", [], []]
    assert runs.told == ['Ann says, "Good night."', 'Ann says, "Good morning."']


async def test_nothing_is_guessed_after_a_kill_or_of_an_older_chronicle(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    (tmp_path / "chronicle").mkdir()
    old = tmp_path / "chronicle" / f"{MORNING - NIGHT:%Y-%m-%d}.jsonl"
    old.write_bytes(encode_entry(happened("Moss digs.", -NIGHT.total_seconds())))
    await runs.run("say Good night.", killed=True)
    await runs.run()
    assert runs.kinds() == ["deed", "start", "speech", "start", "stop"]
    assert not any("stopped" in each for each in runs.lines())


async def test_where_nothing_is_written_down_no_start_is_either(tmp_path: Path) -> None:
    """Neither of a world in which nothing has happened, nor of one without a chronicle."""
    runs = Runs(tmp_path)
    await runs.run()
    await runs.run()
    assert not (tmp_path / "chronicle").exists()
    without = Runs(tmp_path, enabled=False)
    await without.run("say Good night.")
    assert not (tmp_path / "chronicle").exists()
