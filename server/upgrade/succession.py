"""The steps by which a running server gives its place to a new program."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

from late.late_dataclass import late_dataclass
from server.upgrade.handover import HandedBody, HandedVisit, Handover
from server.upgrade.preflight import find_obstacle, own_command
from server.upgrade.replacement import can_hand_on

DRAIN_SECONDS = 1.0
"""How long clients have to take what was sent to them; who has not is hung up on."""
LOOK_SECONDS = 0.02


class Connections(Protocol):
    """All open connections."""

    def pause_all(self) -> None:
        """Read and perform nothing more."""
        ...

    @property
    def at_rest(self) -> bool:
        """Whether every client has taken all that was sent, and no password is being checked."""
        ...

    def broadcast(self, text: str, kind: str = "notice") -> None:
        """Write to everybody."""
        ...

    def hand_over_all(self) -> Sequence[HandedVisit]:
        """Return the connections with which another program can go on; ask the others back."""
        ...


@late_dataclass(frozen=True, slots=True)
class Succession:
    """Prepares a server's replacement; `command` starts the program anew."""

    connections: Callable[[], Connections]
    close_ports: Callable[[], Awaitable[None]]
    """Lets no more connections in."""
    save: Callable[[], Awaitable[Sequence[str]]]
    """Brings everything to disk; returns a sentence for each thing that cannot be."""
    say: Callable[[str], str]
    """Returns a sentence of the server by its key."""
    hand_over_bodies: Callable[[], Sequence[HandedBody]]
    """Returns the bodies that wait for their people."""
    hand_over_kept: Callable[[], Mapping[str, Any]] = dict
    """Returns what parts of the server keep of all together."""
    command: Sequence[str] = ()

    async def find_obstacle(self) -> str:
        """Return why the server cannot be renewed now; empty if it can."""
        if not can_hand_on():
            return "this system cannot hand sockets on"
        unsaved = await self.save()
        return unsaved[0] if unsaved else await find_obstacle(self.command or own_command())

    async def hand_over(
        self, listening: int, lock: int, tls: int | None, web: int | None
    ) -> Handover:
        """Stop all dialogues and return what the next program needs. Raises `OSError`."""
        connections = self.connections()
        # Who is asked to come again may do so at once: the next program answers.
        await self.close_ports()
        connections.broadcast(self.say("upgrade.begun"))
        connections.pause_all()
        await self.save()
        await self._drain(connections)
        # Connections first: a person whose connection cannot be carried leaves a body that waits.
        visits = connections.hand_over_all()
        bodies = self.hand_over_bodies()
        return Handover(listening, lock, visits, bodies, tls, web, self.hand_over_kept())

    @staticmethod
    async def _drain(connections: Connections) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + DRAIN_SECONDS
        # At least once: what was held back for a commit is shown in the turn after it.
        await asyncio.sleep(LOOK_SECONDS)
        while not connections.at_rest and loop.time() < end:  # noqa: ASYNC110  # sockets drain
            await asyncio.sleep(LOOK_SECONDS)
