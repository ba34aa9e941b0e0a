"""How an agent remembers, by the settings of its vault."""

from __future__ import annotations

from agents.memory.settings import MemorySettings
from agents.mind.profile import Profile, read_profile
from config.errors import ConfigError
from server.memory_cli.agent_folders import PROFILE, AgentFolder
from server.memory_cli.console import CannotDo
from server.memory_cli.job import Job
from server.settings import memory_settings, read_settings
from world.vault.markdown import NoteError


def read_agent_settings(job: Job, agent: AgentFolder) -> tuple[Profile, MemorySettings]:
    """The agent's profile and settings. Raises `CannotDo` that names what cannot be read."""
    path = agent.path / PROFILE
    try:
        settings = read_settings(job.config, job.vault)
        profile = read_profile(path)
        return profile, memory_settings(profile, settings.compaction, path, settings.llm)
    except (ConfigError, NoteError) as error:
        raise CannotDo(str(error)) from error
