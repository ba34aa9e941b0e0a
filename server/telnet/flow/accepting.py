"""Accepts connections: a few in each turn of the loop, and with words when none can be had.

A process that has no file descriptor left can neither accept a connection nor refuse it: the
loop would be woken for it without end.  One descriptor is therefore kept in reserve; it is
given up to take a connection in, say why it cannot stay, and close it.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from agents.event_line import tell_event
from server.telnet.boundaries import Timers
from server.telnet.flow.tally import Tally, times

ACCEPTS = 8
"""Connections accepted in one turn of the loop; each costs as much as a few lines."""

PAUSE_SECONDS = 1.0
"""Seconds for which nothing is accepted when not even the reserve can be had."""

MOST_CONNECTIONS = 20_000
"""So many are provided for where the settings name no limit."""

OWN_DESCRIPTORS = 100
"""Descriptors that the server itself may need: files, databases, model servers."""


class ListeningPort(Protocol):
    """The part of Twisted's listening port that is used here."""

    socket: socket.socket
    numberAccepts: int  # noqa: N815  # Twisted's name
    doRead: Callable[[], Any]  # noqa: N815

    def pauseProducing(self) -> None:  # noqa: N802
        """Accept nothing more."""
        ...

    def resumeProducing(self) -> None:  # noqa: N802
        """Accept again."""
        ...


class Accepting:
    """Stands between the event loop and a port, from its construction on."""

    def __init__(
        self,
        port: ListeningPort,
        clock: Timers,
        *,
        words: Callable[[], bytes],
        log: Callable[[str], None],
    ) -> None:
        """`words` returns what a connection is told for which there is no descriptor."""
        self._port = port
        self._clock = clock
        self._words = words
        self._log = log
        self._accept_one = port.doRead
        self._turned_away = Tally(clock.seconds)
        self._reserve: int | None = None
        self._take_reserve()
        port.doRead = self.accept

    def accept(self) -> None:
        """Accept what waits, up to `ACCEPTS` connections."""
        for _ in range(ACCEPTS):
            if not self._has_descriptor():
                self._turn_away()
                return
            self._port.numberAccepts = 1
            self._accept_one()

    def end(self) -> None:
        """Give the reserve back; the port is closed."""
        self._give_reserve()

    def _has_descriptor(self) -> bool:
        if self._reserve is None:
            self._take_reserve()
        try:
            os.close(os.dup(self._port.socket.fileno()))
        except OSError:
            return False
        return True

    def _turn_away(self) -> None:
        self._give_reserve()
        count = 0
        with suppress(OSError):  # until nobody waits, or another part took the descriptor
            while count < ACCEPTS:
                self._dismiss(self._port.socket.accept()[0])
                count += 1
        self._take_reserve()
        if not count:
            self._pause()
        if reported := self._turned_away.add(max(1, count)):
            line = f"turned away: no file descriptor is left{times(reported)}"
            self._log(tell_event("telnet.no-descriptor", line, "warning", times=reported))

    def _dismiss(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.setblocking(False)
            connection.send(self._words())
            connection.shutdown(socket.SHUT_WR)

    def _pause(self) -> None:
        self._port.pauseProducing()
        self._clock.callLater(PAUSE_SECONDS, self._port.resumeProducing)

    def _take_reserve(self) -> None:
        with suppress(OSError):
            self._reserve = os.open(os.devnull, os.O_RDONLY)

    def _give_reserve(self) -> None:
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None


def fit_connections(wanted: int) -> int:
    """Return how many connections there can be: `wanted`, or as many as descriptors allow.

    The process's own limit is raised as far as the system lets it.  0 means no limit.
    """
    try:
        import resource  # noqa: PLC0415  (Windows has none, and needs none)
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = (wanted or MOST_CONNECTIONS) + OWN_DESCRIPTORS
    if soft < needed and soft != resource.RLIM_INFINITY:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    fits = soft == resource.RLIM_INFINITY or soft >= needed
    return wanted if fits else max(1, soft - OWN_DESCRIPTORS)
