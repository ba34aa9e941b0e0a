"""``vault/config/memory_compaction.md``: when and how an agent's memories are summarised."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from config.note import parse_note
from config.section import Section
from config.tree import Entry, read_text

STRATEGIES = ("waterfall",)
"""The strategies there are."""

SUMMARIZER = "summarizer"
"""The LLM profile that always may be named: without one of that name the default serves."""

_LARGEST_WINDOW = 10_000


@dataclass(frozen=True, slots=True)
class CompactionSettings:
    """How memories are compacted. Windows are counted in memories."""

    immediate_window: int = 64
    recent_window: int = 64
    profile: str = SUMMARIZER
    strategy: str = "waterfall"


def read_compaction(path: Path, profiles: Collection[str] | None = None) -> CompactionSettings:
    """Return the settings of the note at `path`; a missing note means the defaults.

    With `profiles`, the names of the LLM profiles there are, `profile` must be one of them.
    Raises `ConfigError`.
    """
    section = Section(path, parse_note(path, read_text(path) or ""))
    return _settings(section, CompactionSettings(), profiles)


def override_compaction(
    base: CompactionSettings,
    values: Mapping[str, object],
    path: Path,
    line_of: Callable[[str], int | None],
    profiles: Collection[str] | None = None,
) -> CompactionSettings:
    """Return `base` with what one agent's profile sets under ``memory``.

    `values` is that mapping as YAML gives it; `line_of` says on which line of `path` a key
    stands.  Raises `ConfigError`.
    """
    entries = {str(key): Entry(_text(value), line_of(str(key))) for key, value in values.items()}
    return _settings(Section(path, entries, name="memory."), base, profiles)


def _settings(
    section: Section, base: CompactionSettings, profiles: Collection[str] | None
) -> CompactionSettings:
    settings = CompactionSettings(
        immediate_window=_window(section, "immediate_window", base.immediate_window),
        recent_window=_window(section, "recent_window", base.recent_window),
        profile=_profile(section, base.profile, profiles),
        strategy=section.choice("strategy", base.strategy, STRATEGIES),
    )
    section.finish()
    return settings


def _window(section: Section, key: str, default: int) -> int:
    return section.whole(key, default, least=1, most=_LARGEST_WINDOW)


def _profile(section: Section, default: str, profiles: Collection[str] | None) -> str:
    if profiles is None:
        return section.text("profile", default)
    return section.choice("profile", default, sorted({SUMMARIZER, *profiles}))


def _text(value: object) -> str | tuple[Entry, ...] | None:
    """Return a YAML value as the text it was; a list or a mapping, never right here, as a list."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else ()
