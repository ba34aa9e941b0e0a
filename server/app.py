"""The whole program: the parts of `server.wiring`, joined, started and stopped.

Parts never import each other to find each other; they are given what they need.  Run-time
circles (a command that reloads the world in which it runs) are closed here, after
construction.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from agents.boundaries import Clock
from agents.clock import SystemClock
from agents.event_line import tell_event
from agents.mind.commands.admin_row import LateReply
from agents.models.profiles import SCENE
from late.late_pattern import compile_waiting
from server.command_rows import CommandParts, make_commands
from server.happening.timer import HappeningTimer
from server.logs.log import Log
from server.model_servers.choice import ModelChooser, list_places
from server.model_servers.offers import ModelOffers
from server.reload import Reloader
from server.reports.pace_report import render_pace
from server.stopping.deadline import Deadline
from server.stopping.stopping import Stopping
from server.upgrade.succession import Succession
from server.upgrade.upgrade import Place, Upgrade
from server.wiring.entrance import Entrance
from server.wiring.foundation import Foundation, Roots
from server.wiring.inhabitants import make_population
from server.wiring.known_people import open_known_people
from server.wiring.page import KEPT, open_page
from server.wiring.world_parts import open_world
from world.commands.command import Command
from world.trust.reports import reads_as_report
from world.verbs.claims import list_known_reports


class App:
    """One running server: `await start()`, then `begin_stop()` and await `stopping.stopped`."""

    def __init__(self, roots: Roots, log: Log, clock: Clock | None = None) -> None:
        self.roots = roots
        self.log = log
        self.base = Foundation(roots, log, clock or SystemClock(), lambda: self.reloader.settings)
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
        self.offers = ModelOffers(self.base.texts, self._make_chooser, self._reload_models)

    # --- starting ---------------------------------------------------------------------

    async def start(self) -> None:
        """Bring everything up and let the first connection in.

        Raises `StorageError` or `ModelRejected` if the vault's own files, or the settings of the
        models, cannot be used; then the caller must call `close`.
        """
        base = self.base
        self._open.callback(self.roots.lock.release)
        self.parts = await open_world(base, self._make_commands(), self._open)
        self.world = self.parts.world
        self.known = await open_known_people(base, self.world, self.parts.alerts, self._open)
        base.spending.load()
        self.reloader = self._make_reloader()
        self._open.push_async_callback(base.spending.save)
        self._open.push_async_callback(base.history.save)
        self._open.push_async_callback(base.models.close)
        self._open.push_async_callback(base.workers.close)
        self.reloader.report("world", self.parts.repairs)
        self.reloader.report("texts", [*map(str, base.texts.errors)])
        self.reloader.adopt_rooms()
        self.reloader.adopt_happenings()
        self._open.push_async_callback(self.reloader.population.close)
        # Loading weights blocks the process for a second or two, so it runs before anyone comes in.
        await self.reloader.settle_agents()
        self.reloader.warn()
        self._open.push_async_callback(base.background.close)
        await self._let_people_in()
        self.reloader.population.start()
        self._start_time()
        base.background.run(self._warm_up())
        base.background.run(self._offer_models())
        self.stopping.up.set()

    def _make_reloader(self) -> Reloader:
        base, parts, known = self.base, self.parts, self.known
        return Reloader(
            self.roots.options,
            self.roots.settings,
            base.texts,
            parts.world,
            parts.store,
            (known.entries.flush, known.notebooks.writer.flush, parts.story.chronicle.writer.save),
            known.accounts,
            base.models,
            make_population(base, parts, known.notebooks, lambda: self.entrance.gate),
            parts.happenings,
            self.log,
            base.tokens.load,
            self.roots.tls,
        )

    async def _let_people_in(self) -> None:
        """Listen for people, and print the ready line."""
        late = LateReply(self._notify, self.base.background)
        self.entrance = Entrance(
            self.base, self.parts, self.known, self.reloader, late, self._shut_down_soon
        )
        await self.entrance.removals.carry_out()
        self.entrance.open(self._open)
        self.base.background.run(self.entrance.removals.watch())
        self.page = open_page(
            self.base, self.parts, self.known, self.entrance, self.reloader, self._open
        )
        self.upgrade.announce()
        ready = self.place.describe(self.base.vault)
        web = self.roots.web
        more = f" web={web.url if web else 'off'}{self.entrance.ports.describe_tls()}"
        print(ready + more, flush=True)

    def _hand_over_kept(self) -> Mapping[str, Any]:
        page = self.page.hand_over() if self.page else {}
        return {**self.entrance.hand_over_kept(), **({KEPT: page} if page else {})}

    def _start_time(self) -> None:
        parts = self.parts
        timer = HappeningTimer(
            self.base.clock, parts.happenings, self.base.report_fault, parts.store
        )
        self._open.push_async_callback(timer.close)
        timer.start()

    async def _warm_up(self) -> None:
        """Load what the first `look` does not need: tokens, patterns, voices, recall indexes."""
        base = self.base
        if self.reloader.population.count():
            await asyncio.to_thread(base.tokens.load)
        await asyncio.to_thread(compile_waiting)
        # The first gesture would compile what it is compared with: 40 ms.
        await asyncio.to_thread(reads_as_report, "", *list_known_reports(self.world))
        await asyncio.to_thread(importlib.import_module, "wcwidth")
        if any(each.generation_params.prompting == SCENE for each in base.minds):
            await base.meanings.settle()
            for each in base.minds:
                each.voice.learn()
        await self.reloader.catch_up()
        await self.reloader.look_over()
        gc.freeze()  # what was loaded now stays to the end, so that no search for garbage visits it

    async def _offer_models(self) -> None:
        """Name the model servers of this machine in the log, unless one is in use already."""
        default = self.base.models.hub.profile()
        if default.provider.has_slots or default.provider.by_rule:
            for line in (await self.offers.describe_found()).splitlines():
                self.log(tell_event("models.found", f"[Models] {line}", what=line))

    # --- the command table ------------------------------------------------------------

    def _make_commands(self) -> Sequence[Command]:
        base = self.base
        return make_commands(
            CommandParts(
                base.minds, base.tokens, base.clock, base.rng,
                base.texts, base.background, self._notify,
                lambda person: self.known.notebooks.open(person),  # noqa: PLW0108  # made after the commands
                hub=lambda: base.models.hub,
                reloader=lambda: self.reloader,
                happenings=lambda: self.parts.happenings,
                describe_settings=self._show_settings,
                describe_pace=self._describe_pace,
                offers=lambda: self.offers,
                people=lambda: self.known.own,
                story=lambda: self.parts.story,
                upgrade=self.upgrade.begin,
                administration=lambda: self.entrance.administration,
            )
        )  # fmt: skip

    def _notify(self, character: int, text: str, kind: str) -> None:
        if self.world.thing(character) is not None:
            self.world.notify(character, text, kind)

    async def _reload_models(self) -> list[str]:
        return await self.reloader.reload_models()

    def _make_chooser(self) -> ModelChooser:
        places = list_places(self.reloader.settings.server.model_servers)
        return ModelChooser(self.roots.options.config, places, self.base.models.trial_resources)

    def _describe_pace(self) -> str:
        settings, gate = self.reloader.settings, self.entrance.gate
        return render_pace(self.base.texts, settings.agents, gate.last_alone)

    def _show_settings(self) -> str:
        where = f"telnet: {self.place.address}\nvault: {self.base.vault}"
        return f"{where}\n{self.reloader.describe_settings()}"

    # --- stopping ---------------------------------------------------------------------

    def _shut_down_soon(self, who: str) -> None:
        self.log(tell_event("server.shutdown", f"shutdown by {who}", who=who))
        self.roots.reactor.callLater(0.1, self.begin_stop)

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
