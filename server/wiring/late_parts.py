"""What comes after the ready line: commands, models and minds.

What this module imports is half of the program, and the settling of agents reads the ends of
their archives. So `server.app` imports it in a thread when people are greeted already; they are
admitted once `settle` has returned (decision 109).
"""

from __future__ import annotations

import asyncio
import gc
import importlib
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

import argon2  # noqa: F401  # so that no password waits for it

from agents.event_line import tell_event
from agents.mind.commands.admin_row import Notify
from agents.models.profiles import SCENE
from agents.rests import Rests
from late.late_pattern import compile_waiting
from server.command_rows import CommandParts, make_commands
from server.model_servers.choice import ModelChooser, list_places
from server.model_servers.offers import ModelOffers
from server.reload import Reloader
from server.reports.pace_report import render_pace
from server.wiring.entrance import Entrance
from server.wiring.foundation import Foundation
from server.wiring.inhabitants import make_population
from server.wiring.known_people import KnownPeople
from server.wiring.world_parts import WorldParts
from world.commands.command import Command
from world.commands.table import CommandTable
from world.trust.reports import reads_as_report
from world.verbs.claims import list_known_reports


class LateParts:
    """The commands, the models and the minds of a world that is loaded.

    `describe_place` returns lines on where the server listens; `upgrade` begins one.
    """

    def __init__(
        self,
        base: Foundation,
        parts: WorldParts,
        known: KnownPeople,
        entrance: Entrance,
        describe_place: Callable[[], str],
        notify: Notify,
        upgrade: Callable[[str], None],
    ) -> None:
        self._base, self._parts, self._known, self._entrance = base, parts, known, entrance
        self._describe_place, self._notify, self._begin_upgrade = describe_place, notify, upgrade
        self._offers = ModelOffers(base.texts, self._make_chooser, self._reload_models)
        parts.world.table = CommandTable(self._make_commands())
        self.reloader = self._make_reloader()

    async def settle(self, stack: AsyncExitStack) -> None:
        """Bring models and agents in step with the vault; `stack` gets their closing.

        Raises `StorageError` or `ModelRejected` if the vault's own files, or the settings of the
        models, cannot be used.
        """
        base, reloader = self._base, self.reloader
        base.spending.watch = base.history.watch = self._parts.alerts
        base.spending.load()
        stack.push_async_callback(base.spending.save)
        stack.push_async_callback(base.history.save)
        stack.push_async_callback(base.models.close)
        stack.push_async_callback(base.workers.close)
        reloader.adopt_happenings()
        stack.push_async_callback(reloader.population.close)
        # Loading weights blocks the process for a second or two, so it runs before anyone comes in.
        await reloader.settle_agents()
        reloader.warn()

    def _make_reloader(self) -> Reloader:
        base, parts, known = self._base, self._parts, self._known
        return Reloader(
            base.roots.options,
            base.roots.settings,
            base.texts,
            parts.world,
            parts.store,
            (known.entries.flush, known.notebooks.writer.flush, parts.story.chronicle.writer.save),
            known.accounts,
            base.models,
            make_population(base, parts, known.notebooks, lambda: self._entrance.gate),
            parts.happenings,
            base.log,
            base.tokens.load,
            base.roots.tls,
            parts.rooms,
        )

    async def warm_up(self) -> None:
        """Load what the first `look` does not need: tokens, patterns, voices, recall indexes."""
        base = self._base
        if self.reloader.population.count():
            await asyncio.to_thread(base.tokens.load)
        rests = Rests(lambda: self._entrance.gate.people > 0)
        await asyncio.to_thread(compile_waiting, rests.take)
        # The first gesture would compile what it is compared with: 40 ms.
        await asyncio.to_thread(reads_as_report, "", *list_known_reports(self._parts.world))
        await asyncio.to_thread(importlib.import_module, "wcwidth")
        if any(each.generation_params.prompting == SCENE for each in base.minds):
            await base.meanings.settle()
            for each in base.minds:
                each.voice.learn()
                await asyncio.sleep(0)  # each lists the thousands of lines of its voice
        await self.reloader.catch_up()
        await self.reloader.look_over()
        gc.freeze()  # what was loaded now stays to the end, so that no search for garbage visits it

    async def offer_models(self) -> None:
        """Name the model servers of this machine in the log, unless one is in use already."""
        if not self._base.models.hub.profile().has_server:
            for line in (await self._offers.describe_found()).splitlines():
                self._base.log(tell_event("models.found", f"[Models] {line}", what=line))

    # --- the command table ------------------------------------------------------------

    def _make_commands(self) -> Sequence[Command]:
        base, known = self._base, self._known
        return make_commands(
            CommandParts(
                base.minds, base.tokens, base.clock, base.rng,
                base.texts, base.background, base.checks, self._notify, known.notebooks.open,
                hub=lambda: base.models.hub,
                reloader=lambda: self.reloader,
                happenings=lambda: self._parts.happenings,
                describe_settings=self._show_settings,
                describe_pace=self._describe_pace,
                offers=lambda: self._offers,
                people=lambda: known.own,
                story=lambda: self._parts.story,
                upgrade=self._begin_upgrade,
                administration=lambda: self._entrance.administration,
            )
        )  # fmt: skip

    async def _reload_models(self) -> list[str]:
        return await self.reloader.reload_models()

    def _make_chooser(self) -> ModelChooser:
        base = self._base
        places = list_places(base.settings().server.model_servers)
        return ModelChooser(base.roots.options.config, places, base.models.trial_resources)

    def _describe_pace(self) -> str:
        settings, gate = self._base.settings(), self._entrance.gate
        return render_pace(self._base.texts, settings.agents, gate.last_alone)

    def _show_settings(self) -> str:
        return f"{self._describe_place()}\n{self.reloader.describe_settings()}"
