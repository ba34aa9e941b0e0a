"""One open page: a WebSocket over which it is sent the records that its person may see.

The page says nothing; what it has, it says in the address when it connects: the number of the last
record and the stream that counted it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from twisted.internet.interfaces import IPushProducer
from twisted.python.failure import Failure
from twisted.web.websocket import WebSocketTransport
from zope.interface import implementer

from agents.boundaries import Clock, Timer
from server.web.stream import Onlooker, PageStream, encode_json, show_record

CHECK_SECONDS = 10.0
"""So often it is looked whether the person may still look on, and the page is told the hour."""

STUCK_SECONDS = 60.0
"""A page that takes nothing for so long is hung up on; it comes back and goes on."""

LOGIN_AGAIN = 4401
"""The code of closing that asks the page to log in again."""

NOT_UNDERSTOOD = 1003


@implementer(IPushProducer)
class PageLink:
    """Sends the records after `after`; `None`, or one that is forgotten: first a whole picture.

    `describe` returns that picture, `look_again` returns for whom it is by now, or None if the
    session is over; `describe_time` returns the world's hour.
    """

    def __init__(
        self,
        stream: PageStream,
        clock: Clock,
        onlooker: Onlooker,
        after: int | None,
        describe: Callable[[Onlooker], dict[str, Any]],
        look_again: Callable[[], Awaitable[Onlooker | None]],
        describe_time: Callable[[], dict[str, Any] | None],
        spawn: Callable[[Any], object],
    ) -> None:
        self._stream, self._clock, self._onlooker = stream, clock, onlooker
        self._after = after
        self._describe, self._look_again = describe, look_again
        self._describe_time, self._spawn = describe_time, spawn
        self._transport: WebSocketTransport | None = None
        self._paused_at: float | None = None
        self._timer: Timer | None = None

    # --- the connection -----------------------------------------------------------------

    def negotiationStarted(self, transport: WebSocketTransport) -> None:  # noqa: N802
        """Take the connection, over from HTTP, which was its producer."""
        self._transport = transport
        transport.detachProducer()
        transport.attachProducer(cast(IPushProducer, self))

    def negotiationFinished(self) -> None:  # noqa: N802
        """Begin to send."""
        self._stream.watch(self.send_new)
        self.send_new()
        self._wait()

    def textMessageReceived(self, message: str) -> None:  # noqa: N802
        """Hang up: a page has nothing to say."""
        self._close(NOT_UNDERSTOOD)

    def bytesMessageReceived(self, data: bytes | bytearray) -> None:  # noqa: N802
        """Hang up: a page has nothing to say."""
        self._close(NOT_UNDERSTOOD)

    def pongReceived(self, payload: bytes) -> None:  # noqa: N802
        """Ignore it."""

    def connectionLost(self, reason: Failure) -> None:  # noqa: N802
        """Send nothing more."""
        self._transport = None
        self._stream.leave(self.send_new)
        if self._timer is not None:
            self._timer.cancel()

    def _close(self, code: int) -> None:
        if self._transport is not None:
            self._stream.leave(self.send_new)
            self._transport.loseConnection(code)

    # --- a page that reads slowly ---------------------------------------------------------

    def pauseProducing(self) -> None:  # noqa: N802
        """Send nothing for now: the stream keeps it."""
        self._paused_at = self._clock.monotonic()

    def resumeProducing(self) -> None:  # noqa: N802
        """Send what has come meanwhile."""
        self._paused_at = None
        self.send_new()

    def stopProducing(self) -> None:  # noqa: N802
        """Send nothing more."""
        self._stream.leave(self.send_new)

    # --- sending ------------------------------------------------------------------------

    def send_new(self) -> None:
        """Send what the page does not have yet, as far as it takes it."""
        while self._transport is not None and self._paused_at is None:
            records = None if self._after is None else self._stream.list_after(self._after)
            if records is None:
                self._after = self._stream.seq
                self._send(encode_json(self._describe(self._onlooker)))
                return
            if not records:
                return
            for record in records:
                self._after = record.seq
                shown = show_record(record, self._onlooker)
                if shown is not None:
                    self._send(shown)
                if self._paused_at is not None:
                    return

    def _send(self, message: str) -> None:
        if self._transport is not None:
            self._transport.sendTextMessage(message)

    # --- from time to time --------------------------------------------------------------

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock.call_later(CHECK_SECONDS, self._check_soon)

    def check_now(self) -> None:
        """Look whether the person may still look on, and hang up if not."""
        self._check_soon()

    def _check_soon(self) -> None:
        self._spawn(self._check())

    async def _check(self) -> None:
        onlooker = await self._look_again()
        if self._transport is None:
            return
        stuck = self._paused_at
        if onlooker is None:
            self._close(LOGIN_AGAIN)
        elif stuck is not None and self._clock.monotonic() - stuck > STUCK_SECONDS:
            self._close(NOT_UNDERSTOOD)
        else:
            self._onlooker = onlooker
            if stuck is None:
                self._send(encode_json({"type": "time", "time": self._describe_time()}))
            self._wait()
