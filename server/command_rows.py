"""The whole command table, for a running server or as data alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from agents.boundaries import Clock, TokenCounter
from agents.memory.summarization.second_reading.checks import SentenceChecks
from agents.mind.agent import Agent
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.admin import AdminVerbs
from agents.mind.commands.admin_row import LateReply, Notify
from agents.mind.commands.intentions import IntentionVerbs
from agents.mind.commands.memory import MemoryVerbs
from agents.mind.commands.memory_reports import MemoryReports
from agents.mind.commands.model_use import ModelUseVerbs
from agents.mind.commands.models import ModelVerbs
from agents.mind.commands.own import SelfVerbs
from agents.mind.commands.sleep import SleepVerbs
from agents.mind.minds import Minds
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.models.hub import ModelHub
from late.late_dataclass import late_dataclass
from server.administration.administration import Administration
from server.administration.rows import make_administration_rows
from server.happening.verbs import HappeningVerbs
from server.model_servers.offers import ModelOffers
from server.people.opening import PeopleParts
from server.people.own.profiles import OwnVersion
from server.people.verbs.rows import make_people_rows
from server.personas.history import KeptVersion
from server.personas.keeper import EVENT
from server.personas.verbs import PersonaVerbs
from server.reload import Reloader
from server.reports.history_report import render_history
from server.reports.memory_report import render_memory_report, render_memory_table
from server.reports.model_report import render_model_status
from server.verbs import ServerVerbs
from server.watching.story import Story
from server.watching.verbs import make_story_rows
from world.commands.command import Command
from world.happenings.engine import HappeningEngine
from world.vault.texts import Texts
from world.verbs.rows import WORLD_COMMANDS


@late_dataclass(frozen=True, slots=True)
class CommandParts:
    """The parts of a running server that the commands of minds and server use.

    Commands are made before the world, and the world before its reloader: hence the calls.
    """

    minds: Minds
    tokens: TokenCounter
    clock: Clock
    rng: random.Random
    texts: Texts
    background: BackgroundTasks
    checks: SentenceChecks
    notify: Notify
    notebook: Callable[[str], NoteBook]
    """A person's name → their private notes."""
    hub: Callable[[], ModelHub]
    reloader: Callable[[], Reloader]
    happenings: Callable[[], HappeningEngine]
    describe_settings: Callable[[], str]
    describe_pace: Callable[[], str]
    offers: Callable[[], ModelOffers]
    people: Callable[[], PeopleParts]
    story: Callable[[], Story]
    upgrade: Callable[[str], None]
    administration: Callable[[], Administration]

    def rewrite(self, agent: Agent, profile: Profile, by: str, how: str) -> None:
        """Write an agent's changed profile to its note and apply it."""
        self.reloader().population.rewrite(agent, profile, by, how)

    def list_versions(self, agent: str) -> Sequence[KeptVersion]:
        """Return the earlier versions of an agent's notes."""
        return self.reloader().population.personas.history(agent).versions()

    def keep_profile(self, person: str, text: str, how: str) -> None:
        """Keep what a person's profile was until this person changes it now. Raises `Refusal`."""
        self.people().people.profiles.keep(person, text, person, how)
        self.administration().audit.record(EVENT, person, whom=person, note="profile", how=how)

    def list_own_versions(self, person: str) -> Sequence[OwnVersion]:
        """Return the earlier versions of a person's profile."""
        return self.people().people.profiles.versions(person)

    def restore(self, agent: Agent, kept: KeptVersion, by: str, how: str) -> None:
        """Put an earlier version of an agent's note back and apply it."""
        self.reloader().population.restore(agent, kept, by, how)

    def make_persona_rows(self) -> tuple[Command, ...]:
        """Return the rows about earlier versions of profiles."""
        versions, own = self.list_versions, self.list_own_versions
        return PersonaVerbs(self.minds, versions, self.restore, own).rows()

    def find_profile(self, agent: Agent) -> str:
        """Return the path of an agent's profile."""
        return str(self.reloader().population.path_of(agent))


def make_commands(parts: CommandParts) -> list[Command]:
    """Return every row of a running server."""
    minds, notify, background = parts.minds, parts.notify, parts.background
    return [
        *WORLD_COMMANDS,
        *SelfVerbs(minds, parts.notebook, parts.rewrite, parts.rng, parts.keep_profile).rows(),
        *IntentionVerbs(minds).rows(),
        *SleepVerbs(minds).rows(),
        *MemoryReports(
            minds, parts.clock, render_memory_report, render_memory_table,
            LateReply(notify, background), render_history,
        ).rows(),
        *MemoryVerbs(minds, parts.tokens, parts.clock, notify, background, parts.checks).rows(),
        *AdminVerbs(
            minds, parts.tokens, notify, parts.rewrite, parts.find_profile
        ).rows(),
        *parts.make_persona_rows(),
        *ModelVerbs(
            parts.hub, minds, notify, background, render_model_status, parts.describe_pace,
            parts.offers,
        ).rows(),
        *ModelUseVerbs(LateReply(notify, background), parts.offers).rows(),
        *make_story_rows(minds, parts.story, LateReply(notify, background)),
        *HappeningVerbs(parts.happenings).rows(),
        *make_people_rows(parts.people, minds),
        *ServerVerbs(
            parts.texts, parts.reloader, parts.describe_settings,
            parts.upgrade, notify, background,
        ).rows(),
        *make_administration_rows(parts.administration),
    ]  # fmt: skip


def list_commands() -> list[Command]:
    """Return every row as data; the functions cannot run, because no server is behind them."""
    nothing: Any = None
    return make_commands(CommandParts(*[nothing] * len(fields(CommandParts))))
