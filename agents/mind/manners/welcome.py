"""Who goes to meet a newcomer: one of all agents of a world, chosen by rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from agents.boundaries import Clock, Timer
from late.late_dataclass import late_dataclass

#: A newcomer is met within a minute; after this time nobody sets out any more.
MINUTE, GIVES_UP = 60.0, 120.0

#: After this time a newcomer is met aside from a talk that goes on, which nobody waits for then.
PRESSING = MINUTE / 2

#: How often it is seen to that somebody is on the way.
REVIEW = 4.0


@late_dataclass(frozen=True, slots=True)
class WelcomingAgent:
    """An agent that may go to meet somebody."""

    find_cost: Callable[[str], float | None]
    """Return what it costs the agent to meet a newcomer, about as many seconds as it takes; None:
    it has something to do that does not wait, or there is no way, or nobody to meet."""
    summon: Callable[[], None]
    """Let the agent take a turn soon."""


@late_dataclass(slots=True)
class _Newcomer:
    """Somebody whom no agent has met."""

    since: float
    met: Callable[[], object]
    is_here: Callable[[], bool]
    greeter: str = ""
    is_pressing: bool = False
    is_call: bool = False
    """Whether they are no newcomer, and an agent only looks in on them."""
    lines: dict[str, str] = field(default_factory=dict)
    """Agent → the line with which it is about to greet them."""


@late_dataclass(slots=True)
class Welcome:
    """Knows who is new here, and which agent is to meet them."""

    _agents: dict[str, WelcomingAgent] = field(default_factory=dict)
    _newcomers: dict[str, _Newcomer] = field(default_factory=dict)
    _timer: Timer | None = None

    def join(self, agent: str, able: WelcomingAgent) -> None:
        """Take an agent in."""
        self._agents[agent] = able

    def leave(self, agent: str) -> None:
        """Forget an agent; another one goes in its place."""
        self._agents.pop(agent, None)

    def expect(
        self,
        newcomer: str,
        clock: Clock,
        met: Callable[[], object],
        is_here: Callable[[], bool] = lambda: True,
    ) -> None:
        """Send an agent to `newcomer`, who is here for the first time; then call `met`.

        Nobody sets out any more once `is_here` says that they have gone.
        """
        self._await(newcomer, _Newcomer(clock.monotonic(), met, is_here), clock)

    def _await(self, newcomer: str, expected: _Newcomer, clock: Clock) -> None:
        self._newcomers[newcomer] = expected
        self._send(newcomer, expected, self._list_busy())
        if self._timer is None:
            self._timer = clock.call_later(REVIEW, lambda: self._review(clock))

    def call_on(self, person: str, clock: Clock, is_here: Callable[[], bool]) -> None:
        """Send an agent that has the time to somebody who is alone; newcomers come first."""
        if person not in self._newcomers:
            called = _Newcomer(clock.monotonic(), lambda: None, is_here, is_call=True)
            self._await(person, called, clock)

    def is_call(self, person: str) -> bool:
        """Return whether somebody is only looked in on."""
        return person in self._newcomers and self._newcomers[person].is_call

    def find_newcomers(self, agent: str) -> Sequence[str]:
        """Return whom `agent` is to meet, in the order in which they came."""
        return [name for name, each in self._newcomers.items() if each.greeter == agent]

    def is_pressing(self, newcomers: Sequence[str]) -> bool:
        """Return whether one of them has waited for so long that no talk is a reason any more."""
        return any(each in newcomers and one.is_pressing for each, one in self._newcomers.items())

    def decline(self, agent: str) -> None:
        """Note that `agent` cannot go; another one is chosen at the next review."""
        for each in self._newcomers.values():
            if each.greeter == agent:
                each.greeter = ""

    def promise(self, agent: str, newcomers: Sequence[str], line: str) -> None:
        """Note that `agent` is about to greet them with `line`; others than newcomers are left."""
        for name in newcomers:
            if name in self._newcomers:
                self._newcomers[name].lines[agent] = line

    def hear(self, agent: str, line: str, hearers: Sequence[str], named: Sequence[str]) -> None:
        """Note what `agent` said or did before `hearers`; `named` are those whom it names."""
        for name in [each for each in hearers if each in self._newcomers]:
            newcomer = self._newcomers[name]
            promised = newcomer.lines.get(agent) == line
            if promised or name in named or len(hearers) == 1:
                del self._newcomers[name]
                newcomer.met()

    # --- choosing ---------------------------------------------------------------------

    def _review(self, clock: Clock) -> None:
        """See to it that somebody is on the way to everybody, and look again soon."""
        now, busy = clock.monotonic(), self._list_busy()
        for name, each in list(self._newcomers.items()):
            if now - each.since > GIVES_UP or not each.is_here():
                del self._newcomers[name]
            else:
                each.is_pressing = now - each.since >= PRESSING
                self._send(name, each, busy)
        again = bool(self._newcomers)
        self._timer = clock.call_later(REVIEW, lambda: self._review(clock)) if again else None

    def _list_busy(self) -> set[str]:
        """Return the agents that are on their way to somebody."""
        return {each.greeter for each in self._newcomers.values() if each.greeter}

    def _send(self, name: str, newcomer: _Newcomer, busy: set[str]) -> None:
        """Choose who goes, unless somebody already does and still can; note it in `busy`."""
        chosen = self._agents.get(newcomer.greeter)
        if chosen is not None and chosen.find_cost(name) is not None:
            return
        costs = {agent: able.find_cost(name) for agent, able in self._agents.items()}
        # Two who come at the same time are met by the same agent.
        able = [
            (agent not in busy, cost, agent) for agent, cost in costs.items() if cost is not None
        ]
        newcomer.greeter = min(able)[2] if able else ""
        if newcomer.greeter:
            busy.add(newcomer.greeter)
            self._agents[newcomer.greeter].summon()
