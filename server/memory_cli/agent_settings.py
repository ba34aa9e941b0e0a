"""Reads an agent's memory settings from its vault."""

from __future__ import annotations

from agents.memory.settings import MemorySettings
from agents.memory.strategies.table import StrategyTable
from agents.mind.profile import Profile, read_profile
from config.errors import ConfigError
from server.memory_cli.agent_folders import PROFILE, AgentFolder
from server.memory_cli.console import CannotDo
from server.memory_cli.job import Job
from server.memory_settings import memory_settings
from server.settings import read_settings
from world.vault.markdown import NoteError


def read_agent_settings(
    job: Job, agent: AgentFolder, strategy: str | None = None
) -> tuple[Profile, MemorySettings]:
    """Return the agent's profile and settings, with another `strategy` if one is given.

    Raises `CannotDo`, naming the unreadable file or the known strategies.
    """
    path = agent.path / PROFILE
    try:
        settings = read_settings(job.config, job.vault)
        profile = read_profile(path)
        base = settings.compaction
        if strategy is not None:
            _check_strategy(strategy, base.schema.strategies)
        return profile, memory_settings(profile, base, path, settings.llm, strategy)
    except (ConfigError, NoteError) as error:
        raise CannotDo(str(error)) from error


def _check_strategy(name: str, table: StrategyTable) -> None:
    if name not in table.rows:
        why = f" ({table.refused[name]})" if name in table.refused else ""
        known = ", ".join(sorted(table.rows))
        raise CannotDo(f"--strategy: there is no strategy {name!r}; allowed: {known}{why}")
