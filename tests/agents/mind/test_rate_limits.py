from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.clock import VirtualClock
from agents.mind.rate_limits import MINUTE, ChainGuard, TurnBudget
from tests.examples import choose_count


class Talker:
    """The least an agent does with these: it answers whatever it may, after a delay."""

    def __init__(self, clock: VirtualClock, chain: int, per_minute: int) -> None:
        self.clock = clock
        self.guard = ChainGuard(chain)
        self.budget = TurnBudget(per_minute)
        self.said: list[float] = []
        self.to: Callable[[], None] = lambda: None

    def hears(self, *, by_agent: bool = True) -> None:
        if self.guard.admit(by_agent=by_agent):
            self.clock.call_later(1.0, self.speak)

    def every(self, seconds: float) -> None:
        self.guard.restart()
        self.speak()
        self.clock.call_later(seconds, lambda: self.every(seconds))

    def speak(self) -> None:
        wait = self.budget.wait(self.clock.monotonic())
        if wait > 0:
            self.clock.call_later(wait, self.speak)
            return
        self.budget.take(self.clock.monotonic())
        self.said.append(self.clock.monotonic())
        self.to()


def pair(clock: VirtualClock, chain: int, per_minute: int) -> tuple[Talker, Talker]:
    moss, fern = Talker(clock, chain, per_minute), Talker(clock, chain, per_minute)
    moss.to, fern.to = fern.hears, moss.hears
    return moss, fern


async def test_two_agents_answering_each_other_for_ever_are_capped() -> None:
    """A chain between two agents ends at the limit, however long one waits."""
    clock = VirtualClock()
    moss, fern = pair(clock, chain=6, per_minute=1000)
    moss.speak()
    await clock.advance(3600)
    assert len(fern.said) == 6
    assert len(moss.said) == 1 + 6


async def test_a_person_s_words_begin_a_new_chain() -> None:
    """Someone who speaks to a silenced agent is answered, and the agents may talk again."""
    clock = VirtualClock()
    moss, fern = pair(clock, chain=3, per_minute=1000)
    moss.speak()
    await clock.advance(600)
    quiet = len(moss.said)
    await clock.advance(600)
    assert len(moss.said) == quiet
    moss.hears(by_agent=False)
    await clock.advance(600)
    assert len(moss.said) == quiet + 1
    assert fern.guard.depth == 3
    fern.hears(by_agent=False)
    await clock.advance(600)
    assert len(moss.said) > quiet + 1


async def test_agents_that_also_act_of_their_own_accord_stay_within_bounds() -> None:
    """With own turns that begin new chains, each interval brings at most a chain of answers."""
    clock = VirtualClock()
    moss, fern = pair(clock, chain=4, per_minute=1000)
    moss.every(60.0)
    await clock.advance(600)
    assert len(fern.said) <= 4
    assert len(moss.said) <= 11 + 4 * 11
    assert len([at for at in moss.said if at % 60 == 0]) == 11


async def test_turns_are_capped_by_the_minute() -> None:
    """A flood of words never makes more turns than the limit in any sixty seconds."""
    clock = VirtualClock()
    moss = Talker(clock, chain=10, per_minute=5)
    for _ in range(40):
        moss.hears(by_agent=False)
    await clock.advance(59)
    assert len(moss.said) == 5
    await clock.advance(60)
    assert len(moss.said) == 10
    await clock.advance(3600)
    assert len(moss.said) == 40


def test_a_chain_limit_of_zero_leaves_agents_unanswered() -> None:
    """With no chain allowed agents' words never wake it, people's always do."""
    guard = ChainGuard(0)
    assert not guard.admit(by_agent=True)
    assert guard.admit(by_agent=False)
    assert not guard.admit(by_agent=True)


def test_a_turn_limit_of_zero_means_none() -> None:
    """Without a limit there is never a wait, and nothing is kept."""
    budget = TurnBudget(0)
    for second in range(100):
        budget.take(float(second))
        assert budget.wait(float(second)) == 0.0


@settings(max_examples=choose_count(40, 100), deadline=None)
@given(st.integers(1, 8), st.lists(st.floats(0, 30), max_size=80))
def test_no_window_holds_more_turns_than_the_limit(limit: int, gaps: list[float]) -> None:
    """An agent that waits as told never exceeds the limit, nor waits over a minute."""
    budget, now, taken = TurnBudget(limit), 0.0, list[float]()
    for gap in gaps:
        now += gap
        wait = budget.wait(now)
        assert 0.0 <= wait <= MINUTE + 1e-6
        now += wait
        assert budget.wait(now) <= 1e-6
        budget.take(now)
        taken.append(now)
    for first, last in zip(taken, taken[limit:], strict=False):
        assert last - first >= MINUTE - 1e-6


@settings(max_examples=choose_count(40, 100), deadline=None)
@given(st.integers(0, 5), st.lists(st.sampled_from(["agent", "person", "own"]), max_size=60))
def test_between_other_happenings_agents_wake_it_at_most_limit_times(
    limit: int, happenings: list[str]
) -> None:
    """For any order of events, runs of answers to agents are no longer than the limit."""
    guard, run = ChainGuard(limit), 0
    for happening in happenings:
        if happening == "agent":
            run += guard.admit(by_agent=True)
        else:
            run = 0
            if happening == "own":
                guard.restart()
            else:
                assert guard.admit(by_agent=False)
        assert run == guard.depth <= limit


def test_turns_that_nobody_asks_for_leave_some_to_answers() -> None:
    """Whoever has walked or waited a lot still answers at once."""
    budget, now = TurnBudget(12), 0.0
    for _ in range(9):
        assert budget.wait(now, asked=False) == 0
        budget.take(now)
        now += 1.0
    assert budget.wait(now, asked=False) == MINUTE - 9
    assert budget.wait(now) == 0
    for _ in range(3):
        budget.take(now)
    assert budget.wait(now) == MINUTE - 9
