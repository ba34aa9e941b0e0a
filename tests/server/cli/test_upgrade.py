"""``tarn upgrade``: what the server answers is told, and an earlier answer is not."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.arguments import Options
from server.cli.upgrade import run_upgrade
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


def ask(tmp_path: Path) -> int:
    return run_upgrade(Options(vault=tmp_path / "vault", config=tmp_path / "config"))


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
