"""``tarn upgrade``: lets the program on the disk take the place of the running one."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from server.arguments import BAD_USAGE, Options
from server.lock import read_holder
from server.upgrade.replacement import can_hand_on

PATIENCE_SECONDS = 90.0
"""Longer than the trial of the new program and the start of it together."""
LOOK_SECONDS = 0.1


def run_upgrade(options: Options) -> int:
    """Ask the server of the vault to renew itself; return when it has, or why it has not.

    Exit status 0: it runs the program on the disk now.  1: it goes on as it was.  2: there is
    no server to ask.
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
    return _wait(options.vault, holder, pid)


def _wait(vault: Path, before: Mapping[str, Any], pid: int) -> int:
    began = time.monotonic()
    while time.monotonic() < began + PATIENCE_SECONDS:
        now = read_holder(vault)
        if not _runs(pid):
            return _say("the server has ended: its log says why", 1)
        if now and now.get("started") != before.get("started"):
            print(f"tarn: renewed in {time.monotonic() - began:.1f} s, pid {pid}", flush=True)
            return 0
        # The answer to an earlier request stays until the server is renewed.
        refused = now.get("refused")
        if refused and refused != before.get("refused"):
            return _say(f"the server goes on as it was: {refused}", 1)
        time.sleep(LOOK_SECONDS)
    return _say("the server gave no answer; its log may say why", 1)


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
