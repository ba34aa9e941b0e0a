import pytest

from agents.clock import VirtualClock
from agents.models.breaker import TRANSITIONS, Breaker, BreakerSignal, Circuit


def breaker(clock: VirtualClock) -> Breaker:
    return Breaker(clock, threshold=2, base=10, longest=35)


def fail(breaker: Breaker, times: int) -> None:
    for _ in range(times):
        breaker.record_failure("refused")


def test_a_success_in_between_starts_the_count_anew() -> None:
    """Only failures in a row open the circuit."""
    one = breaker(VirtualClock())
    for _ in range(5):
        fail(one, 1)
        one.record_success()
    assert one.state is Circuit.CLOSED
    assert one.reason == ""


async def test_the_pauses_grow_to_their_limit_and_start_anew() -> None:
    """Each opening without a success doubles the pause; a success brings back the first."""
    clock = VirtualClock()
    one = breaker(clock)
    fail(one, 2)
    pauses = []
    for _ in range(4):
        pauses.append(one.remaining())
        assert not one.admit()
        await clock.advance(one.remaining())
        assert one.admit()
        assert one.state is Circuit.HALF_OPEN
        assert not one.admit(), "one probe at a time"
        fail(one, 1)
    assert pauses == [10, 20, 35, 35]
    await clock.advance(35)
    assert one.admit()
    one.record_success()
    fail(one, 2)
    assert one.remaining() == 10


async def test_patience_that_was_asked_for_is_given() -> None:
    """An opening lasts at least as long as the provider asked."""
    one = breaker(VirtualClock())
    fail(one, 1)
    one.record_failure("slow down", 100.0)
    assert one.remaining() == 100
    assert one.reason == "slow down"


async def test_an_answer_that_was_under_way_closes_an_open_circuit() -> None:
    """A request admitted before the opening that succeeds shows that the endpoint is well."""
    one = breaker(VirtualClock())
    fail(one, 2)
    one.record_success()
    assert one.state is Circuit.CLOSED
    assert one.admit()


async def test_a_late_failure_does_not_lengthen_an_opening() -> None:
    """Requests that were under way when the circuit opened fail without further effect."""
    clock = VirtualClock()
    one = breaker(clock)
    fail(one, 2)
    await clock.advance(4)
    fail(one, 3)
    assert one.remaining() == 6


@pytest.mark.parametrize("state", Circuit)
def test_every_state_can_be_left_and_reached(state: Circuit) -> None:
    """The table has no state that is entered for ever or never."""
    assert any(before is state and after is not state for (before, _), after in TRANSITIONS.items())
    assert state in TRANSITIONS.values()


def test_the_table_uses_every_signal() -> None:
    """No signal is without any effect."""
    assert {signal for _, signal in TRANSITIONS} == set(BreakerSignal)
