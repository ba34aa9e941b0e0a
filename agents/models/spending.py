"""What was asked of the models today, in tokens: by profile and agent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date

from agents.boundaries import Clock

#: Profile → agent → tokens. The agent "" stands for requests that no agent pays for.
Spent = Mapping[str, Mapping[str, int]]


class Spending:
    """Counts tokens since 00:00 UTC.

    It outlives the models that it counts for. `changed` is called after every change and must
    return at once.
    """

    def __init__(self, clock: Clock, changed: Callable[[], None] = lambda: None) -> None:
        self.changed = changed
        self._clock = clock
        self._day = clock.now().date()
        self._spent: defaultdict[str, defaultdict[str, int]] = _make_counts()

    @property
    def day(self) -> date:
        """The day, in UTC, whose tokens are counted."""
        self._begin_day()
        return self._day

    def spend(self, profile: str, agent: str, tokens: int) -> None:
        """Count `tokens` of a profile's model as used by `agent`."""
        self._begin_day()
        self._spent[profile][agent] += tokens
        self.changed()

    def count(self, profile: str) -> int:
        """Return the tokens of a profile's model that were used today."""
        return sum(self.list_by_agent(profile).values())

    def count_of(self, profile: str, agent: str) -> int:
        """Return the tokens of a profile's model that `agent` used today."""
        return self.list_by_agent(profile).get(agent, 0)

    def list_by_agent(self, profile: str) -> Mapping[str, int]:
        """Return the tokens that each agent used today; "" is nobody."""
        self._begin_day()
        return self._spent.get(profile, {})

    def export(self) -> Spent:
        """Return all that was counted today."""
        self._begin_day()
        return {profile: dict(agents) for profile, agents in self._spent.items()}

    def restore(self, day: date, spent: Spent) -> None:
        """Add what was counted before, if `day` is today."""
        if day != self.day:
            return
        for profile, agents in spent.items():
            for agent, tokens in agents.items():
                self._spent[profile][agent] += tokens

    def _begin_day(self) -> None:
        today = self._clock.now().date()
        if today != self._day:
            self._day, self._spent = today, _make_counts()


def _make_counts() -> defaultdict[str, defaultdict[str, int]]:
    return defaultdict(lambda: defaultdict(int))
