"""Everything that is set by files, read at once so that nothing is written if one is wrong."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from agents.memory.settings import MemorySettings
from agents.mind.profile import Profile
from agents.mind.surroundings import Pace
from agents.models.profiles import ModelProfile
from config.agents import AgentSettings, read_agents
from config.compaction import CompactionSettings, override_compaction, read_compaction
from config.llm import LlmProfile, LlmSettings, read_llm
from config.server import ServerSettings, read_server


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings in force."""

    server: ServerSettings
    llm: LlmSettings
    compaction: CompactionSettings
    agents: AgentSettings


def read_settings(config: Path, vault: Path) -> Settings:
    """Read every settings file of both folders. Raises `ConfigError` for the first wrong one."""
    llm = read_llm(config)
    return Settings(
        server=read_server(config),
        llm=llm,
        compaction=read_compaction(vault / "config" / "memory_compaction.md", tuple(llm.profiles)),
        agents=read_agents(vault / "config" / "agents.md"),
    )


def model_profile(profile: LlmProfile) -> ModelProfile:
    """The models' own form of a profile from ``llm.yaml``."""
    return ModelProfile(
        name=profile.name,
        provider=profile.provider,
        model=profile.model,
        url=profile.url,
        api_key_env=profile.api_key_env,
        api=profile.api,
        script=str(profile.script or ""),
        temperature=profile.temperature,
        max_tokens=profile.max_tokens,
        timeout=profile.timeout,
        retries=profile.retries,
        concurrency=profile.concurrency,
        stop=profile.stop,
        context_tokens=profile.context_tokens,
        daily_tokens=profile.daily_tokens,
    )


def pace_of(profile: Profile, settings: AgentSettings) -> Pace:
    """How often an agent takes turns: its profile's interval, the rest from the settings."""
    own = profile.think_interval
    return Pace(
        think_interval=settings.think_interval if own is None else own,
        jitter=settings.jitter,
        reply_delay=settings.reply_delay,
        turns_per_minute=settings.turns_per_minute,
        agent_chain=settings.agent_chain,
        repeat_limit=settings.repeat_limit,
        notes_in_prompt=settings.notes_in_prompt,
    )


def memory_settings(
    profile: Profile, base: CompactionSettings, path: Path, profiles: Collection[str]
) -> MemorySettings:
    """How an agent remembers: the settings of all, but for what its profile says itself.

    Raises `ConfigError` that names the line in `path`.
    """
    chosen = override_compaction(base, profile.memory, path, profile.memory_lines.get, profiles)
    return MemorySettings(
        immediate_window=chosen.immediate_window,
        recent_window=chosen.recent_window,
        strategy=chosen.strategy,
        profile=chosen.profile,
    )
