"""Accepting connections on real sockets, also when the process has no descriptor left."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from twisted.internet.task import Clock

from server.telnet.flow.accepting import (
    ACCEPTS,
    OWN_DESCRIPTORS,
    PAUSE_SECONDS,
    Accepting,
    fit_connections,
)

resource = pytest.importorskip("resource", reason="Windows has no limit of descriptors")

WORDS = b"Every place is taken.\r\n"


class ListeningSocket:
    """A port as Twisted's: `doRead` accepts `numberAccepts` connections."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.socket.setblocking(False)
        self.numberAccepts = 100
        self.doRead: Callable[[], Any] = self.accept_some
        self.taken: list[socket.socket] = []
        self.reading = True

    def accept_some(self) -> None:
        with contextlib.suppress(BlockingIOError):
            for _ in range(self.numberAccepts):
                self.taken.append(self.socket.accept()[0])

    def pauseProducing(self) -> None:
        self.reading = False

    def resumeProducing(self) -> None:
        self.reading = True

    def call(self) -> socket.socket:
        return socket.create_connection(self.socket.getsockname())


class Entrance:
    def __init__(self) -> None:
        self.clock = Clock()
        self.log: list[str] = []
        self.port = ListeningSocket()
        self.accepting = Accepting(self.port, self.clock, words=lambda: WORDS, log=self.log.append)

    def close(self) -> None:
        self.accepting.end()
        for each in (self.port.socket, *self.port.taken):
            each.close()


@pytest.fixture
def entrance() -> Iterator[Entrance]:
    made = Entrance()
    yield made
    made.close()


@contextlib.contextmanager
def no_descriptor_left(leave: int = 0) -> Iterator[None]:
    """Take every descriptor there is but `leave`, under a limit that makes them few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = [os.open(os.devnull, os.O_RDONLY)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 50, hard))
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.dup(taken[0]))
        for _ in range(leave):
            os.close(taken.pop())
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for each in taken:
            os.close(each)


def test_a_few_connections_are_accepted_in_a_turn(entrance: Entrance) -> None:
    """A hundred that come at once do not keep the loop; the rest follow in the next turns."""
    callers = [entrance.port.call() for _ in range(ACCEPTS * 2 + 1)]
    entrance.port.doRead()
    assert len(entrance.port.taken) == ACCEPTS
    entrance.port.doRead()
    entrance.port.doRead()
    assert len(entrance.port.taken) == len(callers)
    for each in callers:
        each.close()


def test_without_a_descriptor_people_are_told_and_the_log_has_one_line(entrance: Entrance) -> None:
    """Nobody hangs and nothing spins; afterwards people are let in as before."""
    callers = [entrance.port.call() for _ in range(ACCEPTS * 2)]
    late = socket.socket()
    with no_descriptor_left():
        entrance.port.doRead()
        entrance.port.doRead()
    assert [each.recv(100) for each in callers] == [WORDS] * len(callers)
    assert all(each.recv(100) == b"" for each in callers)
    assert entrance.port.taken == []
    assert entrance.log == [f"turned away: no file descriptor is left ({ACCEPTS} times)"]
    late.connect(entrance.port.socket.getsockname())
    entrance.port.doRead()
    assert len(entrance.port.taken) == 1
    for each in (*callers, late):
        each.close()


def test_without_even_the_reserve_nothing_spins(entrance: Entrance) -> None:
    """The port rests for a moment, and has its reserve again once there are descriptors."""
    entrance.accepting.end()
    caller = entrance.port.call()
    with no_descriptor_left():
        entrance.port.doRead()
        assert not entrance.port.reading
        entrance.clock.advance(PAUSE_SECONDS)
        assert entrance.port.reading
    entrance.port.doRead()
    assert len(entrance.port.taken) == 1
    caller.close()


def test_as_many_connections_as_descriptors_allow() -> None:
    """What does not fit is refused with words, so that the server keeps some for its files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert fit_connections(10) == 10
        assert fit_connections(hard) == hard - OWN_DESCRIPTORS
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
