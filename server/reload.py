"""Reads the vault and the settings, at start and at ``@reload``, and saves.

Errors in a file are reported, and its last good version stays in force.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from agents.boundaries import ModelError, ModelRejected
from agents.event_line import tell_event
from agents.prose import cut_text, one_line
from config.errors import ConfigError
from late.late_dataclass import late_dataclass
from server.accounts import StoredAccounts
from server.arguments import Options
from server.boundaries import Role
from server.logs.event import tell_vault_event
from server.personas.settled import AgentsSettled
from server.reports.changes import LoadedFiles, describe_changes
from server.reports.setting_list import describe_settings, list_settings
from server.settings import Settings, check_settings, read_settings
from server.starter_files import starter_vault
from server.storage.database import StorageError
from server.storage.world import WorldStore
from world.happenings.engine import HappeningEngine
from world.happenings.lore import gather_lore
from world.happenings.reading import HappeningsReading, read_happenings
from world.vault.note_parts import Replaced
from world.vault.note_sync import DIGEST
from world.vault.oversights import (
    find_ignored_notes,
    find_misplaced,
    find_unreachable,
    find_without_note,
)
from world.vault.rooms import RoomsRead, read_rooms
from world.vault.texts import Texts
from world.world import World

if TYPE_CHECKING:
    from agents.models.profiles import ModelProfiles
    from server.model_hub_factory import ModelHubFactory
    from server.population import Population
    from server.tls.port import TlsPort

#: The sentences of the program; a vault's own override them one by one.
SHIPPED_TEXTS = starter_vault() / "text"


#: So much of what was made in play a reload shows; the log has all of it.
SHOWN_CHARACTERS = 200


def load_texts(vault: Path) -> Texts:
    """Return the sentences and pages in force for `vault`; see `Texts.load`."""
    return Texts.load((SHIPPED_TEXTS, vault / "text"))


def report_vault(log: Callable[[str], None], part: str, lines: Iterable[str]) -> list[str]:
    """Log each line as an event of a part of the vault, such as its rooms; return them."""
    told = list(lines)
    for line in told:
        log(tell_vault_event(part, line))
    return told


@late_dataclass(frozen=True, slots=True)
class RoomsAdopted:
    """What came of taking room notes over."""

    rooms: RoomsRead
    wrong: Sequence[str]
    """What was not taken over, where the last good version stays."""
    left_out: Sequence[str]
    """What new rooms are made without."""


def adopt_rooms(
    vault: Path,
    world: World,
    log: Callable[[str], None],
    tell: Callable[[Replaced], None] = lambda replaced: None,
) -> RoomsAdopted:
    """Take over the room notes that changed; return all that were read, and what is wrong.

    `tell` is told what was made in play and is now as in its note; the log has all of it.
    """

    def replace(made: Replaced) -> None:
        line = f"[Vault] {made.name}: {made.what}, made in play, is the note's now; {made.before}"
        log(tell_event("vault.replaced", line, of=made.name, what=made.what, before=made.before))
        tell(made)

    notes, errors = rooms = read_rooms(vault / "world")
    new = {note.path for note in world.list_new(notes)}
    left_out = [
        f"{each}; the room is new and made without it" for each in errors if each.path in new
    ]
    wrong = [str(each) for each in errors if each.path not in new]
    wrong += world.adopt(notes, replace)
    report_vault(log, "rooms", [*wrong, *left_out])
    return RoomsAdopted(rooms, wrong, left_out)


def load_happenings(vault: Path, world: World) -> HappeningsReading:
    """Read the notes of happenings, which speak of the rooms, things and deeds of `world`."""
    deeds = [row.name for row in world.table.rows if row.category == "things"]
    return read_happenings(vault / "world" / "happenings", gather_lore(world, deeds))


def list_oversights(settings: Settings, vault: Path, world: World, rooms: RoomsRead) -> list[str]:
    """Return a line for whatever people wrote that has no effect."""
    from agents.mind.profile import PROFILE  # noqa: PLC0415  # minds come after the ready line

    return [
        *settings.doubts,
        *find_misplaced(vault / "agents", PROFILE),
        *find_ignored_notes(world.list_ignored(rooms[0])),
        *find_without_note(vault / "world", rooms, world.rooms(), DIGEST),
        *list_unreachable(rooms, world),
    ]


def list_unreachable(rooms: RoomsRead, world: World) -> list[str]:
    """Return a line for each room of a note to which no way leads."""
    notes, errors = rooms
    # A broken room's ways are unknown, and so is what they lead to.
    if errors or not notes:
        return []
    return [*find_unreachable(notes, world.rooms(), world.start_room)]


@late_dataclass(slots=True)
class Reloader:
    """Keeps a running world in step with its files."""

    options: Options
    settings: Settings
    """The settings in force."""
    texts: Texts
    world: World
    store: WorldStore
    flushes: Sequence[Callable[[], Awaitable[None]]]
    """Each ends when a store beside the world's has everything on disk."""
    accounts: StoredAccounts
    models: ModelHubFactory
    population: Population
    happenings: HappeningEngine
    log: Callable[[str], None]
    load_tokens: Callable[[], None]
    """Loads what counts tokens, which holds up the whole process for about 0.2 s, once."""
    tls: TlsPort | None = None
    rooms: RoomsRead = field(default_factory=lambda: ([], []))
    """The notes of rooms as they were last read."""
    begun: Settings = field(init=False)
    """The settings at the start: some hold until the next one."""

    def __post_init__(self) -> None:
        self.begun = self.settings

    # --- at start ---------------------------------------------------------------------

    def adopt_rooms(self, tell: Callable[[Replaced], None]) -> RoomsAdopted:
        """Take over the room notes that changed. `tell`: see `adopt_rooms`."""
        adopted = adopt_rooms(self.options.vault, self.world, self.log, tell)
        self.rooms = adopted.rooms
        return adopted

    def _describe_replaced(self, made: Replaced) -> str:
        before = cut_text(one_line(made.before), SHOWN_CHARACTERS) or "-"
        return self.texts.say("reload.replaced", name=made.name, what=made.what, before=before)

    def adopt_happenings(self) -> list[str]:
        """Take over the notes of happenings; of a broken one the last good version stays."""
        found = load_happenings(self.options.vault, self.world)
        self.happenings.adopt(found.happenings, lambda each: each.name in found.broken)
        return self.report("happenings", [*map(str, found.errors)])

    async def settle_agents(self) -> AgentsSettled:
        """Bring models and agents in step with settings and profiles."""
        for line in self.settings.refused_plugins:
            self.log(tell_event("plugins.refused", f"[Plugins] {line}", "warning", why=line))
        loading = asyncio.ensure_future(self._load_tokens())
        wrong = await self._settle_models(self.settings.llm)
        await loading
        settled = await self.population.settle()
        self.report("agents", settled.lines)
        settled.wrong[:0] = wrong
        return settled

    async def _load_tokens(self) -> None:
        # Before new agents live. At the start it comes after the ready line: people come in first.
        if self.population.started and self.population.count():
            await asyncio.to_thread(self.load_tokens)

    def warn(self) -> list[str]:
        """Log whatever people wrote that has no effect; return it."""
        found = list_oversights(self.settings, self.options.vault, self.world, self.rooms)
        self.report("oversights", [f"WARNING: {each}" for each in found])
        return found

    async def look_over(self) -> None:
        """Read every archive once, to report lines that a bad disk has damaged."""
        for agent in self.population.minds:
            await agent.memory.look_over()

    async def catch_up(self) -> list[str]:
        """Bring each agent's journal, recall index and counts in step with its archive.

        Returns a line for each agent with which that failed.
        """
        from agents.mind.turn.read_back import read_back  # noqa: PLC0415

        wrong: list[str] = []
        for agent in tuple(self.population.minds):
            try:
                await agent.memory.load_journal()
                await read_back(agent.state, agent.memory)
                await agent.recall.catch_up(agent.memory.experiences)
                why = agent.recall.trouble
            except Exception as error:  # the other agents' turn comes all the same
                why = repr(error)
                line = f"[Mind] {agent.name}: not in step with its archive: {why}"
                told = tell_event("mind.archive", line, "warning", agent=agent.name, error=why)
                self.log(told)
            wrong += [f"{agent.name}: {why}"] if why else []
        return wrong

    def report(self, part: str, lines: Sequence[str]) -> list[str]:
        """Log each line as an event of a part of the vault, such as its rooms; return them."""
        return report_vault(self.log, part, lines)

    async def _settle_models(self, settings: ModelProfiles) -> list[str]:
        """Make the models and load embedded weights; the world also runs without a model.

        Returns messages. Raises `ModelRejected`, with nothing changed.
        """
        if not await self.models.settle(settings, self.population.count()):
            return []
        try:
            await self.models.hub.load()
        except ModelError as error:
            told = tell_event("models.load", f"[Models] {error}", "warning", error=str(error))
            self.log(told)
            return [str(error)]
        return []

    # --- while it runs ----------------------------------------------------------------

    async def save(self) -> list[str]:
        """Write all changes so far to disk; return a sentence for each thing that cannot be."""
        from agents.memory.log.archive import ArchiveUnwritable  # noqa: PLC0415

        wrong: list[str] = []
        archives = (each.memory.save for each in self.population.minds)
        for write in (self.store.flush, *self.flushes, *archives):
            try:
                await write()
            except (StorageError, ArchiveUnwritable, OSError) as error:
                wrong.append(str(error))
        return [*wrong, *self.store.aside.describe()]

    def describe_losses(self) -> str:
        """Return what agents have lost since the start; empty if nothing."""
        lost = ((each.name, each.memory.describe_losses()) for each in self.population.minds)
        return ", ".join(f"{what} of {name}" for name, what in lost if what)

    async def reload(self) -> list[str]:
        """Read all files again; return messages, a line each. `follow_up` has to follow."""
        before = self._list_loaded()
        # A changed setting may begin a compaction, and then no edit could be taken over.
        adopted = [line for agent in self.population.minds for line in agent.memory.adopt_edits()]
        for agent in self.population.minds:
            adopted += await agent.memory.load_journal()
        wrong = await self._reload_settings()
        wrong += self._renew_certificate()
        wrong += map(str, self.texts.replace_by(load_texts(self.options.vault)))
        replaced: list[Replaced] = []
        rooms = self.adopt_rooms(replaced.append)
        wrong += rooms.wrong
        wrong += self.adopt_happenings()
        agents = await self.settle_agents()
        wrong += agents.wrong
        changed = [*describe_changes(before, self._list_loaded(), self.texts.say)]
        return [
            *(self.texts.say("reload.wrong", what=line) for line in wrong),
            *(self.texts.say("reload.report", what=line) for line in adopted),
            *(
                self.texts.say("reload.doubt", what=line)
                for line in (*rooms.left_out, *agents.left_out, *self.warn())
            ),
            *(changed or ([] if wrong or adopted else [self.texts.say("reload.nothing")])),
            *map(self._describe_replaced, replaced),
            self._counts(),
        ]

    def reload_rooms(self) -> list[str]:
        """Read the notes of rooms again, and no other files; return messages, a line each."""
        before, replaced = self._list_loaded(), list[Replaced]()
        rooms = self.adopt_rooms(replaced.append)
        changed = describe_changes(before, self._list_loaded(), self.texts.say)
        unreachable = list_unreachable(self.rooms, self.world)
        return [
            *(self.texts.say("reload.wrong", what=line) for line in rooms.wrong),
            *(
                self.texts.say("reload.doubt", what=line)
                for line in (*rooms.left_out, *unreachable)
            ),
            *changed,
            *map(self._describe_replaced, replaced),
        ]

    async def follow_up(self, models: ModelProfiles) -> list[str]:
        """Do what takes longer than a person should wait; return a line for all that fails.

        `models` are the profiles before the reload: those that changed are asked for a few words.
        """
        return [*(await self.catch_up()), *(await self._ask_models(models))]

    async def _ask_models(self, before: ModelProfiles) -> list[str]:
        asked: set[object] = set()
        wrong: list[str] = []
        for name, profile in self.settings.llm.profiles.items():
            known = before.profiles.get(name)
            is_same = known is not None and known.endpoint == profile.endpoint
            # Only models behind an address may be silent; profiles share them.
            if is_same or not profile.values().get("url") or profile.endpoint in asked:
                continue
            asked.add(profile.endpoint)
            try:
                await self.models.hub.test(name)
            except ModelError as error:
                wrong.append(f"{name}: {error}")
                line = f"[Models] {wrong[-1]}"
                why = str(error)
                self.log(tell_event("models.silent", line, "warning", profile=name, error=why))
        return wrong

    async def reload_models(self) -> list[str]:
        """Put changed model settings in force for every agent; return what is wrong with them."""
        wrong = await self._reload_settings()
        if not wrong:
            await self.settle_agents()
        return wrong

    async def _reload_settings(self) -> list[str]:
        try:
            settings = read_settings(self.options.config, self.options.vault)
            wrong = await self._settle_models(settings.llm)
        except (ConfigError, ModelRejected) as error:
            return [*self._find_wrong_settings(error), self.texts.say("reload.settings-kept")]
        self.settings = settings
        allowed = settings.server.accounts
        self.accounts.allow(
            guests=allowed.guests, creation=allowed.creation, new_role=Role(allowed.new_role)
        )
        return wrong

    def _find_wrong_settings(self, first: Exception) -> list[str]:
        """Return what is wrong with all settings files; `first` is what was found first."""
        errors = check_settings(self.options.config, self.options.vault)[2]
        return list(dict.fromkeys([*str(first).splitlines(), *errors]))

    def _renew_certificate(self) -> list[str]:
        wrong = self.tls.renew(self.settings.server.telnet) if self.tls else []
        return self.report("certificate", wrong)

    def _list_loaded(self) -> LoadedFiles:
        return LoadedFiles(
            settings=list_settings(self.settings),
            texts=self.texts.list_raw(),
            profiles={agent.name: agent.profile for agent in self.population.minds},
            voices={agent.name: agent.voice.voice for agent in self.population.minds},
            intentions={
                f"{agent.name}: {each.name}": each
                for agent in self.population.minds
                for each in agent.intentions.intentions
            },
            rooms={room.name: room.properties.get(DIGEST, "") for room in self.world.rooms()},
            happenings=self.happenings.happenings,
        )

    def _counts(self) -> str:
        return self.texts.say(
            "reload.done",
            rooms=len(self.world.rooms()),
            agents=len(self.population.minds),
            sentences=len(self.texts.keys()),
        )

    def describe_settings(self) -> str:
        """Return all settings, a line each: what is in force and what waits for a start."""
        return "\n".join(describe_settings(self.settings, self.begun, self.options))
