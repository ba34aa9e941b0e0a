"""Builds the page for browsers, which is loaded when the first of them connects."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from server.web.late import LatePage
from server.wiring.entrance import Entrance
from server.wiring.foundation import Foundation
from server.wiring.known_people import KnownPeople
from server.wiring.world_parts import WorldParts


def open_page(
    base: Foundation,
    parts: WorldParts,
    known: KnownPeople,
    entrance: Entrance,
    stack: AsyncExitStack,
) -> None:
    """Wait for browsers from now on, if there is a port for them."""

    port = base.roots.web
    if port is None:
        return
    load = partial(_load_page, base, parts, known, entrance, port.public)
    page = LatePage(base.roots.reactor, port, load, base.log)
    stack.push_async_callback(page.close)
    page.open()


async def _load_page(
    base: Foundation, parts: WorldParts, known: KnownPeople, entrance: Entrance, public: bool
) -> Any:
    """Return the factory for browsers' connections."""
    make_page = await asyncio.to_thread(_import_page)
    return await make_page(
        base.roots.reactor,
        base.clock,
        base.roots.settings.server.limits,
        parts.world,
        parts.story,
        known.accounts,
        entrance.telnet.make_password_check(known.accounts),
        entrance.telnet.desk,
        entrance.administration.enforcement.find_ban,
        public,
    )


def _import_page() -> Any:
    # Twisted's web server takes 0.1 s and 4 MB, which a world that nobody looks at does not need.
    from server.web.page import make_page  # noqa: PLC0415

    return make_page
