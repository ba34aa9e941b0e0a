"""An upgrade, from the wish to the moment at which the new program can begin."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from pathlib import Path

from agents.boundaries import Clock
from agents.event_line import tell_event
from config.address import format_address
from late.late_dataclass import late_dataclass
from server.lock import VaultLock
from server.stopping.stopping import Stopping
from server.upgrade.handover import Handover
from server.upgrade.succession import Succession

HAND_OVER_SECONDS = 5.0
"""The longest that handing over may take; after that the server only stops."""


@late_dataclass(frozen=True, slots=True)
class Place:
    """What a server holds of the machine: its ports and a vault."""

    listening: socket.socket
    lock: VaultLock
    tls: socket.socket | None = None
    web: socket.socket | None = None

    @property
    def address(self) -> str:
        """Where people connect: ``HOST:PORT``."""
        host, port = self.listening.getsockname()[:2]
        return format_address(host, port)

    def describe(self, vault: Path) -> str:
        """Return the line that tells other programs that the server is ready."""
        return f"tarn ready telnet={self.address} vault={vault} pid={os.getpid()}"


class Upgrade:
    """Lets the program on the disk take the server's place, if it can.

    `tell` takes who wanted an upgrade, and why there is none.
    """

    def __init__(
        self,
        place: Place,
        stopping: Stopping,
        succession: Succession,
        clock: Clock,
        log: Callable[[str], None],
        tell: Callable[[str, str], None],
    ) -> None:
        self._place = place
        self._stopping = stopping
        self._succession = succession
        self._clock = clock
        self._log = log
        self._tell = tell
        self._born = clock.now().isoformat()
        self._trial: asyncio.Task[None] | None = None
        self.handover: Handover | None = None
        """What the next program gets, once it can begin; None: there is none."""

    def announce(self, **more: str) -> None:
        """Write into the vault's lock where people connect, and since when this program runs.

        `more` answers who asks for an upgrade: ``refused``, or ``begun``.
        """
        self._place.lock.announce(self._place.address, started=self._born, **more)

    def begin(self, who: str = "a signal") -> None:
        """Try the program, and let it take over."""
        if self._trial is None or self._trial.done():
            self._trial = asyncio.ensure_future(self._try(who))

    async def _try(self, who: str) -> None:
        await self._stopping.up.wait()
        obstacle = await self._succession.find_obstacle()
        if obstacle:
            line = f"[Upgrade] asked for by {who}, refused: {obstacle}"
            self._log(tell_event("upgrade.refused", line, "warning", who=who, why=obstacle))
            self._tell(who, obstacle)
            self.announce(refused=f"{obstacle} ({self._clock.now().isoformat()})")
        else:
            line = f"[Upgrade] asked for by {who}: the program on the disk takes over"
            self._log(tell_event("upgrade.begun", line, who=who))
            self._stopping.begin(self._hand_over, HAND_OVER_SECONDS)
            # Comes second: a disk that takes no answer does not keep the program from taking over.
            self.announce(begun=self._clock.now().isoformat())

    async def _hand_over(self) -> None:
        place = self._place
        self.handover = await self._succession.hand_over(
            place.listening.fileno(),
            place.lock.keep(),
            *(each.fileno() if each else None for each in (place.tls, place.web)),
        )
