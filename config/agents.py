"""``vault/config/agents.md``: how often agents think and how far they may go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from config.markdown_settings import parse_settings_note
from config.section import Section
from config.yaml_lines import read_text


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Settings of every agent whose profile does not override them. Times are in seconds."""

    think_interval: float = 12.0
    jitter: float = 0.2
    reply_delay: float = 1.5
    turns_per_minute: int = 12
    agent_chain: int = 6
    repeat_limit: int = 2
    notes_in_prompt: int = 3


def read_agents(path: Path) -> AgentSettings:
    """Return the settings of the note at `path`; a missing note means the defaults.

    Raises `ConfigError`.
    """
    section = Section(path, parse_settings_note(path, read_text(path) or ""))
    plain = AgentSettings()
    settings = AgentSettings(
        think_interval=section.number(
            "think_interval", plain.think_interval, least=1, most=86_400, or_zero=True
        ),
        jitter=section.number("jitter", plain.jitter, most=1),
        reply_delay=section.number("reply_delay", plain.reply_delay, most=3600),
        turns_per_minute=section.whole("turns_per_minute", plain.turns_per_minute, most=600),
        agent_chain=section.whole("agent_chain", plain.agent_chain, most=1000),
        repeat_limit=section.whole("repeat_limit", plain.repeat_limit, most=10),
        notes_in_prompt=section.whole("notes_in_prompt", plain.notes_in_prompt, most=50),
    )
    section.finish()
    return settings
