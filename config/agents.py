"""``vault/config/agents.md``: how often agents think and how far they may go."""

from __future__ import annotations

from pathlib import Path

from config.errors import ConfigError
from config.markdown_settings import parse_settings_note
from config.section import Section
from config.yaml_lines import read_text
from late.late_dataclass import late_dataclass

_LONGEST_QUIET = 1440


@late_dataclass(frozen=True, slots=True)
class AgentSettings:
    """Settings of every agent whose profile does not override them. Times are in seconds."""

    think_interval: float = 12.0
    jitter: float = 0.2
    reply_delay: float = 1.5
    turns_per_minute: int = 12
    agent_chain: int = 6
    repeat_limit: int = 2
    memory_megabytes_per_hour: float = 40.0
    notes_in_prompt: int = 3
    quiet_after: float = 10.0
    """Minutes; 0: never."""
    quiet_factor: float = 4.0
    quiet_interval: float = 600.0


def read_agents(path: Path) -> AgentSettings:
    """Return the settings of the note at `path`; a missing note means the defaults.

    Raises `ConfigError`.
    """
    problems: list[ConfigError] = []
    entries = parse_settings_note(path, read_text(path) or "", problems)
    section = Section(path, entries, problems=problems)
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
        memory_megabytes_per_hour=_read_megabytes(section, plain.memory_megabytes_per_hour),
        notes_in_prompt=section.whole("notes_in_prompt", plain.notes_in_prompt, most=50),
        quiet_after=_read_quiet(section, plain.quiet_after),
        quiet_factor=section.number("quiet_factor", plain.quiet_factor, least=1, most=100),
        quiet_interval=section.number("quiet_interval", plain.quiet_interval, least=1, most=86_400),
    )
    section.finish()
    return settings


def _read_megabytes(section: Section, plain: float) -> float:
    key = "memory_megabytes_per_hour"
    return section.number(key, plain, least=0.1, most=1_000_000, or_zero=True)


def _read_quiet(section: Section, plain: float) -> float:
    allowed = f"off, or a number of minutes from 0 to {_LONGEST_QUIET}"
    return section.parse("quiet_after", plain, _parse_quiet, allowed)


def _parse_quiet(text: str) -> float:
    minutes = 0.0 if text == "off" else float(text)
    if not 0 <= minutes <= _LONGEST_QUIET:
        raise ValueError(text)
    return minutes
