"""Reads all settings files together, so that nothing is written if one is wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from agents.memory.settings import MemorySchema
from agents.models.profiles import ModelProfiles, ProfileSchema, profile_schema
from config.agents import AgentSettings, read_agents
from config.compaction import CompactionSettings, read_compaction
from config.errors import ConfigError
from config.llm import read_llm
from config.markdown_settings import find_near_settings
from config.server import ServerSettings, read_server
from config.world import WorldSettings, read_world
from config.yaml_lines import read_text
from late.late_dataclass import late_dataclass
from server.memory_settings import check_compaction, schema_for

T = TypeVar("T")

BOUNDLESS = 10**9
"""Tokens of a context that is not known, so that nothing is called too large for it."""

if TYPE_CHECKING:
    from agents.mind.agent_context import Pace
    from agents.mind.profile import Profile


@late_dataclass(frozen=True, slots=True)
class Settings:
    """All settings in force."""

    server: ServerSettings
    llm: ModelProfiles
    compaction: CompactionSettings[MemorySchema]
    agents: AgentSettings
    world: WorldSettings
    refused_plugins: tuple[str, ...] = ()
    """Plugins that cannot be used, and why: a sentence each."""
    doubts: tuple[str, ...] = ()
    """Lines of notes that set nothing and were probably meant to: a sentence each."""


@late_dataclass(slots=True)
class _Errors:
    lines: list[str]

    def read(self, read: Callable[[], T], otherwise: T) -> T:
        """Return what `read` does; `otherwise` if it is wrong, which is noted."""
        try:
            return read()
        except ConfigError as error:
            self.lines += str(error).splitlines()
            return otherwise


def check_settings(config: Path, vault: Path) -> tuple[Settings, bool, list[str]]:
    """Return the settings of both folders, whether the models are known, and all errors.

    What cannot be read has its defaults, so that the rest can be checked against something.
    """
    errors, wrong = _Errors([]), list[ConfigError]()
    notes, providers = vault / "config", profile_schema()
    server = errors.read(lambda: read_server(config), ServerSettings())
    known = errors.read(lambda: read_models(config, providers), None)
    llm, memory = known or _assume_models(providers), schema_for(known)
    compaction = errors.read(
        lambda: read_compaction(notes / "memory_compaction.md", memory, wrong),
        CompactionSettings.defaults(memory),
    )
    errors.lines += map(str, wrong)
    errors.read(lambda: check_compaction(compaction, llm), None)
    agents = errors.read(lambda: read_agents(notes / "agents.md"), AgentSettings())
    world = errors.read(lambda: read_world(notes / "world.md"), WorldSettings())
    plugins = *memory.strategies.refused.values(), *providers.providers.refused.values()
    nothing: tuple[str, ...] = ()
    doubts = errors.read(lambda: find_doubts(vault, memory), nothing)
    settings = Settings(server, llm, compaction, agents, world, plugins, doubts)
    return settings, known is not None, list(dict.fromkeys(errors.lines))


def read_settings(config: Path, vault: Path) -> Settings:
    """Read every settings file of both folders. Raises `ConfigError` for the first wrong one."""
    providers = profile_schema()
    llm = read_models(config, providers)
    memory = schema_for(llm)
    notes = vault / "config"
    settings = Settings(
        server=read_server(config),
        llm=llm,
        compaction=read_compaction(notes / "memory_compaction.md", memory),
        agents=read_agents(notes / "agents.md"),
        world=read_world(notes / "world.md"),
        refused_plugins=(
            *memory.strategies.refused.values(),
            *providers.providers.refused.values(),
        ),
        doubts=find_doubts(vault, memory),
    )
    check_compaction(settings.compaction, llm)
    return settings


def find_doubts(vault: Path, memory: MemorySchema) -> tuple[str, ...]:
    """Return a sentence for each line that was probably meant as a setting.

    Raises `ConfigError` for a note that cannot be read.
    """
    folder = vault / "config"
    return (
        *_find_doubts_in(folder / "memory_compaction.md", [each.name for each in memory.settings]),
        *_find_doubts_in(folder / "agents.md", [each.name for each in fields(AgentSettings)]),
        *_find_doubts_in(folder / "world.md", [each.name for each in fields(WorldSettings)]),
    )


def _find_doubts_in(note: Path, keys: Collection[str]) -> Iterator[str]:
    return find_near_settings(note, read_text(note) or "", keys)


def read_models(config: Path, schema: ProfileSchema | None = None) -> ModelProfiles:
    """Read the model profiles of the config folder. Raises `ConfigError`."""
    schema = schema or profile_schema()
    read = read_llm(config, schema)
    return schema.settle_all(read.default, read.profiles, read.embedding, read.currency)


def pace_of(profile: Profile, settings: AgentSettings) -> Pace:
    """Return how often an agent takes turns: its profile's interval, the rest from the settings."""
    from agents.mind.agent_context import Pace  # noqa: PLC0415  # minds come after the ready line

    own = profile.think_interval
    return Pace(
        think_interval=settings.think_interval if own is None else own,
        jitter=settings.jitter,
        reply_delay=settings.reply_delay,
        turns_per_minute=settings.turns_per_minute,
        agent_chain=settings.agent_chain,
        repeat_limit=settings.repeat_limit,
        notes_in_prompt=settings.notes_in_prompt,
        memory_megabytes_per_hour=settings.memory_megabytes_per_hour,
        quiet_after=settings.quiet_after * 60,
        quiet_factor=settings.quiet_factor,
        quiet_interval=settings.quiet_interval,
    )


def _assume_models(providers: ProfileSchema) -> ModelProfiles:
    """Return models whose context holds whatever an agent's settings may ask for."""
    usual = providers.default_profiles
    found = providers.settle_all(next(iter(usual)), usual)
    boundless = {
        name: replace(each, context_tokens=BOUNDLESS) for name, each in found.profiles.items()
    }
    return replace(found, profiles=boundless)
