"""What the view Costs is answered: requests over time, and how the server fares."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agents.boundaries import Clock
from server.boundaries import Role
from server.usage.request_history import RequestHistory
from server.web.boundaries import NotAnswered
from server.web.routing import Data, Route, RouteCall
from server.web.views.costs.health import ServerHealth, describe_health
from server.web.views.costs.request_charts import GROUPS, SPANS, find_times, make_charts


class CostRoutes:
    """Answers from the history of requests and from what is so now; for administrators."""

    def __init__(self, history: RequestHistory, health: ServerHealth, clock: Clock) -> None:
        self._history, self._health, self._clock = history, health, clock

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        return (
            Route("/costs/requests", self._show_requests, Role.ADMINISTRATOR),
            Route("/costs/health", self._show_health, Role.ADMINISTRATOR),
        )

    async def _show_requests(self, asked: RouteCall) -> Data:
        span = read_choice(asked, "span", tuple(SPANS))
        group = read_choice(asked, "by", GROUPS, "agent")
        agent = asked.call.query.get("agent")
        now = int(self._clock.now().timestamp())
        table, times = find_times(span, now)
        try:
            rows = await self._history.read(table, times[0])
        except OSError as error:
            raise NotAnswered(503, str(error)) from error
        if agent is not None:
            rows = [row for row in rows if row[1].agent == agent]
        charts = await asyncio.to_thread(make_charts, rows, span, group, now)
        return {**charts, "currency": self._health.currency}

    async def _show_health(self, asked: RouteCall) -> Data:
        try:
            return describe_health(await self._health.take())
        except OSError as error:
            raise NotAnswered(503, f"The disk cannot be measured: {error.strerror}.") from error


def read_choice(
    asked: RouteCall, name: str, allowed: Sequence[str], default: str | None = None
) -> str:
    """Return a word of the query, the first of those `allowed` if it is left out.

    Raises `NotAnswered`.
    """
    word = asked.call.query.get(name, default or allowed[0])
    if word not in allowed:
        raise NotAnswered(400, f"{name}: {word[:40]!r} is none of {', '.join(allowed)}.")
    return word
