"""A countdown tells at its steps, ends once, and can be cancelled or begun anew."""

from __future__ import annotations

import pytest

from agents.clock import VirtualClock
from server.administration.countdown import Countdown, CountedEnd


class Told:
    """A countdown on a virtual clock, and what it told and ended."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.steps: list[float] = []
        self.ended: list[str] = []
        self.countdown = Countdown(self.clock, lambda ending, left: self.steps.append(left))

    def begin(self, name: str, seconds: float) -> None:
        self.countdown.begin(CountedEnd("shutdown.in", lambda: self.ended.append(name)), seconds)


@pytest.mark.parametrize(
    ("seconds", "steps"),
    [
        (900, [900, 600, 300, 60, 30, 10]),
        (600, [600, 300, 60, 30, 10]),
        (45, [45, 30, 10]),
        (10, [10]),
        (3, [3]),
        (0, []),
    ],
)
async def test_everybody_is_told_at_the_beginning_and_at_each_step(
    seconds: float, steps: list[float]
) -> None:
    told = Told()
    told.begin("it", seconds)
    if seconds:
        await told.clock.advance(seconds - 0.5)
        assert (told.steps, told.ended) == (steps, [])
    await told.clock.advance(0.5)
    await told.clock.advance(1000)
    assert (told.steps, told.ended, told.countdown.ending) == (steps, ["it"], None)


async def test_another_program_goes_on_counting() -> None:
    """It tells nothing again, and ends at the same moment."""
    told, later = Told(), Told()
    told.begin("it", 400)
    await told.clock.advance(50)
    ending = told.countdown.ending
    assert ending is not None and told.countdown.left == 350
    told.countdown.cancel()
    assert told.countdown.left == 0
    later.countdown.resume(ending, 350)
    await later.clock.advance(349)
    assert (later.steps, told.ended) == ([300, 60, 30, 10], [])
    await later.clock.advance(1)
    assert told.ended == ["it"]


async def test_what_is_cancelled_or_replaced_never_ends() -> None:
    told = Told()
    told.begin("first", 60)
    await told.clock.advance(35)
    told.begin("second", 20)
    await told.clock.advance(19)
    assert (told.steps, told.ended) == ([60, 30, 20, 10], [])
    assert told.countdown.cancel() is not None
    assert told.countdown.cancel() is None
    await told.clock.advance(1000)
    assert told.ended == []
