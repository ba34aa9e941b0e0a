"""Limits on what is asked of a model: tokens in a day, requests of one agent in a minute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from agents.boundaries import Clock, ModelOverBudget
from agents.models.spending import Spending
from world.costs.allowance import Allowance

#: A limit of requests is for so many seconds.
MINUTE = 60.0


class Budget:
    """What may be asked of one profile's model, in all and by each agent.

    Tokens are counted in `spending`, which may have counted some before. A limit of 0 means
    none.
    """

    def __init__(self, profile: str, spending: Spending, clock: Clock) -> None:
        self._profile = profile
        self._spending = spending
        self._clock = clock
        self._per_day = self._agent_per_day = self._per_minute = 0
        self._requests: defaultdict[str, Allowance] = defaultdict(self._make_allowance)

    def configure(self, *, per_day: int, agent_per_day: int, agent_per_minute: int) -> None:
        """Use other limits from now on; what has been used stays counted."""
        self._per_day, self._agent_per_day = per_day, agent_per_day
        self._per_minute = agent_per_minute

    @property
    def spent(self) -> int:
        """Tokens used today."""
        return self._spending.count(self._profile)

    def check(self) -> None:
        """Raise `ModelOverBudget` if today's tokens of all are used up."""
        _check_tokens(self.spent, self._per_day, "today's")

    def check_agent(self, agent: str) -> None:
        """Raise `ModelOverBudget` if `agent` may not ask now."""
        self.check_agent_tokens(agent)
        if wait := self._find_wait(agent, 1):
            raise ModelOverBudget(
                f"{agent} has made {self._per_minute} requests in a minute;"
                f" the next is possible in {wait:.0f} s"
            )

    def check_agent_tokens(self, agent: str) -> None:
        """Raise `ModelOverBudget` if today's tokens of `agent` are used up."""
        spent = self._spending.count_of(self._profile, agent)
        _check_tokens(spent, self._agent_per_day, f"{agent}'s daily")

    def find_background_wait(self, agent: str) -> float:
        """Return the seconds until work that nobody waits for may ask; half is left to turns."""
        return self._find_wait(agent, 1 + self._per_minute / 2)

    def count_request(self, agent: str) -> None:
        """Count a request that is sent now."""
        if self._per_minute:
            self._requests[agent].use(1, self._per_minute, MINUTE, self._clock.monotonic())

    def spend(self, agent: str, tokens: int) -> None:
        """Count `tokens` as used by `agent`; empty: by nobody."""
        self._spending.spend(self._profile, agent, tokens)

    def list_spent(self) -> Mapping[str, int]:
        """Return the tokens used today by each agent that used any."""
        spent = self._spending.list_by_agent(self._profile)
        return {agent: tokens for agent, tokens in spent.items() if agent and tokens}

    def _find_wait(self, agent: str, requests: float) -> float:
        if not self._per_minute:
            return 0.0
        now = self._clock.monotonic()
        return self._requests[agent].find_wait(requests, self._per_minute, MINUTE, now)

    def _make_allowance(self) -> Allowance:
        return Allowance(self._clock.monotonic())


def _check_tokens(spent: int, limit: int, whose: str) -> None:
    if limit and spent >= limit:
        raise ModelOverBudget(
            f"{whose} {limit} tokens are used up ({spent} spent); they are free again at 00:00 UTC"
        )
