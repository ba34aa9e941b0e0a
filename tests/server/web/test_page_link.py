"""One open page: what it is sent, how it is paused, and when it is hung up on."""

from __future__ import annotations

import json
from collections.abc import Coroutine
from typing import Any

import pytest
from twisted.internet.protocol import connectionDone

from agents.clock import VirtualClock
from server.web.page_link import (
    CHECK_SECONDS,
    LOGIN_AGAIN,
    NOT_UNDERSTOOD,
    STUCK_SECONDS,
    PageLink,
)
from server.web.stream import Onlooker, PageStream
from tests.server.session.fakes import Tasks
from tests.world.transcript import trio


class MemoryTransport:
    """A WebSocket in memory. `takes` messages fit into it before it pauses its producer."""

    def __init__(self, takes: int = 1000) -> None:
        self.takes = takes
        self.sent: list[dict[str, Any]] = []
        self.closed = 0
        self.producer: PageLink | None = None

    def detachProducer(self) -> None:
        self.producer = None

    def attachProducer(self, producer: PageLink) -> None:
        self.producer = producer

    def sendTextMessage(self, message: str) -> None:
        self.sent.append(json.loads(message))
        self.takes -= 1
        if self.takes == 0 and self.producer is not None:
            self.producer.pauseProducing()

    def loseConnection(self, code: int) -> None:
        self.closed = code

    def seen(self) -> list[Any]:
        """What has come since the last look: the word of a record, else the type of a message."""
        sent, self.sent = self.sent, []
        return [each.get("word", each["type"]) for each in sent]


class Window:
    """A stream, and one page that is open at it."""

    def __init__(self, after: int | None = None, takes: int = 1000) -> None:
        self.clock, self.tasks = VirtualClock(), Tasks()
        self.stream = PageStream(trio().world, self.clock)
        self.onlooker: Onlooker | None = Onlooker()
        self.transport = MemoryTransport(takes)
        self.after = after

    def open(self) -> PageLink:
        link = PageLink(
            self.stream, self.clock, Onlooker(), self.after, lambda onlooker: {"type": "world"},
            self.look_again, lambda: None, self.spawn,
        )  # fmt: skip
        link.negotiationStarted(self.transport)  # type: ignore[arg-type]
        link.negotiationFinished()
        return link

    async def look_again(self) -> Onlooker | None:
        return self.onlooker

    def spawn(self, work: Coroutine[Any, Any, None]) -> object:
        return self.tasks.spawn(work)

    def say(self, *words: str) -> None:
        for word in words:
            self.stream.announce({"type": "word", "word": word})


def test_a_new_page_begins_with_the_whole_picture() -> None:
    window = Window()
    window.say("before")
    window.open()
    window.say("one", "two")
    assert window.transport.seen() == ["world", "one", "two"]


@pytest.mark.parametrize(("after", "first"), [(2, ["three"]), (0, ["one", "two", "three"]),
                                              (9, ["world"])])  # fmt: skip
def test_a_page_that_comes_back_is_sent_the_rest(after: int, first: list[str]) -> None:
    """Or the whole picture, where its number means nothing."""
    window = Window(after)
    window.say("one", "two", "three")
    window.open()
    assert window.transport.seen() == first


def test_a_page_that_reads_slowly_is_sent_on_where_it_stopped() -> None:
    window = Window(0, takes=2)
    link = window.open()
    window.say("one", "two", "three", "four")
    assert window.transport.seen() == ["one", "two"]
    window.transport.takes = 1000
    link.resumeProducing()
    assert window.transport.seen() == ["three", "four"]


async def test_it_is_told_the_hour_and_hung_up_on_when_the_session_is_over() -> None:
    window = Window(0)
    window.open()
    await window.clock.advance(CHECK_SECONDS)
    assert window.transport.seen() == ["time"] and not window.transport.closed
    window.onlooker = None
    await window.clock.advance(CHECK_SECONDS)
    window.say("after")
    assert window.transport.closed == LOGIN_AGAIN and window.transport.seen() == []


async def test_one_that_takes_nothing_for_long_is_hung_up_on() -> None:
    window = Window(0, takes=1)
    window.open()
    window.say("one", "two")
    await window.clock.advance(STUCK_SECONDS)
    assert not window.transport.closed
    await window.clock.advance(2 * CHECK_SECONDS)
    assert window.transport.closed == NOT_UNDERSTOOD


async def test_one_that_is_closed_leaves_nothing_behind() -> None:
    window = Window(0)
    link = window.open()
    link.connectionLost(connectionDone)
    assert not window.stream.is_watched
    window.say("one")
    await window.clock.advance(3 * CHECK_SECONDS)
    assert window.transport.seen() == []


def test_a_page_has_nothing_to_say() -> None:
    texts, data = Window(0), Window(0)
    texts.open().textMessageReceived("x")
    data.open().bytesMessageReceived(b"x")
    for window in (texts, data):
        assert window.transport.closed == NOT_UNDERSTOOD and not window.stream.is_watched
