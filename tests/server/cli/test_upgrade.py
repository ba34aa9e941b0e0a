"""``tarn upgrade``: what the server answers is told, and an earlier answer is not."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from server.arguments import Options
from server.cli.upgrade import LOOK_SECONDS, PATIENCE_SECONDS, run_upgrade
from server.lock import find_lock_file
from server.upgrade.replacement import can_hand_on

pytestmark = pytest.mark.skipif(not can_hand_on(), reason="no server hands its sockets on here")

Answer = Callable[..., None]
OLD = "the new program gave no reason (at one)"


@pytest.fixture
def answers(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """A server that runs in this process and has refused once; it answers what it is given."""
    lock = tmp_path / "vault" / ".tarn" / "lock"
    lock.parent.mkdir(parents=True)

    def announce(**more: str) -> None:
        lock.write_text(json.dumps({"pid": os.getpid(), "telnet": "127.0.0.1:1", **more}))

    announce(started="early", refused=OLD)
    before = signal.getsignal(signal.SIGUSR2)

    def answer(**more: str) -> None:
        signal.signal(signal.SIGUSR2, lambda *_: announce(**more))

    yield answer
    signal.signal(signal.SIGUSR2, before)


@dataclass
class Hours:
    """Time that passes while the command pauses, and what happens in it."""

    now: float = 0.0
    due: dict[float, Callable[[], None]] = field(default_factory=dict)
    slowness: float = 1.0
    """How many times as long as it asks for a pause takes."""

    def pause(self, seconds: float) -> None:
        self.now += seconds * self.slowness
        for each in [at for at in self.due if at <= self.now]:
            self.due.pop(each)()


def ask(tmp_path: Path, hours: Hours | None = None) -> int:
    options = Options(vault=tmp_path / "vault", config=tmp_path / "config")
    hours = hours or Hours()
    return run_upgrade(options, lambda: hours.now, hours.pause)


def announce_later(tmp_path: Path, **more: str) -> Callable[[], None]:
    text = json.dumps({"pid": os.getpid(), "telnet": "127.0.0.1:1", **more})

    def announce() -> None:
        find_lock_file(tmp_path / "vault").write_text(text)

    return announce


def test_an_upgrade_after_a_refused_one_is_told_as_done(
    tmp_path: Path, answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(started="late")
    assert ask(tmp_path) == 0
    assert "tarn: renewed in" in capsys.readouterr().out


def test_a_second_refusal_is_told_with_its_own_reason(
    tmp_path: Path, answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(started="early", refused="the disk is full (at two)")
    assert ask(tmp_path) == 1
    assert "goes on as it was: the disk is full (at two)" in capsys.readouterr().err


def test_a_silent_server_may_still_renew_itself(
    tmp_path: Path, answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told how to look, and since when the program runs that was asked."""
    answers(started="early", refused=OLD)
    assert ask(tmp_path) == 1
    told = capsys.readouterr().err
    assert f"pid {os.getpid()} gave no answer and may still renew itself after 90 s" in told
    assert f'"started" in {find_lock_file(tmp_path / "vault")} is not early any more' in told


def test_an_upgrade_that_has_begun_is_waited_for_as_long_again(
    tmp_path: Path, answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(started="early")
    begun = announce_later(tmp_path, started="early", begun="now")
    done = announce_later(tmp_path, started="late")
    assert ask(tmp_path, Hours(due={80.0: begun, 165.0: done})) == 0
    assert "tarn: renewed in 165" in capsys.readouterr().out


def test_an_upgrade_that_has_begun_and_is_not_done_is_told_as_begun(
    tmp_path: Path, answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(started="early")
    hours = Hours(due={80.0: announce_later(tmp_path, started="early", begun="now")})
    assert ask(tmp_path, hours) == 1
    assert "has begun to renew itself and is not ready after 90 s" in capsys.readouterr().err
    assert hours.now >= 80 + PATIENCE_SECONDS


def test_the_last_look_is_after_the_time_is_up(tmp_path: Path, answers: Answer) -> None:
    """Of a machine so slow that one pause takes as long as the whole wait."""
    answers(started="early")
    done = announce_later(tmp_path, started="late")
    slowness = 2 * PATIENCE_SECONDS / LOOK_SECONDS
    assert ask(tmp_path, Hours(due={1.0: done}, slowness=slowness)) == 0
