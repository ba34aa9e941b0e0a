"""A server that is asked to renew itself answers in the vault's lock: refused, or begun."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from agents.clock import VirtualClock
from server.lock import VaultLock, read_holder
from server.stopping.deadline import Deadline
from server.stopping.stopping import Stopping
from server.upgrade.handover import HandedVisit
from server.upgrade.replacement import can_hand_on
from server.upgrade.succession import Connections, Succession
from server.upgrade.upgrade import Place, Upgrade
from tests.limits import wait_until

pytestmark = pytest.mark.skipif(not can_hand_on(), reason="no server hands its sockets on here")


class NobodyThere:
    """Connections of a server to which nobody has come."""

    at_rest = True

    def pause_all(self) -> None:
        pass

    def broadcast(self, text: str, kind: str = "notice") -> None:
        pass

    def hand_over_all(self) -> Sequence[HandedVisit]:
        return ()


_connections: type[Connections] = NobodyThere


async def save() -> Sequence[str]:
    return ()


async def close_ports() -> None:
    pass


async def ask(vault: Path, program: str) -> Mapping[str, Any]:
    """Return what a server announces that was asked to let `program` take over."""
    told: list[str] = []
    stopping = Stopping(AsyncExitStack(), Deadline(list), told.append)
    command = [sys.executable, "-c", program]
    succession = Succession(NobodyThere, close_ports, save, str, tuple, dict, command)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        lock = VaultLock.acquire(vault, "127.0.0.1:1")
        place, clock = Place(listening, lock), VirtualClock()
        refuse = lambda *why: told.extend(why)  # noqa: E731
        upgrade = Upgrade(place, stopping, succession, clock, told.append, refuse)
        upgrade.announce()
        stopping.up.set()
        upgrade.begin()
        await wait_until(lambda: stopping.stopped.is_set() or "refused" in read_holder(vault))
        lock.release()
    return read_holder(vault)


async def test_a_program_that_can_take_over_has_begun(tmp_path: Path) -> None:
    """Until it is ready, the lock says since when the program before it runs."""
    said = await ask(tmp_path, "")
    assert said["begun"] and said["started"] == VirtualClock().now().isoformat()
    assert "refused" not in said


async def test_a_program_that_cannot_has_not_begun(tmp_path: Path) -> None:
    said = await ask(tmp_path, "raise SystemExit('no such module')")
    assert "begun" not in said and said["refused"].startswith("no such module (")
