"""Builds the page for browsers, which is loaded when the first of them connects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from server.logs.log import Log
from server.reload import Reloader
from server.web.missed import MissedEvents
from server.web.serving.kept_page import KeptPage
from server.web.serving.late import LatePage, LoadedPage
from server.web.serving.metrics_token import MetricsToken
from server.wiring.entrance import Entrance
from server.wiring.foundation import Foundation
from server.wiring.known_people import KnownPeople
from server.wiring.world_parts import WorldParts

KEPT = "page"
"""The name of what the page leaves to the program to come."""


def open_page(
    base: Foundation,
    parts: WorldParts,
    known: KnownPeople,
    entrance: Entrance,
    late: Callable[[], Awaitable[Reloader]],
    stack: AsyncExitStack,
) -> LatePage | None:
    """Wait for browsers from now on, if there is a port for them.

    `late` returns what reloads, once minds and commands are there.
    """
    port = base.roots.web
    if port is None:
        return None
    token = MetricsToken(base.machine)
    if wrong := token.make():
        base.log.event("web.fault", "error", wrong)
    kept = KeptPage(base.machine, base.clock.now)
    before = _take(kept, base.log)
    carried = base.roots.left.kept.get(KEPT, {}) if base.roots.left else before
    missed = MissedEvents(parts.story, base.clock.now)
    if carried:
        missed.begin()
    about = {
        "metrics_token": token, "public": port.public, "carried": carried, "missed": missed,
        "describe_trouble": lambda: parts.store.health.last_error or parts.alerts.describe(),
    }  # fmt: skip
    load = partial(_load_page, base, parts, known, entrance, late, about)
    page = LatePage(base.reactor, port, load, base.log, carried)
    stack.push_async_callback(_close, page, kept, base.log)
    page.open()
    return page


def _take(kept: KeptPage, log: Log) -> Mapping[str, Any]:
    try:
        return kept.take()
    except OSError as error:
        log.event("web.fault", "error", f"who was logged in at the page is not known: {error}")
        return {}


async def _close(page: LatePage, kept: KeptPage, log: Log) -> None:
    """End the page; without a program that goes on now, leave what the next start needs."""
    await page.close()
    if page.is_handed_over:
        return
    try:
        await asyncio.to_thread(kept.leave, page.hand_over())
    except OSError as error:
        log.event("web.fault", "error", f"who is logged in at the page cannot be kept: {error}")


async def _load_page(
    base: Foundation,
    parts: WorldParts,
    known: KnownPeople,
    entrance: Entrance,
    late: Callable[[], Awaitable[Reloader]],
    about: Mapping[str, Any],
) -> LoadedPage:
    """Return the page, made of the parts of the server and what is `about` it alone."""
    reloader, (make_page, make_sources) = await late(), await asyncio.to_thread(_import_page)
    sources = make_sources(
        reactor=base.reactor,
        clock=base.clock,
        limits=base.roots.settings.server.limits,
        vault=base.vault,
        world=parts.world,
        world_clock=base.world_clock,
        story=parts.story,
        reloader=reloader,
        gate=entrance.gate,
        budgets=base.budgets,
        accounts=known.accounts,
        passwords=entrance.telnet.make_password_check(known.accounts),
        desk=entrance.telnet.desk,
        telnet=entrance.telnet,
        find_ban=entrance.administration.enforcement.find_ban,
        history=base.history,
        **about,
    )
    page: LoadedPage = await make_page(sources)
    return page


def _import_page() -> Any:
    # Twisted's web server takes 0.1 s and 4 MB, which a world that nobody looks at does not need.
    from server.web.page import make_page  # noqa: PLC0415
    from server.web.sources import PageSources  # noqa: PLC0415

    return make_page, PageSources
