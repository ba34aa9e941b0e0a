"""Collects what one line makes the server write, until the line is carried out.

Then each client gets its share in a single `send`: text, messages beside it and telnet's own bytes.
And the system's calls stand next to each other: with work in Python between them, each of
them, and that work, takes longer.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol


class Collecting(Protocol):
    """Output that waits to be sent."""

    def send_collected(self) -> None:
        """Send it."""
        ...


class Outbox:
    """The outputs that wait; all connections of a server have one outbox."""

    def __init__(self) -> None:
        self.is_open = False
        """Whether output is to be collected now, and not to be sent at once."""
        self.waiting: deque[Collecting] = deque()
        """The outputs to send at the end; to be added to while the outbox is open."""

    def open(self) -> bool:
        """Collect output from now on; return whether the caller is to `close`: it was closed."""
        opened = not self.is_open
        self.is_open = True
        return opened

    def close(self) -> None:
        """Send what was collected, each client's in one piece."""
        self.is_open = False
        waiting = self.waiting
        take = waiting.popleft
        try:
            while waiting:
                take().send_collected()
        finally:  # a fault of one must not silence the others
            if waiting:
                self.close()
