"""The end of one program and the beginning of the next, in one process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from server.upgrade.handover import HandedVisit, Handover, leave

FAREWELL = b"\r\nThe server could not come back. Please try again in a while.\r\n"
"""What those read whom a program that cannot start has taken over."""


def can_hand_on() -> bool:
    """Return whether this system lets a program take over the sockets of the one before it."""
    return sys.platform != "win32"


def replace_program(handover: Handover, command: Sequence[str]) -> None:
    """Start `command` in this process and leave `handover` to it.

    Does not return.  Raises `OSError` if the program cannot be started.
    """
    environment = dict(os.environ)
    leave(handover, environment)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    # Until the new program listens for it, a second request must not end the process.
    signal.signal(signal.SIGUSR2, signal.SIG_IGN)
    os.execve(command[0], [*command], environment)


def dismiss_visits(visits: Sequence[HandedVisit]) -> None:
    """Tell everybody who was handed over that there is no server, and hang up."""
    for visit in visits:
        with suppress(OSError):
            os.write(visit.descriptor, FAREWELL)
        with suppress(OSError):
            os.close(visit.descriptor)
