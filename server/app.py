"""The whole program: everything is built and wired here, and nowhere else.

Parts never import each other to find each other; they are handed what they need.  Run-time
circles (a command that reloads the world in which it runs) are closed here, after
construction.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from agents.boundaries import ModelError
from agents.clock import SystemClock
from agents.memory.records import Experience
from agents.memory.tokens import TiktokenCounter
from agents.mind.admin_verbs import AdminVerbs
from agents.mind.agent import Agent
from agents.mind.errands import Errands
from agents.mind.minds import Minds
from agents.mind.model_verbs import ModelVerbs
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.recording import is_searchable
from agents.mind.self_verbs import SelfVerbs
from agents.mind.surroundings import Surroundings
from agents.mind.watch import WatchHub
from config.address import format_address
from config.errors import ConfigError
from server.accounts import StoredAccounts
from server.gate import WorldGate
from server.lock import MACHINE_FOLDER, VaultLock
from server.models import Models
from server.options import CHECKOUT, Options
from server.population import Population
from server.settings import Settings, read_settings
from server.storage.world import WorldStore
from server.telnet.factory import TelnetFactory
from server.telnet.limits import Limits
from server.verbs import ServerVerbs
from world.commands import Command
from world.names import check_name, vault_path
from world.rooms import read_rooms
from world.table import CommandTable
from world.texts import Texts
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

STARTER = CHECKOUT / "vault"
#: How long a shutdown may take in all (seconds) before the process ends regardless.
SHUTDOWN_SECONDS = 10.0


def say_to_log(line: str) -> None:
    """Write one event as one line to standard error."""
    print(line, file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Roots:
    """Where a server gets what is not in its vault: options, port, reactor."""

    options: Options
    settings: Settings
    listening: socket.socket
    lock: VaultLock
    reactor: Any
    """Twisted's asyncio reactor; its interfaces are for run time only."""


class App:
    """One running server. `await App.start(…)`, later `await stop()`."""

    def __init__(self, roots: Roots, log: Callable[[str], None] = say_to_log) -> None:
        self.roots = roots
        self.settings = roots.settings
        self.vault = roots.options.vault
        self.log = log
        self.clock = SystemClock()
        self.rng = random.Random()
        self.texts = Texts.load(self._text_folders())
        self.errands = Errands(log)
        self.minds = Minds()
        self.watching = WatchHub(log)
        self.tokens = TiktokenCounter()
        self.models = Models(
            self.machine / "models", dict(os.environ), clock=self.clock, rng=self.rng, log=log
        )
        self._up = asyncio.Event()
        self.stopped = asyncio.Event()
        self._stopping = False

    @property
    def machine(self) -> Path:
        """The machine's own folder in the vault."""
        return self.vault / MACHINE_FOLDER

    @property
    def address(self) -> str:
        """Where people connect: ``HOST:PORT``."""
        host, port = self.roots.listening.getsockname()[:2]
        return format_address(host, port)

    # --- starting ---------------------------------------------------------------------

    async def start(self) -> None:
        """Bring everything up and let the first connection in.

        Raises `StorageError` or `ModelRejected` when the vault's own files, or the settings of
        the models, cannot be worked with.
        """
        self.store = await WorldStore.open(self.machine / "world.sqlite", self.clock)
        self.world = World(
            CommandTable(self._rows()), self.texts, self.store, on_error=self._world_error
        )
        self._report(self.world.load(await self.store.load()))
        self._report([str(error) for error in self.texts.errors])
        self._adopt_rooms()
        self.accounts = await self._open_accounts()
        await self._settle_agents()
        # Loading weights holds the whole process up for a second or two: nobody is here yet.
        await self._load_models()
        self._open_door()
        self._let_in()
        self.population.start()
        self.errands.run(self._warm_up())
        self._up.set()

    def _open_door(self) -> None:
        self.gate = WorldGate(
            self.world,
            self.minds,
            self.store,
            seconds=self.roots.reactor.seconds,
            release_guest=self.accounts.release_guest,
            left=self.watching.forget,
        )
        self.gate.sweep()
        limits = self.settings.server.limits
        self.telnet = TelnetFactory(
            self.roots.reactor,
            self.gate,
            self.accounts,
            self.texts,
            limits=Limits(**{f.name: getattr(limits, f.name) for f in fields(limits)}),
            log=self.log,
            spawn=self.errands.run,
        )

    def _let_in(self) -> None:
        listening = self.roots.listening
        self.port: Any = self.roots.reactor.adoptStreamPort(
            listening.fileno(), listening.family, self.telnet
        )
        self.roots.lock.announce(self.address)
        print(f"tarn ready telnet={self.address} vault={self.vault} pid={os.getpid()}", flush=True)

    async def _warm_up(self) -> None:
        """What need not be ready for the first `look`: token ranks and recall indexes."""
        # Counting begins with an agent's first turn, and would hold everybody up for 0.1 s.
        await asyncio.to_thread(self.tokens.load)
        for agent in self.minds:
            await agent.recall.catch_up(_searchable_of(agent))

    async def _load_models(self) -> None:
        """Load what is embedded; without a model the world goes on, and says so."""
        try:
            await self.models.hub.load()
        except ModelError as error:
            self.log(f"[Models] {error}")

    async def _open_accounts(self) -> StoredAccounts:
        allowed = self.settings.server.accounts
        return await StoredAccounts.open(
            self.machine / "accounts.sqlite",
            check=self._check_person,
            say=self.texts.say,
            clock=self.clock,
            guests=allowed.guests,
            creation=allowed.creation,
        )

    def _check_person(self, name: str) -> str:
        taken = [character.name for character in self.world.characters()]
        return check_name(name, taken=taken, commands=self.world.table.words())

    # --- the command table ------------------------------------------------------------

    def _rows(self) -> Sequence[Command]:
        self_verbs = SelfVerbs(self.minds, self._notebook, self._write_persona, self.rng)
        admin_verbs = AdminVerbs(
            self.minds,
            self.watching,
            self.tokens,
            self.clock,
            self._notify,
            self._rewrite,
            lambda agent: str(self.population.path_of(agent)),
            self.errands,
        )
        model_verbs = ModelVerbs(lambda: self.models.hub, self.minds, self._notify, self.errands)
        server_verbs = ServerVerbs(
            self.texts,
            self.save,
            self.reload,
            self._shown_settings,
            self._shut_down_soon,
            self._notify,
            self.errands,
        )
        own = [*self_verbs.rows(), *admin_verbs.rows(), *model_verbs.rows(), *server_verbs.rows()]
        return [*WORLD_COMMANDS, *own]

    def _notify(self, character: int, text: str, kind: str) -> None:
        if self.world.thing(character) is not None:
            self.world.notify(character, text, kind)

    def _notebook(self, person: str) -> NoteBook:
        return NoteBook(vault_path(self.vault, "people", person, "notes"), self.clock)

    def _rewrite(self, agent: Agent, profile: Profile) -> None:
        self.population.rewrite(agent, profile)

    def _write_persona(self, agent: Agent, persona: str) -> None:
        self._rewrite(agent, replace(agent.profile, persona=persona))

    # --- agents, rooms, texts ---------------------------------------------------------

    async def _settle_agents(self) -> None:
        table = self.world.table
        self.population = Population(
            self.vault,
            self.world,
            self.minds,
            Surroundings(
                body=self.world,
                texts=self.texts,
                commands=[row for row in table.for_mind("agent") if row.offered],
                allowed=[row.name for row in table.for_mind("agent") if row.name[0] == "@"],
                tokens=self.tokens,
                clock=self.clock,
                watch=self.watching,
                log=self.log,
                asker=self.models.asker,
                asking=self.models.asking,
            ),
            lambda: self.models.hub,
            lambda: self.settings,
            self.rng,
        )
        await self.models.settle(self.settings.llm, self.population.count())
        self._report(await self.population.settle())

    def _adopt_rooms(self) -> list[str]:
        notes, errors = read_rooms(self.vault / "world")
        wrong = [str(error) for error in errors]
        return self._report([*wrong, *self.world.adopt(notes)])

    def _text_folders(self) -> Sequence[Path]:
        return (STARTER / "text", self.vault / "text")

    def _report(self, lines: Sequence[str]) -> list[str]:
        for line in lines:
            self.log(f"[Vault] {line}")
        return list(lines)

    def _world_error(self, error: BaseException, what: str) -> None:
        self.log(f"[World] {what}: {error!r}")

    # --- while it runs ----------------------------------------------------------------

    async def save(self) -> None:
        """Return when everything that happened is on disk. Raises `StorageError`, `OSError`."""
        await self.store.flush()
        for agent in self.minds:
            await agent.memory.sync()

    async def reload(self) -> list[str]:
        """Read everything again; what is broken stays as it was. Returns what is to be told."""
        told = [*self._reload_settings()]
        told += self._wrong([str(error) for error in self.texts.replace_by(self._fresh_texts())])
        told += self._wrong(self._adopt_rooms())
        if await self.models.settle(self.settings.llm, self.population.count()):
            await self._load_models()
        told += self._wrong(self._report(await self.population.settle()))
        for agent in self.minds:
            told += [
                self.texts.say("reload.report", what=line) for line in agent.memory.adopt_edits()
            ]
            self.errands.run(agent.recall.catch_up(_searchable_of(agent)))
        told.append(self._counts())
        return told

    def _reload_settings(self) -> list[str]:
        try:
            self.settings = read_settings(self.roots.options.config, self.vault)
        except ConfigError as error:
            return self._wrong(str(error).splitlines())
        allowed = self.settings.server.accounts
        self.accounts.allow(guests=allowed.guests, creation=allowed.creation)
        return []

    def _fresh_texts(self) -> Texts:
        return Texts.load(self._text_folders())

    def _wrong(self, lines: Sequence[str]) -> list[str]:
        return [self.texts.say("reload.wrong", what=line) for line in lines]

    def _counts(self) -> str:
        return self.texts.say(
            "reload.done",
            rooms=len(self.world.rooms()),
            agents=len(self.minds),
            sentences=len(self.texts.keys()),
        )

    def _shown_settings(self) -> str:
        lines = [f"telnet: {self.address}", f"vault: {self.vault}"]
        for name in ("server", "llm", "compaction", "agents"):
            lines += _shown(name, getattr(self.settings, name))
        return "\n".join(lines)

    # --- stopping ---------------------------------------------------------------------

    def _shut_down_soon(self, who: str) -> None:
        self.log(f"shutdown by {who}")
        self.roots.reactor.callLater(0.1, self.begin_stop)

    def begin_stop(self) -> None:
        """Begin to stop, once, as soon as everything is up; `stopped` is set at the end."""
        if not self._stopping:
            self._stopping = True
            self._end = asyncio.ensure_future(self._stop())

    async def _stop(self) -> None:
        # What is half up cannot be put away.
        await self._up.wait()
        try:
            await asyncio.wait_for(self.stop(), SHUTDOWN_SECONDS)
        except Exception as error:
            self.log(f"shutdown was not clean: {error!r}")
        self.stopped.set()

    async def stop(self) -> None:
        """Say goodbye, put every mind away, write everything out, let go of the vault."""
        loop = asyncio.get_running_loop()
        await _awaited(self.port.stopListening(), loop)
        goodbye = self.texts.say("shutdown.goodbye")
        await _awaited(self.telnet.close_all(goodbye), loop)
        await self.errands.close()
        await self.population.close()
        await self.models.close()
        await self.accounts.close()
        await self.store.close()
        self.roots.lock.release()


async def _awaited(result: Any, loop: asyncio.AbstractEventLoop) -> None:
    """Await what Twisted returned: a Deferred, or nothing."""
    if result is not None:
        await result.asFuture(loop)


def _searchable_of(agent: Agent) -> Callable[[int], Iterator[Experience]]:
    """The memories behind a number that recall may find."""
    return lambda after: filter(is_searchable, agent.memory.experiences(after))


def _shown(name: str, value: object) -> Iterator[str]:
    """A settings object as lines of ``name.key: value``."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _shown(f"{name}.{key}", inner)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _shown(f"{name}.{field.name}", getattr(value, field.name))
    else:
        yield f"{name}: {value}"
