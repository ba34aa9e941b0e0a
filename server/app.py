"""The whole program: the parts of `server.wiring`, joined, started and stopped.

Parts never import each other to find each other; they are given what they need.  Run-time
circles (a command that reloads the world in which it runs) are closed here, after
construction.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from agents.boundaries import Clock
from agents.clock import SystemClock
from agents.event_line import tell_event
from agents.immediate_executor import without_threads
from agents.mind.commands.admin_row import LateReply
from server.happening.timer import HappeningTimer
from server.logs.log import Log
from server.reload import Reloader
from server.settings import Settings
from server.stopping.deadline import Deadline
from server.stopping.stopping import Stopping
from server.upgrade.succession import Succession
from server.upgrade.upgrade import Place, Upgrade
from server.web.serving.metrics_token import MetricsToken
from server.wiring.foundation import Foundation, Roots
from server.wiring.known_people import open_known_people
from server.wiring.world_parts import open_world

if TYPE_CHECKING:
    from server.web.serving.late import LatePage
    from server.wiring.late_parts import LateParts


class App:
    """One running server: `await start()`, then `begin_stop()` and await `stopping.stopped`."""

    def __init__(self, roots: Roots, log: Log, clock: Clock | None = None) -> None:
        self.roots = roots
        self.log = log
        self._late: LateParts | None = None
        self._is_peopled = asyncio.Event()
        """Set once commands and minds are there, and people are admitted."""
        self.base = Foundation(roots, log, clock or SystemClock(), self._find_settings)
        self.page: LatePage | None = None
        self._open = AsyncExitStack()
        self.stopping = Stopping(self._open, Deadline(self._list_unsaved), log)
        tls = roots.tls.listening if roots.tls else None
        web = roots.web.listening if roots.web else None
        self.place = Place(roots.listening, roots.lock, tls, web)
        succession = Succession(
            lambda: self.entrance.telnet, lambda: self.entrance.ports.close(),  # noqa: PLW0108  # made later
            self._save, self.base.texts.say,
            lambda: self.entrance.gate.hand_over_bodies(),  # noqa: PLW0108  # made later
            self._hand_over_kept,
        )  # fmt: skip
        self.upgrade = Upgrade(
            self.place, self.stopping, succession, self.base.clock, log, self._refuse_upgrade
        )

    # --- starting ---------------------------------------------------------------------

    async def start(self) -> None:
        """Bring everything up and let the first connection in.

        From the ready line on the system takes connections. They are greeted when Twisted is there,
        and what they send waits until commands and minds are there, too.

        Raises `StorageError` or `ModelRejected` if the vault's own files, or the settings of the
        models, cannot be used; then the caller must call `close`.
        """
        if not self.roots.threaded:
            self._open.enter_context(without_threads())
        self._open.callback(self.roots.lock.release)
        await self._open_world()
        inner = await self._open.enter_async_context(AsyncExitStack())
        self._open.push_async_callback(self.base.background.close)
        if self.roots.left is None:
            self.known.notebooks.sweep()
            if self.roots.web:
                MetricsToken(self.base.machine).make()  # what is wrong with it, the page tells
            self._print_ready()
        self._make_entrance()
        # Whoever is in the world already goes on at once, so then the minds come first.
        if self.roots.left is not None:
            await self._bring_minds(inner)
            self._let_people_in()
            self._print_ready()
        else:
            self._let_people_in()
            await self._bring_minds(inner)
        await self._begin_to_live()
        self.stopping.up.set()

    async def _open_world(self) -> None:
        base = self.base
        self.parts = await open_world(base, self._open)
        self.world = self.parts.world
        self.known = await open_known_people(base, self.world, self.parts.alerts, self._open)

    def _make_entrance(self) -> None:
        from server.wiring.entrance import Entrance  # noqa: PLC0415  # after the ready line

        late = LateReply(self._notify, self.base.background)
        self.entrance = Entrance(
            self.base, self.parts, self.known, lambda: self.reloader, late, self._shut_down_soon
        )

    async def _bring_minds(self, stack: AsyncExitStack) -> None:
        """Make commands, models and minds; their modules are imported beside the loop."""
        late = await asyncio.to_thread(importlib.import_module, "server.wiring.late_parts")
        made: LateParts = late.LateParts(
            self.base, self.parts, self.known, self.entrance, self._describe_place,
            self._notify, self.upgrade.begin,
        )  # fmt: skip
        self._late = made
        made.reloader.population.is_over = lambda: self.stopping.is_begun
        await made.settle(stack)

    def _let_people_in(self) -> None:
        """Greet those who connect, and wait for browsers."""
        from server.wiring.page import open_page  # noqa: PLC0415  # it imports the entrance

        self.entrance.open(self._open)
        self.page = open_page(
            self.base, self.parts, self.known, self.entrance, self._await_reloader, self._open
        )
        self.upgrade.announce()

    def _print_ready(self) -> None:
        tls, web = self.roots.tls, self.roots.web
        more = f" web={web.url if web else 'off'}{f' tls={tls.address}' if tls else ''}"
        print(self.place.describe(self.base.vault) + more, flush=True)

    async def _begin_to_live(self) -> None:
        """Admit those who have come, and let time pass and agents act."""
        await self.entrance.admit()
        self._is_peopled.set()
        self.reloader.population.start()
        self._start_time()
        late = self._find_late()
        self.base.background.run(late.warm_up())
        self.base.background.run(late.offer_models())

    def _find_late(self) -> LateParts:
        if self._late is None:
            raise RuntimeError("commands and minds were asked for before they were made")
        return self._late

    @property
    def reloader(self) -> Reloader:
        """What reads the vault and the settings again, once there are minds."""
        return self._find_late().reloader

    async def _await_reloader(self) -> Reloader:
        await self._is_peopled.wait()
        return self.reloader

    def _find_settings(self) -> Settings:
        return self._late.reloader.settings if self._late else self.roots.settings

    def _hand_over_kept(self) -> Mapping[str, Any]:
        from server.wiring.page import KEPT  # noqa: PLC0415  # it imports the entrance

        page = self.page.hand_over() if self.page else {}
        return {**self.entrance.hand_over_kept(), **({KEPT: page} if page else {})}

    def _start_time(self) -> None:
        parts = self.parts
        timer = HappeningTimer(
            self.base.clock, parts.happenings, self.base.report_fault, parts.store
        )
        self._open.push_async_callback(timer.close)
        timer.start()

    def _notify(self, character: int, text: str, kind: str) -> None:
        if self.world.thing(character) is not None:
            self.world.notify(character, text, kind)

    def _describe_place(self) -> str:
        return f"telnet: {self.place.address}\nvault: {self.base.vault}"

    # --- stopping ---------------------------------------------------------------------

    def _shut_down_soon(self, who: str) -> None:
        self.log(tell_event("server.shutdown", f"shutdown by {who}", who=who))
        self.base.reactor.callLater(0.1, self.begin_stop)

    def begin_stop(self) -> None:
        """Begin to stop, once, as soon as everything is up; see `Stopping`."""
        self.stopping.begin(lambda: self.parts.alerts.tell_unsaved(self._save))

    def _list_unsaved(self) -> list[str]:
        stores = (self.parts.store, self.known.entries, self.base.audit)
        unsaved = (line for each in stores for line in each.list_unsaved())
        return [*unsaved, *self.parts.alerts.list_open()]

    async def _save(self) -> list[str]:
        return await self.reloader.save()

    def _refuse_upgrade(self, who: str, why: str) -> None:
        self.world.tell_administrators(self.base.texts.say("upgrade.refused", who=who, why=why))
