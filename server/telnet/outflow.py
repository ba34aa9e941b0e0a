"""Output to one client, and the limit of what waits while the client does not read.

Output goes straight to the socket while that takes it: a line heard by fifty people costs
fifty `send`s and no turn of the event loop.  While the outbox is open it is collected first, up to
the cap.  What the socket does not take waits here, up to a cap; whole messages beyond it are
dropped, and a notice tells the client how many lines.

Compressed output collects in the stream, and goes out once in a turn of the loop.  What is
dropped never enters the stream, so that it stays whole.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable

from server.telnet.boundaries import DelayedCall, Timers, Transport, ignore_call
from server.telnet.flow.outbox import Outbox
from server.telnet.options.compression import DeflateStream

STUCK_SECONDS = 30.0
"""Seconds that a client may go without reading, once it loses lines."""


class Outflow:
    """One client's output; to its transport, a pull producer (``IPullProducer``)."""

    # A line is shown to a whole crowd: with slots fewer places in memory are read for each.
    __slots__ = (
        "__weakref__", "_clock", "_ended", "_flushing", "_limit", "_longest",
        "_lost_notice", "_on_change", "_on_stuck", "_outbox", "_producing", "_queue", "_stream",
        "_timer", "_transport", "_waiting", "collected", "lost", "send_now",
    )  # fmt: skip

    def __init__(
        self,
        transport: Transport,
        clock: Timers,
        limit: int,
        *,
        send_now: Callable[[bytes], int | BaseException],
        outbox: Outbox,
        lost_notice: Callable[[int], bytes],
        on_change: Callable[[], None],
        on_stuck: Callable[[], None],
    ) -> None:
        """`limit` is in bytes, 0 for none. `on_change`: it clogged, or flows again.

        `send_now` sends as much as the socket takes and returns how much; it raises `OSError`, or
        returns an error, where it cannot.
        `on_stuck`: the client has lost lines and not read for `STUCK_SECONDS`.
        """
        self._transport, self._clock, self._outbox = transport, clock, outbox
        self._limit = limit
        self._longest = limit or sys.maxsize
        self.send_now = send_now
        """Sends what the socket takes at once; for the outbox alone."""
        self.collected = b""
        """What goes out when the outbox closes; while there is any, nothing waits behind it."""
        self._lost_notice = lost_notice
        self._on_change = on_change
        self._on_stuck = on_stuck
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        self._producing = self._ended = False
        self._timer: DelayedCall | None = None
        self._stream: DeflateStream | None = None
        self._flushing: DelayedCall | None = None
        self.lost = 0
        """Dropped lines that no notice has reported yet."""

    @property
    def clogged(self) -> bool:
        """Whether anything waits for the client to read."""
        return self._producing

    def write(self, data: bytes) -> None:
        """Send `data`, whole lines; without room it is dropped and counted."""
        if self._stream is None and not (self._producing or self.lost or self._ended):
            outbox, size = self._outbox, len(data)
            if outbox.is_open and not self.collected and size <= self._longest:
                self.collected = data  # what each of a crowd gets: no further call for it
                outbox.waiting.append(self)
                return
            if len(self.collected) + size <= self._longest:
                self._send_straight(data)
                return
        elif self._ended:
            return
        if len(data) > self._longest:
            self._write_in_lines(data)
        else:
            self._write(data)

    def write_control(self, data: bytes) -> None:
        """Send telnet's own bytes; never dropped. The reader bounds how many there can be."""
        if data and not self._ended:
            self._make_room(data)
            self._send(data)

    def write_aside(self, data: bytes) -> None:
        """Send a message that is no line, whole; without room it is dropped and not counted."""
        self._make_room(data)
        room = not (self.lost or (self._limit and self._waiting + len(data) > self._limit))
        if data and room and not self._ended:
            self._send(data)

    def compress(self, wanted: bool) -> None:
        """Compress everything from here on, or end that; what is so already stays so."""
        if wanted and self._stream is None and not self._ended:
            self._stream = DeflateStream()
        elif not wanted:
            self.finish()

    def finish(self) -> None:
        """Send what is collected, and end the compressed stream, if there is one.

        So the client can read all of it.
        """
        stream, self._stream = self._stream, None
        if stream is not None and not self._ended:
            self._emit(stream.finish())
        self._cancel_flush()
        self.send_collected()

    def end(self) -> None:
        """Drop everything: the connection is closed."""
        self._ended = True
        self.collected = b""
        self._queue.clear()
        self._cancel_timer()
        self._cancel_flush()
        self._lost_notice = lambda count: b""
        self._on_change = self._on_stuck = ignore_call

    def _write_in_lines(self, data: bytes) -> None:
        for line in data.splitlines(keepends=True):
            self._write(line)

    def _write(self, data: bytes) -> None:
        self._make_room(data)
        # After one lost line all are dropped until the notice is sent, so that no gap is hidden.
        if self.lost or (self._limit and self._waiting + len(data) > self._limit):
            self._drop(data)
        else:
            self._send(data)

    def _drop(self, data: bytes) -> None:
        self.lost += max(1, data.count(b"\n"))
        if self._timer is None:
            self._timer = self._clock.callLater(STUCK_SECONDS, self._stuck)

    def _send(self, data: bytes) -> None:
        if self._stream is not None:
            data = self._stream.add(data)
            if self._flushing is None:
                self._flushing = self._clock.callLater(0, self._flush)
        self._emit(data)

    def _flush(self) -> None:
        self._flushing = None
        if self._stream is not None:
            self._emit(self._stream.flush())

    def _emit(self, data: bytes) -> None:
        if data and not self._producing:
            self._send_straight(data)
        elif data:
            self._queue_up(data)

    def _make_room(self, data: bytes) -> None:
        """Send what is collected, if it would be too much with `data`."""
        if self.collected and len(self.collected) + len(data) > self._longest:
            self.send_collected()

    def _send_straight(self, data: bytes) -> None:
        """Send `data`, before which nothing waits, or collect it for the outbox."""
        collected = self.collected
        self.collected = collected + data if collected else data
        if not self._outbox.is_open:
            self.send_collected()
        elif not collected:
            self._outbox.waiting.append(self)

    def send_collected(self) -> None:
        """Send what was collected since the outbox was opened."""
        data = self.collected
        if not data:
            return
        self.collected = b""
        # A full or a broken socket, as in the outbox.
        try:
            sent = self.send_now(data)
        except OSError:
            sent = 0
        if sent != len(data):
            self.keep_rest(data, sent)

    def keep_rest(self, data: bytes, sent: int | BaseException) -> None:
        """Send later what of `data` the socket has not taken, by what `send_now` has returned."""
        self._queue_up(data[sent if isinstance(sent, int) else 0 :])

    def _queue_up(self, data: bytes) -> None:
        self._queue.append(data)
        self._waiting += len(data)
        self._start_producing()

    def _start_producing(self) -> None:
        if not self._producing:
            self._producing = True
            self._transport.registerProducer(self, False)
            self._on_change()

    def resumeProducing(self) -> None:  # noqa: N802  # IPullProducer
        """Send the waiting data, or finish: the socket has taken everything."""
        if self._queue:
            chunk = b"".join(self._queue)
            self._queue.clear()
            self._hand_over(chunk)
        else:
            self._own_up()

    def _hand_over(self, chunk: bytes) -> None:
        # Everything before it has been sent: this is all that waits now.
        self._waiting = len(chunk)
        self._transport.write(chunk)

    def _own_up(self) -> None:
        self._cancel_timer()
        if self.lost:
            notice, self.lost = self._lost_notice(self.lost), 0
            self._hand_over(self._encode(notice))
            return
        self._waiting = 0
        self._producing = False
        self._transport.unregisterProducer()
        self._on_change()

    def _encode(self, data: bytes) -> bytes:
        """Return `data` as it goes out, to its end."""
        if self._stream is None:
            return data
        return self._stream.add(data) + self._stream.flush()

    def stopProducing(self) -> None:  # noqa: N802  # IPullProducer
        """Drop everything: the connection is closed."""
        self.end()

    def _stuck(self) -> None:
        self._timer = None
        self._on_stuck()

    def _cancel_flush(self) -> None:
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
