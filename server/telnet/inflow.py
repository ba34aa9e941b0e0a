"""What one client has sent and is not carried out yet: bytes, and the lines decoded from them.

Bytes are decoded and lines delivered in small pieces, in the order in which `Turns` serves the
connections; a token bucket holds the rate in the long run.  While more than a single line waits,
nothing more is read from the socket, so at most two reads wait.  For a single line reading goes on:
most clients send nothing before their answer, and to stop reading and begin again costs as much as
a short command.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from server.telnet.boundaries import DelayedCall, Timers, ignore_call
from server.telnet.codec import AreYouThere, LineTooLong, TypedLine
from server.telnet.flow.bucket import TokenBucket
from server.telnet.flow.turns import Turns

KIND_LENGTH = 32
"""A command's name is looked for in so many characters of a line."""

SLICE_BYTES = 2048
"""Bytes decoded in one turn."""

PATIENCE = 2.0
"""Seconds that a line may wait for its turn; after that the server is overloaded."""

OUTPUT = "output"
"""Why lines are held back while the client does not read."""

DIALOGUE = "dialogue"
"""Why lines are held back while a password is checked."""

PAUSE = "pause"
"""Why lines are held back while the minds are not here yet, or go over to another program."""

Typed = TypedLine | LineTooLong | AreYouThere


class Inflow:
    """Decodes bytes and delivers typed lines in order, one at a time, within the rate."""

    __slots__ = (
        "__weakref__", "_bucket", "_bytes", "_clock", "_decode", "_deliver", "_ended",
        "_flooding", "_holds", "_kind", "_lines", "_named", "_next", "_on_flood", "_on_shed",
        "_reads", "_set_reading", "_share", "_working",
    )  # fmt: skip

    def __init__(
        self,
        clock: Timers,
        turns: Turns,
        bucket: TokenBucket,
        *,
        decode: Callable[[bytes], list[Typed]],
        deliver: Callable[[Typed], None],
        on_flood: Callable[[], None],
        on_shed: Callable[[int], None],
        set_reading: Callable[[bool], None],
    ) -> None:
        """`on_flood` is called once per flood; `set_reading` says whether to read on.

        `on_shed`: so many lines were dropped because the server is overloaded.
        """
        self._clock, self._bucket = clock, bucket
        self._share = turns.share(self._work, self._find_kind)
        self._decode = decode
        self._deliver = deliver
        self._on_flood = on_flood
        self._on_shed = on_shed
        self._set_reading = set_reading
        self._reads = True
        self._bytes = b""
        self._lines: deque[Typed] = deque()
        self._next: DelayedCall | None = None
        self._holds: set[str] = set()
        self._working = False
        self._flooding = False
        self._ended = False
        self._named: Typed | None = None
        """The line whose command was looked for last, as a queue asks for it again and again."""
        self._kind = ""

    def receive(self, data: bytes) -> None:
        """Take bytes; decode and deliver as much as rate and turn allow now."""
        if self._ended:
            return
        if self._bytes or self._lines:
            self._let_read(False)
        self._bytes = self._bytes + data if self._bytes else data
        if self._working or self._next is not None:
            return
        if not self._lines:
            self._decode_slice()  # what it is tells what it will cost
        if self._lines or self._bytes:
            self._share.ask(later=not self._lines)
            if self._share.waits and (self._bytes or len(self._lines) > 1):
                self._let_read(False)

    def hold(self, why: str) -> None:
        """Deliver nothing more until `release` is called with the same word."""
        self._holds.add(why)

    def is_held(self, why: str) -> bool:
        """Return whether `hold` was called with this word and `release` not yet."""
        return why in self._holds

    def release(self, why: str) -> None:
        """Continue in the next turn, unless another hold remains."""
        self._holds.discard(why)
        if not self._holds and not self._working and self._next is None and not self._ended:
            self._share.ask(later=True)

    @property
    def waiting(self) -> tuple[Sequence[Typed], bytes]:
        """What was typed and is not delivered, and the bytes behind it, not yet decoded."""
        return tuple(self._lines), self._bytes

    def restore(self, lines: Iterable[Typed], undecoded: bytes) -> None:
        """Begin with what waited in another inflow."""
        self._lines.extend(lines)
        self._bytes = undecoded
        self._share.ask(later=True)

    def end(self) -> None:
        """Drop what waits and deliver nothing more."""
        self._ended = True
        self._bytes = b""
        self._lines.clear()
        self._named, self._kind = None, ""
        self._share.end()
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._decode = lambda data: []
        self._deliver = self._on_flood = self._on_shed = self._set_reading = ignore_call

    def _find_kind(self) -> str:
        """Return the command of the next line, which tells what it will cost."""
        line = self._lines[0] if self._lines else None
        if line is not self._named:
            self._named, self._kind = line, _name_kind(line)
        return self._kind

    def _work(self) -> bool:
        """Do one piece of what waits; return whether another can be done at once."""
        self._working = True
        try:
            if self._share.waited >= PATIENCE and not self._holds:
                self._shed_late_lines()
            wait = self._deliver_line() if self._lines else self._decode_slice()
        finally:
            self._working = False
        return self._plan(wait)

    def _decode_slice(self) -> float:
        """Decode some bytes; the lines in them may be delivered at once."""
        if self._bytes and OUTPUT not in self._holds:
            data, self._bytes = self._bytes[:SLICE_BYTES], self._bytes[SLICE_BYTES:]
            self._lines.extend(self._decode(data))
        return 0.0

    def _deliver_line(self) -> float:
        """Deliver a line; return how long the next one has to wait."""
        self._flooding = self._flooding and not self._bucket.is_full()
        if self._lines and not self._holds:
            if not self._bucket.take():
                self._warn_once()
                return self._bucket.wait()
            self._share.performed = True
            self._named, self._kind = None, ""  # a typed line, such as a password, is not kept
            self._deliver(self._lines.popleft())
        return 0.0

    def _let_read(self, wanted: bool) -> None:
        if wanted != self._reads:
            self._reads = wanted
            self._set_reading(wanted)

    def _plan(self, wait: float) -> bool:
        if self._ended:
            return False
        self._let_read(not self._lines and not self._bytes)
        if not self._lines:
            return bool(self._bytes) and OUTPUT not in self._holds
        if wait and not self._holds:
            self._next = self._clock.callLater(wait, self._continue)
        return not wait and not self._holds

    def _continue(self) -> None:
        self._next = None
        self._share.ask()

    def _shed_late_lines(self) -> None:
        """Drop what has waited too long for its turn, and all that came with it."""
        count = len(self._lines)
        while self._bytes and not self._holds:
            self._lines.clear()
            self._decode_slice()
            count += len(self._lines)
        self._lines.clear()
        if count:
            self._on_shed(count)

    def _warn_once(self) -> None:
        if not self._flooding:
            self._flooding = True
            self._on_flood()


def _name_kind(line: Typed | None) -> str:
    word = line.text[:KIND_LENGTH].split(maxsplit=1)[:1] if isinstance(line, TypedLine) else []
    return word[0].casefold() if word else ""
