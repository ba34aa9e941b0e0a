"""Typed settings and their readers: YAML files of the server, markdown notes of the vault."""

from config.agents import AgentSettings, read_agents
from config.compaction import CompactionSettings, override_compaction, read_compaction
from config.errors import ConfigError, ConfigErrors
from config.llm import LlmSettings, read_llm
from config.server import (
    AccountSettings,
    ConnectionLimits,
    ModelServerSettings,
    ServerSettings,
    read_server,
)
from config.telnet import TelnetSettings
from config.world import WorldSettings, read_world

__all__ = [
    "AccountSettings",
    "AgentSettings",
    "CompactionSettings",
    "ConfigError",
    "ConfigErrors",
    "ConnectionLimits",
    "LlmSettings",
    "ModelServerSettings",
    "ServerSettings",
    "TelnetSettings",
    "WorldSettings",
    "override_compaction",
    "read_agents",
    "read_compaction",
    "read_llm",
    "read_server",
    "read_world",
]
