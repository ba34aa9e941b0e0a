"""Limits on what is asked of a model: tokens in a day, requests of one agent in a minute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from agents.boundaries import Clock, ModelOverBudget
from world.costs.allowance import Allowance

#: A limit of requests is for so many seconds.
MINUTE = 60.0


class DailyBudget:
    """Counts tokens since 00:00 UTC and checks them against `limit` (0: none).

    `whose` names in messages what is limited.
    """

    def __init__(self, limit: int, clock: Clock, whose: str = "today's") -> None:
        self.limit = limit
        self._clock = clock
        self._whose = whose
        self._day = clock.now().date()
        self._spent = 0

    @property
    def spent(self) -> int:
        """Tokens used today."""
        today = self._clock.now().date()
        if today != self._day:
            self._day, self._spent = today, 0
        return self._spent

    def spend(self, tokens: int) -> None:
        """Count `tokens` as used."""
        self._spent = self.spent + tokens

    def check(self) -> None:
        """Raise `ModelOverBudget` when today's tokens are used up."""
        if self.limit and self.spent >= self.limit:
            raise ModelOverBudget(
                f"{self._whose} {self.limit} tokens are used up ({self.spent} spent);"
                " they are free again at 00:00 UTC"
            )


class AgentBudgets:
    """What each agent may ask of one profile's model. A limit of 0 means none."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._per_minute = self._per_day = 0
        self._requests: defaultdict[str, Allowance] = defaultdict(self._make_allowance)
        self._tokens: dict[str, DailyBudget] = {}

    def configure(self, requests_per_minute: int, tokens_per_day: int) -> None:
        """Use other limits from now on; what has been used stays counted."""
        self._per_minute, self._per_day = requests_per_minute, tokens_per_day
        for budget in self._tokens.values():
            budget.limit = tokens_per_day

    def check(self, agent: str) -> None:
        """Raise `ModelOverBudget` if `agent` may not ask now."""
        self.check_tokens(agent)
        if wait := self._find_wait(agent, 1):
            raise ModelOverBudget(
                f"{agent} has made {self._per_minute} requests in a minute;"
                f" the next is possible in {wait:.0f} s"
            )

    def check_tokens(self, agent: str) -> None:
        """Raise `ModelOverBudget` if today's tokens of `agent` are used up."""
        self._find_tokens(agent).check()

    def find_background_wait(self, agent: str) -> float:
        """Return the seconds until work that nobody waits for may ask; half is left to turns."""
        return self._find_wait(agent, 1 + self._per_minute / 2)

    def count_request(self, agent: str) -> None:
        """Count a request that is sent now."""
        if self._per_minute:
            self._requests[agent].use(1, self._per_minute, MINUTE, self._clock.monotonic())

    def spend(self, agent: str, tokens: int) -> None:
        """Count `tokens` as used by `agent`."""
        self._find_tokens(agent).spend(tokens)

    def list_spent(self) -> Mapping[str, int]:
        """Return the tokens used today by each agent that used any."""
        spent = {agent: budget.spent for agent, budget in self._tokens.items()}
        return {agent: tokens for agent, tokens in spent.items() if agent and tokens}

    def _find_wait(self, agent: str, requests: float) -> float:
        if not self._per_minute:
            return 0.0
        now = self._clock.monotonic()
        return self._requests[agent].find_wait(requests, self._per_minute, MINUTE, now)

    def _find_tokens(self, agent: str) -> DailyBudget:
        found = self._tokens.get(agent)
        if found is None:
            found = DailyBudget(self._per_day, self._clock, f"{agent}'s daily")
            self._tokens[agent] = found
        return found

    def _make_allowance(self) -> Allowance:
        return Allowance(self._clock.monotonic())
