"""What @stats measures."""

from __future__ import annotations

from agents.clock import VirtualClock
from server.administration.vitals import Vitals, measure_memory


class LateClock(VirtualClock):
    """A clock whose every call comes `late` seconds later than asked for."""

    late = 0.0

    def call_later(self, seconds, call):  # type: ignore[no-untyped-def]
        return super().call_later(seconds + self.late, call)


async def test_a_busy_loop_and_the_last_minutes_commands_show() -> None:
    """An older minute's delay and commands are forgotten."""
    clock, done = LateClock(), [0]
    vitals = Vitals(clock, lambda: done[0])
    clock.late = 0.5
    vitals.start()
    await clock.advance(1.5)
    clock.late = 0.0
    done[0] = 600
    await clock.advance(8.5)
    signs = vitals.read()
    assert (signs.uptime, signs.commands, signs.worst_delay) == (10.0, 600, 0.5)
    assert signs.commands_per_second == 60.0 and 0 < signs.mean_delay < 0.5
    await clock.advance(70)
    signs = vitals.read()
    assert (signs.commands_per_second, signs.worst_delay) == (0.0, 0.0)
    vitals.close()
    assert measure_memory() > 1_000_000
