"""``tarn upgrade``: lets the program on the disk take the place of the running one."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from server.arguments import BAD_USAGE, Options
from server.lock import find_lock_file, read_holder
from server.upgrade.replacement import can_hand_on

PATIENCE_SECONDS = 90.0
"""The longest wait for each of two steps: the trial of the new program, and its start."""
LOOK_SECONDS = 0.1


def run_upgrade(
    options: Options,
    seconds: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> int:
    """Ask the server of the vault to renew itself; return when it has, or why it has not.

    Exit status 0: it runs the program on the disk now.  1: it goes on as it was, has ended, or
    has not answered in time, so that nobody knows yet.  2: there is no server to ask.
    `seconds` tells the time, and `pause` lets some pass.
    """
    if not can_hand_on():
        return _say("this system cannot hand a server's sockets on: stop it and start it again", 2)
    holder = read_holder(options.vault)
    pid = holder.get("pid")
    if not isinstance(pid, int) or not _runs(pid):
        return _say(f"no server runs on the vault {options.vault}", BAD_USAGE)
    try:
        os.kill(pid, signal.SIGUSR2)
    except OSError as error:
        return _say(f"the server with pid {pid} cannot be asked: {error.strerror}", BAD_USAGE)
    return _wait(options.vault, holder, pid, seconds, pause)


def _wait(
    vault: Path,
    before: Mapping[str, Any],
    pid: int,
    seconds: Callable[[], float],
    pause: Callable[[float], None],
) -> int:
    asked = since = seconds()
    has_begun = False
    while True:
        # A busy machine may let more time pass between two looks: the last one is after the end.
        is_last = seconds() >= since + PATIENCE_SECONDS
        now = read_holder(vault)
        status = _tell_answer(before, now, pid, seconds() - asked)
        if status is not None:
            return status
        if not has_begun and _is_new(before, now, "begun"):
            has_begun, since = True, seconds()
        elif is_last:
            return _tell_silence(vault, before, pid, has_begun=has_begun)
        pause(LOOK_SECONDS)


def _is_new(before: Mapping[str, Any], now: Mapping[str, Any], what: str) -> bool:
    """Return whether the server has announced something since it was asked.

    What it answered to an earlier request stays until it is renewed.
    """
    return bool(now.get(what)) and now[what] != before.get(what)


def _tell_answer(
    before: Mapping[str, Any], now: Mapping[str, Any], pid: int, waited: float
) -> int | None:
    """Say what the server has answered; None: nothing yet."""
    if not _runs(pid):
        return _say("the server has ended: its log says why", 1)
    if _is_new(before, now, "started"):
        print(f"tarn: renewed in {waited:.1f} s, pid {pid}", flush=True)
        return 0
    if _is_new(before, now, "refused"):
        return _say(f"the server goes on as it was: {now['refused']}", 1)
    return None


def _tell_silence(vault: Path, before: Mapping[str, Any], pid: int, *, has_begun: bool) -> int:
    """Say what is known of a server that has not answered in time, and how to look."""
    known = (
        "has begun to renew itself and is not ready after"
        if has_begun
        else "gave no answer and may still renew itself after"
    )
    old = before.get("started", "nothing")
    return _say(
        f"the server with pid {pid} {known} {PATIENCE_SECONDS:g} s. It is renewed once "
        f'"started" in {find_lock_file(vault)} is not {old} any more; its log says how it went',
        1,
    )


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _say(what: str, status: int) -> int:
    print(f"tarn: {what}", file=sys.stderr, flush=True)
    return status
