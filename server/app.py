"""The whole program: all parts are built and wired here, and nowhere else.

Parts never import each other to find each other; they are given what they need.  Run-time
circles (a command that reloads the world in which it runs) are closed here, after
construction.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.boundaries import Clock
from agents.clock import SystemClock
from agents.meaning import LateMeanings
from agents.memory.core.tokens import TiktokenCounter
from agents.mind.agent_context import AgentContext
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.admin_row import LateReply
from agents.mind.minds import Minds
from agents.mind.watch import WatchHub
from agents.models.profiles import SCENE
from server.accounts import StoredAccounts
from server.administration.administration import Administration, administer
from server.administration.audit import AuditLog, RestrainedRecord
from server.arguments import Options
from server.boundaries import Role
from server.budgets.budgets import Budgets
from server.command_rows import CommandParts, make_commands
from server.gate import WorldGate
from server.happening.timer import HappeningTimer
from server.happening.world_clock import WorldClock
from server.lock import MACHINE_FOLDER, VaultLock
from server.logs.log import Log
from server.model_hub_factory import ModelHubFactory
from server.model_servers.choice import ModelChooser, list_places
from server.model_servers.offers import ModelOffers
from server.people.notebooks import Notebooks
from server.people.opening import join_people, open_people
from server.personas.keeper import keep_personas
from server.population import Population
from server.reload import Reloader, load_texts
from server.reports.game_listing import GameListing, Headcount
from server.reports.pace_report import render_pace
from server.settings import Settings
from server.stopping.deadline import Deadline
from server.stopping.stopping import Stopping
from server.storage.alerts import StorageAlerts
from server.storage.world import WorldStore
from server.telnet.carrying import adopt_visits
from server.telnet.factory import TelnetFactory
from server.tls.port import TlsPort
from server.tls.ports import OpenPorts, await_twisted
from server.upgrade.handover import HandedVisit
from server.upgrade.succession import Succession
from server.upgrade.upgrade import Place, Upgrade
from server.watching.story import open_story
from world.commands.command import Command
from world.commands.table import CommandTable
from world.happenings.engine import HappeningEngine
from world.names import check_name
from world.trust.looks import check_unmistakable
from world.world import World


@dataclass(frozen=True, slots=True)
class Roots:
    """What a server needs besides its vault: options, settings, port, lock, reactor."""

    options: Options
    settings: Settings
    listening: socket.socket
    lock: VaultLock
    reactor: Any
    """Twisted's asyncio reactor; its interfaces are for run time only."""
    visits: Sequence[HandedVisit] = ()
    """The connections that the program before this one has left."""
    tls: TlsPort | None = None


class App:
    """One running server: `await start()`, then `begin_stop()` and await `stopping.stopped`."""

    def __init__(self, roots: Roots, log: Log, clock: Clock | None = None) -> None:
        self.roots = roots
        self.vault = roots.options.vault
        self.log = log
        self.clock: Clock = clock or SystemClock()
        self.rng = random.Random()
        self.texts = load_texts(self.vault)
        self.world_clock = WorldClock(self.clock, lambda: self.reloader.settings.world)
        self.background = BackgroundTasks(log)
        self.minds = Minds()
        self.watching = WatchHub(log)
        self.audit = AuditLog(self.machine, self.clock, log)
        self.tokens = TiktokenCounter()
        self.meanings = LateMeanings(self.background.run, log)
        self.models = ModelHubFactory(
            self.machine / "models", dict(os.environ), clock=self.clock, rng=self.rng, log=log
        )
        self.budgets = Budgets(
            lambda: self.reloader.settings.server.budgets, self.clock.monotonic, self.texts
        )
        self.ports = OpenPorts(roots.reactor, roots.listening, roots.tls)
        self.offers = ModelOffers(self.texts, self._make_chooser, self._reload_models)
        self._open = AsyncExitStack()
        self.stopping = Stopping(self._open, Deadline(self._list_unsaved), log)
        self.place = Place(roots.listening, roots.lock)
        succession = Succession(lambda: self.telnet, self._save, self.texts.say)
        self.upgrade = Upgrade(
            self.place, self.stopping, succession, self.clock, log, self._refuse_upgrade
        )

    @property
    def machine(self) -> Path:
        """The machine's own folder in the vault."""
        return self.vault / MACHINE_FOLDER

    # --- starting ---------------------------------------------------------------------

    async def start(self) -> None:
        """Bring everything up and let the first connection in.

        Raises `StorageError` or `ModelRejected` if the vault's own files, or the settings of the
        models, cannot be used; then the caller must call `close`.
        """
        self._open.callback(self.roots.lock.release)
        repairs = await self._open_world()
        self.accounts = await self._open_accounts()
        self._open.push_async_callback(self.accounts.close)
        await self._open_people()
        self.reloader = self._make_reloader()
        self._open.push_async_callback(self.models.close)
        self.reloader.report([*repairs, *map(str, self.texts.errors)])
        self.reloader.adopt_rooms()
        self.reloader.adopt_happenings()
        self._open.push_async_callback(self.reloader.population.close)
        # Loading weights blocks the process for a second or two, so it runs before anyone comes in.
        await self.reloader.settle_agents()
        self.reloader.warn()
        self._open.push_async_callback(self.background.close)
        self._open_door()
        self.reloader.population.start()
        timer = HappeningTimer(self.clock, self.happenings, self._world_error, self.store)
        self._open.push_async_callback(timer.close)
        timer.start()
        self.background.run(self._warm_up())
        self.background.run(self._offer_models())
        self.stopping.up.set()

    async def _open_world(self) -> list[str]:
        """Open the store and make the world of it; return a line for each repair."""
        self.store = await WorldStore.open(self.machine / "world.sqlite", self.clock)
        self._open.push_async_callback(self.store.close)
        self.world = World(
            CommandTable(self._make_commands()),
            self.texts,
            self.store,
            on_error=self._world_error,
            time=self.world_clock.tell,
        )
        self.happenings = HappeningEngine(self.world, lambda: self.world_clock.calendar)
        self.world.on_deed = self.happenings.notice
        self.story = open_story(
            self.world, self.vault, self.clock, lambda: self.reloader.settings.server,
            self.watching, self.log,
        )  # fmt: skip
        self._open.push_async_callback(self.story.chronicle.close)
        self.alerts = StorageAlerts(self.world)
        self.store.watch(self.alerts)
        return self.world.load(await self.store.load())

    def _make_reloader(self) -> Reloader:
        options, settings = self.roots.options, self.roots.settings
        population = Population(
            self.vault,
            self.world,
            self.minds,
            self._agent_context(),
            lambda: self.models.hub,
            lambda: self.reloader.settings,
            self.rng,
            keep_personas(self.vault, self.clock, self.world, self.audit.record, self.log),
            storage=self.alerts,
            make_notebook=self.notebooks.make,
            forget_trouble=self.alerts.forget,
        )
        return Reloader(
            options,
            settings,
            self.texts,
            self.world,
            self.store,
            self.accounts,
            self.models,
            population,
            self.happenings,
            self.background,
            self.log,
            self.roots.tls,
        )

    def _agent_context(self) -> AgentContext:
        usable = self.world.table.for_mind("agent")
        return AgentContext(
            body=self.world,
            texts=self.texts,
            commands=usable,
            allowed=[row.name for row in usable if row.name[0] == "@"],
            tokens=self.tokens,
            clock=self.clock,
            watch=self.watching,
            log=self.log,
            model_client=self.models.model_client,
            generation_params=self.models.generation_params,
            announce=self.world.announce,
            hour=self.world.tell_phase,
            meanings=self.meanings,
            alone=lambda: self.gate.alone_seconds,
            may_wake=lambda person: self.gate.may_wake(person),  # noqa: PLW0108  # made later
        )

    async def _open_accounts(self) -> StoredAccounts:
        allowed = self.roots.settings.server.accounts
        return await StoredAccounts.open(
            self.machine / "accounts.sqlite",
            check=self._check_person,
            say=self.texts.say,
            clock=self.clock,
            guests=allowed.guests,
            creation=allowed.creation,
            new_role=Role(allowed.new_role),
            lived_in=any(self.vault.glob("agents/*/archive/*.jsonl")),
        )

    async def _open_people(self) -> None:
        entries = await open_people(self.machine, self.clock, self.log)
        self._open.push_async_callback(entries.close)
        limits, reactor = self.roots.settings.server.limits, self.roots.reactor
        self.own = join_people(entries, self.world, self.clock, reactor, limits)
        self.own.allow_passwords(self.accounts, self.audit.record)
        self.notebooks = Notebooks(self.vault, self.machine, self.world, self.clock)
        self._open.push_async_callback(self.notebooks.writer.flush)

    def _check_person(self, name: str) -> str:
        taken = [character.name for character in self.world.characters()]
        name = check_name(name, taken=taken, commands=self.world.table.words())
        return check_unmistakable(name, taken)

    def _world_error(self, error: BaseException, what: str) -> None:
        self.log.event("world.fault", "error", f"{what}: {error!r}")

    # --- the door ---------------------------------------------------------------------

    def _open_door(self) -> None:
        """Listen for people, and print the ready line."""
        self.gate = WorldGate(
            self.world,
            self.minds,
            self.store,
            self.own.people,
            self.notebooks,
            seconds=self.roots.reactor.seconds,
            release_guest=self.notebooks.forget,
            left=self.story.forget,
            budgets=self.budgets,
            entered=self._greet,
            record=self.audit.record,
            clock=self.clock,
        )
        self.administration = self._administer()
        self.gate.carry_guests()
        self.story.open_gate(self.gate)
        telnet = self.telnet = self._telnet()
        adopt_visits(self.roots.reactor, self.roots.visits, telnet.resume)
        self.gate.sweep()
        self.notebooks.sweep()
        self._open.push_async_callback(self._close_telnet, telnet)
        self._open.push_async_callback(self.ports.close)
        self.ports.open(telnet)
        self.upgrade.announce()
        print(self.place.describe(self.vault) + self.ports.describe_tls(), flush=True)

    def _administer(self) -> Administration:
        made = administer(
            self.world, self.gate, self.accounts, self.audit, self.clock,
            LateReply(self._notify, self.background), lambda: self.models.hub,
            lambda: self.store.health.last_error or self.alerts.describe(),
            lambda: self.reloader, self._shut_down_soon,
            entries=self.own.people.entries, log=self.log,
        )  # fmt: skip
        self._open.callback(made.close)
        return made

    def _greet(self, person: int) -> None:
        self.alerts.greet(person)
        self.reloader.population.quicken(person)
        self.reloader.population.welcome(person)

    def _telnet(self) -> TelnetFactory:
        return TelnetFactory(
            self.roots.reactor, self.gate, self.accounts, self.texts,
            limits=self.roots.settings.server.limits, log=self.log,
            spawn=self.background.run,
            find_ban=self.administration.enforcement.find_ban,
            record=RestrainedRecord(self.audit.record, self.roots.reactor.seconds),
            report=GameListing(
                lambda: self.reloader.settings.server.listing,
                lambda: Headcount(self.gate.people, len(self.minds), len(self.world.rooms())),
                self.clock.now(), self.ports.numbers,
            ).describe,
        )  # fmt: skip

    async def _warm_up(self) -> None:
        """Load what the first `look` does not need: token ranks and recall indexes."""
        # An agent's first turn counts tokens; loading the ranks then would block all for 0.1 s.
        if self.minds:
            await asyncio.to_thread(self.tokens.load)
        if any(each.generation_params.prompting == SCENE for each in self.minds):
            self.meanings.begin()
        await self.reloader.catch_up()
        await self.reloader.look_over()

    async def _offer_models(self) -> None:
        """Name the model servers of this machine in the log, unless one is in use already."""
        default = self.models.hub.profile()
        if default.provider.has_slots or default.provider.by_rule:
            for line in (await self.offers.describe_found()).splitlines():
                self.log(f"[Models] {line}")

    # --- the command table ------------------------------------------------------------

    def _make_commands(self) -> Sequence[Command]:
        return make_commands(
            CommandParts(
                self.minds, self.tokens, self.clock, self.rng,
                self.texts, self.background, self._notify,
                lambda person: self.notebooks.open(person),  # noqa: PLW0108  # made after the commands
                hub=lambda: self.models.hub,
                reloader=lambda: self.reloader,
                happenings=lambda: self.happenings,
                describe_settings=self._show_settings,
                describe_pace=self._describe_pace,
                offers=lambda: self.offers,
                people=lambda: self.own,
                story=lambda: self.story,
                upgrade=self.upgrade.begin,
                administration=lambda: self.administration,
            )
        )  # fmt: skip

    def _notify(self, character: int, text: str, kind: str) -> None:
        if self.world.thing(character) is not None:
            self.world.notify(character, text, kind)

    async def _reload_models(self) -> list[str]:
        return await self.reloader.reload_models()

    def _make_chooser(self) -> ModelChooser:
        places = list_places(self.reloader.settings.server.model_servers)
        return ModelChooser(self.roots.options.config, places, self.models.trial_resources)

    def _describe_pace(self) -> str:
        return render_pace(self.texts, self.reloader.settings.agents, self.gate.last_alone)

    def _show_settings(self) -> str:
        where = f"telnet: {self.place.address}\nvault: {self.vault}"
        return f"{where}\n{self.reloader.describe_settings()}"

    # --- stopping ---------------------------------------------------------------------

    def _shut_down_soon(self, who: str) -> None:
        self.log(f"shutdown by {who}")
        self.roots.reactor.callLater(0.1, self.begin_stop)

    def begin_stop(self) -> None:
        """Begin to stop, once, as soon as everything is up; see `Stopping`."""
        self.stopping.begin(lambda: self.alerts.tell_unsaved(self._save))

    def _list_unsaved(self) -> list[str]:
        return [*self.store.list_unsaved(), *self.alerts.list_open()]

    async def _save(self) -> list[str]:
        return await self.reloader.save()

    def _refuse_upgrade(self, who: str, why: str) -> None:
        self.world.tell_administrators(self.texts.say("upgrade.refused", who=who, why=why))

    async def _close_telnet(self, telnet: TelnetFactory) -> None:
        # First, so that nobody who goes is shown how all the others go.
        self.gate.put_all_to_sleep()
        await await_twisted(telnet.close_all(self.texts.say("shutdown.goodbye")))
