"""The agents of a vault: made from profiles, changed at a reload, closed at the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import partial
from pathlib import Path

from agents.boundaries import StorageWatcher, ignore_trouble
from agents.clock import SystemClock
from agents.event_line import tell_event
from agents.memory.core.facts import rate_memories
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.log.codec import ArchiveRefused
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.memory.settings import MemorySettings
from agents.mind.agent import Agent
from agents.mind.agent_context import AgentContext
from agents.mind.intentions.state import IntentionFile
from agents.mind.manners.calls import VisitorPlace
from agents.mind.minds import Minds
from agents.mind.notes import NoteBook
from agents.mind.profile import PROFILE, Profile, read_profile, read_profiles
from agents.mind.profile_writer import write_profile
from agents.mind.recording import is_searchable
from agents.mind.turn.read_back import recollect
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice import NO_VOICE, Voice
from agents.mind.voice.voice_file import VOICE, read_voice
from agents.models.embedding.protocol import Embedder
from agents.models.hub import ModelHub
from late.late_dataclass import late_dataclass
from server.personas.bodies import embody
from server.personas.fitness import UNFIT, check_profile, sort_intentions
from server.personas.history import KeptVersion
from server.personas.keeper import PersonaKeeper
from server.personas.memory_models import configure_memory
from server.personas.settled import AgentsSettled
from server.settings import Settings, pace_of
from world.model import Character
from world.names import vault_path
from world.vault.markdown import NoteError, write_atomically
from world.world import World

#: The property of a person's character that an agent has met.
MET = "met"
#: The first turns come within these seconds, so that a newcomer sees the world move.
FIRST_TURN = 4.0


@late_dataclass(slots=True)
class Population:
    """Keeps `minds` in step with the profiles in the vault."""

    vault: Path
    world: World
    minds: Minds
    around: AgentContext
    hub: Callable[[], ModelHub]
    settings: Callable[[], Settings]
    rng: random.Random
    personas: PersonaKeeper
    started: bool = False
    embedder: Embedder | None = None
    """What all agents with semantic recall share; None: searches go by words alone."""
    storage: StorageWatcher = ignore_trouble
    """Is told when files of agents cannot be written."""
    make_notebook: Callable[[str, Path], NoteBook] = lambda name, folder: NoteBook(
        folder, SystemClock()
    )
    """Makes the notebook of an agent, in a folder."""
    forget_trouble: Callable[[str], None] = lambda owner: None
    """Called with the name of an agent that is gone: its storage is nobody's trouble."""

    has_people: Callable[[], bool] = lambda: False
    """Whether somebody is there who would notice that the server is busy."""

    is_over: Callable[[], bool] = lambda: False
    """Whether the server is to stop, so that no further agent is made."""

    _page_turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1), init=False)
    """Journals work on their pages one after the other."""
    _settling: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1), init=False)
    """A new agent is not made twice at once."""

    def __post_init__(self) -> None:
        self.world.rules.find_leave = self.minds.has_leave

    @property
    def folder(self) -> Path:
        """The folder of all agents."""
        return self.vault / "agents"

    def path_of(self, agent: Agent) -> Path:
        """Return the path of an agent's profile."""
        return vault_path(self.folder, agent.name, PROFILE)

    def count(self) -> int:
        """Return how many agents the vault has, broken ones included."""
        return sum(1 for _ in self.folder.glob(f"*/{PROFILE}"))

    async def settle(self) -> AgentsSettled:
        """Read every profile: make new agents, change known ones, remove missing ones.

        Returns what is wrong; an agent whose profile is broken goes on as it was, or is left out
        if it is new.
        """
        async with self._settling:
            return await self._settle_all()

    async def _settle_all(self) -> AgentsSettled:
        settled = AgentsSettled(lambda name: self.minds.find_exactly(name) is not None)
        profiles, errors = read_profiles(self.folder, commands=self.world.table.words())
        for error in errors:
            settled.add_broken(error.path.parent.name, str(error))
        for profile in profiles:
            await asyncio.sleep(0)  # each takes up to some hundredths of a second
            known, name = self.minds.find_exactly(profile.name), profile.name
            if known is None and self.is_over():
                continue  # to read what some hundred of them have lived through takes a minute
            try:
                found = self._settle_known(known, profile) if known else await self._bring(profile)
                (settled.wrong if known else settled.left_out).extend(map(str, found))
                self.personas.observe_quietly(name)
            except ArchiveRefused as refused:
                settled.add_broken(name, f"{self.folder / name / 'archive'}: {refused}")
            except (*UNFIT, OSError) as error:
                settled.add_broken(name, *str(error).splitlines())
        await self._put_away_missing()
        return settled

    def start(self) -> None:
        """Start the turns of every agent."""
        self.started = True
        for agent in self.minds:
            agent.start(within=FIRST_TURN)

    def welcome(self, person: int) -> None:
        """Let an agent come and meet the character `person`, if none has met it before.

        While the person is here, an agent looks in on them now and then when they are alone.
        """
        body = self.world.character(person)
        find = partial(self._find_whereabouts, person)
        self.around.calls.attend(body.name, self.around.clock, self.around.welcome, find)
        if body.properties.get(MET) != "yes":
            clock = self.around.clock
            self.around.welcome.expect(
                body.name,
                clock,
                partial(clock.call_later, 0, partial(self._note_met, person)),
                lambda: self.world.kind_of(person) is not None,
            )

    def _find_whereabouts(self, person: int) -> VisitorPlace | None:
        if self.world.kind_of(person) is None:
            return None
        body, is_lost = self.world.character(person), self.world.presence.is_lost
        others = [each for each in self.world.present_in(body.room) if each is not body]
        alone = not is_lost(person) and all(is_lost(each.id) for each in others)
        return VisitorPlace(body.room.name, alone=alone)

    def _note_met(self, person: int) -> None:
        if self.world.thing(person) is not None:
            self.world.set_property(person, MET, "yes")

    def quicken(self, person: int) -> None:
        """Let agents that live slowly go back to full pace: the character `person` has come."""
        room = self.world.character(person).room
        for agent in self.minds:
            agent.quicken(near=self.world.character(agent.character).room is room)

    def rewrite(self, agent: Agent, profile: Profile, by: str, how: str) -> None:
        """Write a changed profile to its note and apply it at once; the version before is kept.

        `by` changes it, by the command `how`.  Raises `NoteError` or `OSError`, and then nothing
        is changed.
        """
        self.personas.observe(agent.name)
        write_profile(self.path_of(agent), profile)
        agent.configure(profile, pace_of(profile, self.settings().agents))
        self.personas.observe(agent.name, by, how)

    def restore(self, agent: Agent, kept: KeptVersion, by: str, how: str) -> None:
        """Put an earlier version of a note back and apply it; the present one is kept.

        Raises `OSError`, or one of `UNFIT` if the agent cannot live with it; then nothing is
        changed.
        """
        self.personas.observe(agent.name)
        path = vault_path(self.folder, agent.name, kept.note)
        present = path.read_text("utf-8")
        write_atomically(path, self.personas.history(agent.name).read(kept))
        try:
            wrong = self._settle_known(agent, read_profile(self.path_of(agent)))
            if wrong:
                raise wrong[0]
        except UNFIT:
            write_atomically(path, present)
            self._settle_known(agent, read_profile(self.path_of(agent)))
            raise
        self.personas.observe(agent.name, by, how)

    async def close(self) -> None:
        """Stop every agent and bring its memory to disk."""
        for agent in self.minds:
            await agent.close()
        for agent in self.minds:
            await agent.memory.close()
            await agent.recall.close()
        if self.embedder is not None:
            await self.embedder.close()

    # --- one agent --------------------------------------------------------------------

    def _settle_voice(self, agent: Agent) -> tuple[NoteError, ...]:
        """Give an agent the voice in its folder; return what is wrong with it."""
        path = vault_path(self.folder, agent.name, VOICE)
        found = read_voice(path, lambda name: self.world.find_room(name) is not None)
        usable = found.whole or agent.voice.voice == NO_VOICE
        if usable and found.voice != agent.voice.voice:
            agent.voice = self._index_voice(found.voice, agent.name)
        return found.errors

    def _index_voice(self, voice: Voice, name: str) -> VoiceIndex:
        return VoiceIndex(voice, name, self.around.meanings, self.around.sentences)

    def _settle_intentions(
        self, agent: Agent, profile: Profile, path: Path
    ) -> tuple[NoteError, ...]:
        """Give an agent its intentions; the last good version of a wrong one stays."""
        kept, wrong = sort_intentions(profile, path, self.world)
        lost = set(profile.intention_names) - {each.name for each in kept}
        last_good = (each for each in agent.intentions.intentions if each.name in lost)
        agent.intentions.intentions = (*kept, *last_good)
        return wrong

    async def _bring(self, profile: Profile) -> tuple[NoteError, ...]:
        """Make a new agent; its latest memories are read in slices before it lives."""
        config = self._find_config(profile)
        agent = await self._make(profile, embody(profile, self.world), config)
        self.minds.add(agent)
        self.world.attach(agent.character, agent)
        if self.started:
            agent.start(within=FIRST_TURN)
        return self._settle_files(agent, profile)

    def _settle_known(self, agent: Agent, profile: Profile) -> tuple[NoteError, ...]:
        config = self._find_config(profile)
        embody(profile, self.world)
        self._change(agent, profile, config)
        return self._settle_files(agent, profile)

    def _settle_files(self, agent: Agent, profile: Profile) -> tuple[NoteError, ...]:
        agent.sleeper.consider()
        wrong = self._settle_intentions(agent, profile, self.path_of(agent))
        return (*self._settle_voice(agent), *wrong)

    def _find_config(self, profile: Profile) -> MemoryConfig:
        settings, path = self.settings(), self.folder / profile.name / PROFILE
        return self._config(profile, check_profile(profile, path, self.world, settings))

    def _change(self, agent: Agent, profile: Profile, config: MemoryConfig) -> None:
        pace = pace_of(profile, self.settings().agents)
        if (profile, pace) != (agent.profile, agent.pace):
            agent.configure(profile, pace)
        agent.memory.configure(config)

    async def _make(self, profile: Profile, body: Character, config: MemoryConfig) -> Agent:
        folder, around = vault_path(self.folder, profile.name), self.around
        journal = JournalPlace(
            self.vault / ".tarn" / "journal" / f"{profile.name}.jsonl",
            lambda facts: recall.set_importance(rate_memories(facts)),
            self._page_turn,
            lambda: [each.name for each in self.minds],
            self.has_people,
        )
        memory = AgentMemory.open(folder, profile.name, config, self._memory_parts(journal))
        recall = self._open_recall(profile.name, config)
        company = await recollect(profile.name, memory, around)
        return Agent(
            body.id,
            profile,
            pace_of(profile, self.settings().agents),
            memory,
            recall,
            self.make_notebook(profile.name, folder / "notes"),
            around,
            random.Random(self.rng.random()),
            company,
            IntentionFile(
                self.vault / ".tarn" / "intentions" / f"{profile.name}.json",
                lambda what: around.log(_warn_of_intentions(profile.name, what)),
                profile.name,
                self.storage,
            ),
        )

    def _open_recall(self, name: str, config: MemoryConfig) -> RecallIndex:
        return RecallIndex.open(
            self.vault / ".tarn" / "recall" / f"{name}.sqlite",
            warn=self.around.log,
            searchable=is_searchable,
            embedder=self.embedder if config.settings.semantic_recall else None,
            workers=self.around.workers,
        )

    def _memory_parts(self, journal: JournalPlace) -> MemoryParts:
        around = self.around
        return MemoryParts(
            around.clock,
            around.tokens,
            around.log,
            around.watch,
            journal=journal,
            storage=self.storage,
            workers=around.workers,
            checks=around.checks,
        )

    def _config(self, profile: Profile, settings: MemorySettings) -> MemoryConfig:
        return configure_memory(
            profile,
            settings,
            self.hub(),
            self.around,
            self.minds,
            tuple(self._find_lacking(profile.name, settings)),
        )

    def _find_lacking(self, name: str, settings: MemorySettings) -> Iterator[str]:
        """Yield what an agent's settings ask for and cannot have."""
        agent = self.minds.find_exactly(name)
        if agent is None or not settings.semantic_recall or self.embedder is None:
            return
        if agent.recall.vectors is None:
            yield (
                "semantic_recall was switched on while the server ran: it holds from the next start"
            )

    async def _put_away_missing(self) -> None:
        gone = [agent for agent in self.minds if not self.path_of(agent).exists()]
        for agent in gone:
            await agent.close()
            self.world.detach(agent.character, agent)
            self.minds.discard(agent)
            await asyncio.gather(agent.memory.close(), agent.recall.close())
            self.forget_trouble(agent.name)


def _warn_of_intentions(agent: str, what: str) -> str:
    line = f"[Mind] {agent}: {what}"
    return tell_event("mind.intentions", line, "warning", agent=agent, what=what)
