"""The trial of a program before it takes a running server's place."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from server.upgrade.handover import TRIAL, VARIABLE

TRIAL_SECONDS = 60.0
"""How long the trial may take."""


def own_command() -> Sequence[str]:
    """Return the command that started this program, with the same Python."""
    return [sys.executable, *sys.orig_argv[1:]]


async def find_obstacle(command: Sequence[str]) -> str:
    """Return why the program that `command` starts could not take over; empty if it could."""
    try:
        trial = await asyncio.create_subprocess_exec(
            *command,
            env={**os.environ, VARIABLE: TRIAL},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    try:
        _, said = await asyncio.wait_for(trial.communicate(), TRIAL_SECONDS)
    except TimeoutError:
        with suppress(ProcessLookupError):
            trial.kill()
        return f"the new program gave no answer for {TRIAL_SECONDS:g} seconds"
    return _last_line(said) if trial.returncode else ""


def _last_line(said: bytes) -> str:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("tarn: ") if lines else "the new program gave no reason"
