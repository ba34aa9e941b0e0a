"""A server that is stopped while it makes its agents makes no more of them, and stops."""

from __future__ import annotations

import asyncio
import io
import socket
from pathlib import Path

from twisted.internet import reactor

from agents.clock import VirtualClock
from server.app import App
from server.arguments import Options
from server.lock import VaultLock
from server.logs.log import Log
from server.settings import read_settings
from server.wiring.foundation import Roots
from tests.e2e.worlds import make_world, profile
from tests.limits import HANG_SECONDS

RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n"
NAMES = ("Moss", "Wren", "Cobb")


def make_app(root: Path) -> App:
    vault, config = root / "vault", root / "config"
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    lock = VaultLock.acquire(vault, "127.0.0.1:0")
    roots = Roots(
        Options(vault, config), read_settings(config, vault), listening, lock, lambda: reactor,
        threaded=False,
    )  # fmt: skip
    return App(roots, Log(errors=io.StringIO()), VirtualClock())


async def test_no_further_agent_is_made_and_none_is_lost(tmp_path: Path) -> None:
    make_world(tmp_path, {name: profile(name) for name in NAMES}, RULES, {})
    app = make_app(tmp_path)
    app.begin_stop()
    async with asyncio.timeout(HANG_SECONDS):
        await app.start()
        assert list(app.reloader.population.minds) == []
        await app.stopping.stopped.wait()
    again = make_app(tmp_path)
    await again.start()
    assert {each.name for each in again.reloader.population.minds} == set(NAMES)
    await again.stopping.close()
