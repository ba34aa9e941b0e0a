"""``vault/config/memory_compaction.md``: when and how an agent's memories are summarised."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from config.errors import ConfigError
from config.markdown_settings import parse_note
from config.memory_rules import (
    CHOICES,
    FLAGS,
    RELATIONS,
    SAME,
    SAVING,
    SECONDS,
    STRATEGIES,
    WHOLE,
    Relation,
)
from config.section import Section
from config.yaml_lines import Entries, Entry, read_text

__all__ = [
    "OVERRIDE",
    "STRATEGIES",
    "SUMMARIZER",
    "CompactionSettings",
    "Place",
    "override_compaction",
    "read_compaction",
]

SUMMARIZER = "summarizer"
"""The LLM profile that always may be named: without one of that name the default serves."""

OVERRIDE = "memory."
"""What stands before a key in messages about an agent's own ``memory`` settings."""

#: As the defaults stand to one another: 2,000 of 12,000.
_SAVING_SHARE = 6


class Place(NamedTuple):
    """Where a setting was written. `line` counts from 1; None where it is not known."""

    path: Path
    line: int | None

    def __str__(self) -> str:
        """Return ``file:line``."""
        return f"{self.path}:{self.line}" if self.line else str(self.path)


@dataclass(frozen=True, slots=True)
class CompactionSettings:
    """How memories are compacted. Windows are counted in memories.

    Names and defaults are those of the minds' own settings of memory, which say what each is.
    """

    strategy: str = "waterfall"
    profile: str = SUMMARIZER
    micro_compact: str = ""
    """Empty: as the strategy has it."""
    citations: str = "auto"
    journal: str = "auto"
    related_memories_tokens: int = 0
    semantic_recall: bool = False

    immediate_window: int = 64
    recent_window: int = 64

    min_entries_for_compaction: int = 5
    max_entries_before_compaction: int = 10
    max_chars_before_compaction: int = 8000
    summary_max_sentences: int = 3
    preserve_last_n_entries: int = 2
    include_key_findings: bool = True
    use_llm_for_summary: bool = True
    fallback_to_deterministic: bool = True
    conversation_max_turns: int = 20

    sleep_threshold_percent: int = 70
    emergency_threshold_percent: int = 80
    preserve_memories: int = 20
    preserve_percent: int = 20
    sleep_after: float = 300.0
    sleep_seconds: float = 600.0

    threshold_tokens: int = 12_000
    min_saving_tokens: int = 2_000
    preserve_window: int = 8

    leaf_memories: int = 64
    branching: int = 8
    longterm_tokens: int = 1_200

    written: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
    """Where each setting that is not left to its default was written last."""


def read_compaction(path: Path, profiles: Collection[str] | None = None) -> CompactionSettings:
    """Return the settings of the note at `path`; a missing note means the defaults.

    With `profiles`, the names of the LLM profiles there are, `profile` must be one of them.
    Raises `ConfigError`.
    """
    entries = parse_note(path, read_text(path) or "")
    return _Reader(path, entries, "", CompactionSettings(), profiles).settings()


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
    return _Reader(path, entries, OVERRIDE, base, profiles).settings()


class _Reader:
    """Puts what is written in one place over the settings that hold without it."""

    def __init__(
        self,
        path: Path,
        entries: Entries,
        name: str,
        base: CompactionSettings,
        profiles: Collection[str] | None,
    ) -> None:
        self._path, self._entries, self._name, self._base = path, entries, name, base
        self._profiles = None if profiles is None else sorted({SUMMARIZER, *profiles})
        self._problems: list[ConfigError] = []
        self._section = Section(path, entries, name=name, problems=self._problems)

    def settings(self) -> CompactionSettings:
        """Return them, or raise `ConfigError` for all that is wrong."""
        known = [each.name for each in fields(self._base) if each.name != "written"]
        values = {key: self._value(key, getattr(self._base, key)) for key in known}
        here = {key: Place(self._path, entry.line) for key, entry in self._entries.items()}
        found = _following(replace(self._base, **values, written={**self._base.written, **here}))
        wrong = {problem.key for problem in self._problems}
        for relation in RELATIONS:
            if not wrong & {self._name + relation.lower, self._name + relation.upper}:
                self._relate(relation, found)
        self._section.finish()
        return found

    def _value(self, key: str, default: Any) -> Any:
        if key in WHOLE:
            allowed = WHOLE[key]
            return self._section.whole(key, default, least=allowed.least, most=allowed.most)
        if key in SECONDS:
            allowed = SECONDS[key]
            return self._section.number(key, default, least=allowed.least, most=allowed.most)
        if key in FLAGS:
            return self._section.flag(key, default)
        options = self._profiles if key == "profile" else CHOICES[key]
        if options is None:
            return self._section.text(key, default)
        return self._choice(key, default, options)

    def _choice(self, key: str, default: str, options: Sequence[str]) -> str:
        same = SAME.get(key, {})

        def parse(text: str) -> str:
            word = same.get(text.lower(), text)
            return options[options.index(word)]  # ValueError says that it is none of them

        return self._section.parsed(key, default, parse, self._options(key, options))

    def _options(self, key: str, options: Sequence[str]) -> str:
        """What is allowed, and which of it was meant, if that can be guessed."""
        entry = self._entries.get(key)
        read = entry.value.lower() if entry and isinstance(entry.value, str) else ""
        near = difflib.get_close_matches(read, options, n=1)
        return " or ".join(options) + (f" (did you mean {near[0]}?)" if near else "")

    def _relate(self, relation: Relation, found: CompactionSettings) -> None:
        """Refuse the one of the two that was written here last, if they do not fit."""
        lower, upper = getattr(found, relation.lower), getattr(found, relation.upper)
        here = [key for key in self._section.keys if key in (relation.lower, relation.upper)]
        if here and not relation.holds(lower, upper):
            other = upper if here[-1] == relation.lower else lower
            self._section.refuse(here[-1], relation.allowed(here[-1], other))


def _following(settings: CompactionSettings) -> CompactionSettings:
    """Keep the saving that nobody wrote below a threshold that somebody did."""
    saving, threshold = settings.min_saving_tokens, settings.threshold_tokens
    if SAVING.lower in settings.written or SAVING.holds(saving, threshold):
        return settings
    return replace(settings, min_saving_tokens=threshold // _SAVING_SHARE)


def _text(value: object) -> str | tuple[Entry, ...] | Entries | None:
    """Return a YAML value as the text it was; a list or a group, never right here, as such."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        # Python writes no decimal numbers of thousands of digits; these fit nowhere anyway.
        return str(value) if value.bit_length() < 1000 else hex(value)
    if isinstance(value, Mapping):
        return {}
    return () if isinstance(value, list | tuple | set | frozenset) else str(value)
