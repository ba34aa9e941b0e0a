"""What the page leaves on the disk between two starts."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.boundaries import Account
from server.web.browser_sessions import IDLE_SECONDS, BrowserSessions
from server.web.serving.kept_page import NAME, KeptPage
from server.web.stream import PageStream
from tests.world.transcript import trio


def test_logins_and_what_was_said_are_taken_once(tmp_path: Path) -> None:
    """By the owner of the file alone; no word between two people and no token is in it."""
    play, clock = trio(), VirtualClock()
    stream, sessions = PageStream(play.world, clock), BrowserSessions(clock.monotonic)
    play.world.on_events = stream.notice
    session = sessions.begin(Account("Ann"), "127.0.0.1", "seal")
    for line in ("say Hello", "tell Bob Psst", "tell Moss Sleep well"):
        play.perform("Ann", line)
    kept = KeptPage(tmp_path / ".tarn", clock.now)
    kept.leave({"sessions": sessions.hand_over(), "stream": stream.hand_over()})
    path = tmp_path / ".tarn" / NAME
    text = path.read_text("utf-8")
    assert path.stat().st_mode & 0o777 == 0o600
    assert "Hello" in text and "Sleep well" in text
    assert "Psst" not in text and session.token not in text
    taken = kept.take()
    again, resumed = (
        BrowserSessions(clock.monotonic),
        PageStream(play.world, clock, taken["stream"]),
    )
    again.resume(taken["sessions"])
    found = again.find(session.token)
    assert found is not None and found.account.name == "Ann"
    assert (resumed.name, resumed.seq) == (stream.name, stream.seq)
    assert not path.exists() and kept.take() == {}


def test_the_time_without_a_server_counts_as_time_without_use(tmp_path: Path) -> None:
    clock = VirtualClock()
    sessions = BrowserSessions(clock.monotonic)
    session = sessions.begin(Account("Ann"), "127.0.0.1")
    stream = {"name": "1", "seq": 0, "records": []}
    KeptPage(tmp_path, clock.now).leave({"sessions": sessions.hand_over(), "stream": stream})
    later = KeptPage(tmp_path, lambda: clock.now() + timedelta(seconds=IDLE_SECONDS + 1)).take()
    again = BrowserSessions(clock.monotonic)
    again.resume(later["sessions"])
    assert again.find(session.token) is None


def test_nothing_is_left_where_nobody_is_logged_in(tmp_path: Path) -> None:
    kept = KeptPage(tmp_path, VirtualClock().now)
    kept.leave({})
    kept.leave({"sessions": [], "stream": {"name": "1", "seq": 0, "records": []}})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"at": "soon"}', '{"at": 1, "sessions": 1}'])
def test_a_file_that_was_changed_is_not_used(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text, "utf-8")
    assert KeptPage(tmp_path, VirtualClock().now).take() == {}
    assert not (tmp_path / NAME).exists()
