"""``/metrics``: what Prometheus may read, and who may read it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from server.boundaries import Role
from server.reports.version import find_version
from server.storage.database import StorageError
from server.web.boundaries import Call, NotAnswered, Reply
from server.web.browser_sessions import BrowserSession
from server.web.serving.headers import check_host
from server.web.serving.metrics_token import MetricsToken
from server.web.views.costs.health import HealthSnapshot, ServerHealth

METRICS = "/metrics"

NOT_LET = (
    'Send "Authorization: Bearer TOKEN" with the line of vault/.tarn/metrics-token, or log in as'
    " an administrator.\n"
)


class MetricsAnswer:
    """Answers scrapes that carry the token, and administrators who look by themselves."""

    def __init__(
        self,
        health: ServerHealth,
        token: MetricsToken,
        find_session: Callable[[Call], Awaitable[BrowserSession]],
        *,
        public: bool,
    ) -> None:
        self._health, self._token, self._find_session = health, token, find_session
        self._public = public

    async def answer(self, call: Call) -> Reply:
        """Return the metrics, or why not; never raises."""
        try:
            check_host(call, public=self._public)
            if call.method not in ("GET", "HEAD"):
                raise NotAnswered(405, "Allowed: GET.\n")
            await self._check_leave(call)
            taken = await self._health.take()
        except NotAnswered as refused:
            again = {"www-authenticate": 'Bearer realm="metrics"'} if refused.status == 401 else {}
            return Reply(refused.status, str(refused).encode(), "text/plain", again)
        except (OSError, StorageError) as error:
            return Reply(503, f"{error}\n".encode(), "text/plain")
        body, kind = await asyncio.to_thread(_render, taken)
        return Reply(200, body, kind)

    async def _check_leave(self, call: Call) -> None:
        """Raise `NotAnswered` unless a call carries the token or is an administrator's."""
        header = call.headers.get("authorization", "")
        fits = bool(header) and await asyncio.to_thread(self._token.fits, header)
        if fits:
            return
        try:
            session = await self._find_session(call)
        except NotAnswered:
            raise NotAnswered(401, NOT_LET) from None
        if not session.account.role.includes(Role.ADMINISTRATOR):
            raise NotAnswered(403, NOT_LET)


def _render(taken: HealthSnapshot) -> tuple[bytes, str]:
    # The client library takes 40 ms and 3 MB, which a server that nobody scrapes does not need.
    from server.web.views.costs.exposition import MEDIA_TYPE, render_metrics  # noqa: PLC0415

    return render_metrics(taken, find_version()), MEDIA_TYPE
