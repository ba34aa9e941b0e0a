"""Collects what one line makes the server write, until the line is carried out.

Then each client gets its share in a single `send`: text, messages beside it and telnet's own bytes.
And the system's calls stand next to each other, with nothing of Python between them: after
each of them the processor finds the interpreter's code and objects more slowly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from operator import call
from typing import Protocol


class Collecting(Protocol):
    """Output that waits to be sent."""

    collected: bytes
    """What waits; may be empty by now."""

    @property
    def send_now(self) -> Callable[[bytes], int | BaseException]:
        """Sends as much as is taken now and returns how much; it raises `OSError`, or returns an
        error, where it cannot."""
        ...

    def keep_rest(self, data: bytes, sent: int | BaseException) -> None:
        """Send later what of `data` was not sent, by what `send_now` has returned."""
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
        if waiting:
            outputs, parts = list[Collecting](), list[bytes]()
            for each in waiting:
                if data := each.collected:
                    each.collected = b""
                    outputs.append(each)
                    parts.append(data)
            waiting.clear()
            _send(outputs, parts)


def _send(outputs: Sequence[Collecting], parts: Sequence[bytes]) -> None:
    """Send each output its part. A fault of one, raised at the end, does not silence the others."""
    sending = map(call, [each.send_now for each in outputs], parts)
    sent, faults = list[int | BaseException](), list[Exception]()
    while len(sent) < len(parts):
        # A full socket takes nothing, and neither does a broken one, which the transport finds out
        # by itself, in its own turn. What was sent before it is in the list.
        try:
            sent.extend(sending)
        except OSError:
            sent.append(0)
        except Exception as fault:
            faults.append(fault)
            sent.append(0)
    if sent != [*map(len, parts)]:
        for each, data, count in zip(outputs, parts, sent, strict=True):
            if count != len(data):
                each.keep_rest(data, count)
    if faults:
        raise faults[0]
