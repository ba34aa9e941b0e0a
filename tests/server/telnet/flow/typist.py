"""An inflow on a virtual clock, with what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from twisted.internet.task import Clock

from server.telnet.codec import Codec, TypedLine
from server.telnet.flow.bucket import TokenBucket
from server.telnet.flow.turns import Turns
from server.telnet.inflow import Inflow, Typed


class Typist:
    """An inflow with its clock, and what it did. Each line delivered takes `seconds`."""

    def __init__(
        self, rate: float = 20, burst: int = 100, *, house: Typist | None = None, seconds: float = 0
    ) -> None:
        self.clock: Clock = house.clock if house else Clock()
        self.turns: Turns = house.turns if house else Turns(self.clock, self.clock.seconds)
        self.seconds = seconds
        self.delivered: list[str] = []
        self.decoded = 0
        self.warnings = 0
        self.shed: list[int] = []
        self.reading = True
        self.codec = Codec(8192)
        self.inflow = Inflow(
            self.clock,
            self.turns,
            TokenBucket(rate, burst, self.clock.seconds),
            decode=self.decode,
            deliver=self.deliver,
            on_flood=self.warn,
            on_shed=self.shed.append,
            set_reading=self.set_reading,
        )

    def decode(self, data: bytes) -> list[Typed]:
        self.decoded += len(data)
        return cast(list[Typed], self.codec.receive(data))

    def deliver(self, line: Typed) -> None:
        assert isinstance(line, TypedLine)
        self.delivered.append(line.text)
        self.clock.rightNow += self.seconds  # without making the calls that come due

    def warn(self) -> None:
        self.warnings += 1

    def set_reading(self, reading: bool) -> None:
        self.reading = reading

    def type(self, count: int, word: str = "") -> None:
        self.inflow.receive("".join(f"{word} {n}".strip() + "\n" for n in range(count)).encode())

    def turn(self, times: int = 1) -> None:
        """Make the calls that are due, as one turn of a reactor does: not those they add."""
        for _ in range(times):
            calls: Sequence[Any] = self.clock.getDelayedCalls()
            for call in calls:
                if call.getTime() <= self.clock.seconds():
                    self.clock.calls.remove(call)
                    call.called = 1
                    call.func(*call.args)
