"""``vault/config/memory_compaction.md``: when and how an agent's memories are summarised.

The schema passed to the reader declares the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from config.errors import ConfigError, raise_for
from config.markdown_settings import parse_settings_note
from config.schema import (
    OrderRule,
    SettingsSchema,
    SettingValue,
    describe_order,
    in_order,
    read_setting,
)
from config.section import Section
from config.yaml_lines import Entries, Entry, read_text
from late.late_dataclass import late_dataclass

S = TypeVar("S", bound=SettingsSchema)

OVERRIDE = "memory."
"""The prefix of keys in messages about an agent's own ``memory`` settings."""


class WrittenAt(NamedTuple):
    """The place where a setting was written. `line` counts from 1; None: unknown."""

    path: Path
    line: int | None

    def __str__(self) -> str:
        """Return ``file:line``."""
        return f"{self.path}:{self.line}" if self.line else str(self.path)


@late_dataclass(frozen=True, slots=True)
class CompactionSettings(Mapping[str, SettingValue], Generic[S]):
    """How memories are compacted: the value of every setting of the schema, by its key."""

    schema: S = field(compare=False, repr=False)
    chosen: Mapping[str, SettingValue]
    written: Mapping[str, WrittenAt] = field(default_factory=dict, compare=False, repr=False)
    """The last place of each setting that was written."""

    @classmethod
    def defaults(cls, schema: S, **changed: SettingValue) -> CompactionSettings[S]:
        """Return the defaults of `schema`, except for the values in `changed`."""
        return cls(schema, {rule.name: rule.default for rule in schema.settings} | changed)

    def __getitem__(self, key: str) -> SettingValue:
        return self.chosen[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.chosen)

    def __len__(self) -> int:
        return len(self.chosen)

    def number(self, key: str) -> float:
        """Return the value of a setting that is a number. Raises `TypeError` for another."""
        value = self.chosen[key]
        if not isinstance(value, int | float):
            raise TypeError(f"{key} is not a number")
        return value

    def replace_values(self, values: Mapping[str, SettingValue]) -> CompactionSettings[S]:
        """Return the same settings with these `values`."""
        return replace(self, chosen={**self.chosen, **values})


def read_compaction(
    path: Path, schema: S, problems: list[ConfigError] | None = None
) -> CompactionSettings[S]:
    """Return the settings of the note at `path`; a missing note means the defaults.

    Raises `ConfigError`.  With a list of `problems`, wrong settings are added to it instead and
    have their defaults; only a note that cannot be read at all is raised for.
    """
    found: list[ConfigError] = []
    entries = parse_settings_note(path, read_text(path) or "", found)
    settings = _Reader(path, entries, "", CompactionSettings.defaults(schema), found).settings()
    if problems is None:
        raise_for(found)
    else:
        problems += found
    return settings


def override_compaction(
    base: CompactionSettings[S],
    values: Mapping[str, object],
    path: Path,
    line_of: Callable[[str], int | None],
) -> CompactionSettings[S]:
    """Return `base` with what one agent's profile sets under ``memory``.

    `values` is that mapping as YAML gives it; `line_of` says on which line of `path` a key
    stands.  Raises `ConfigError`.
    """
    entries = {
        str(key): Entry(_as_written(value), line_of(str(key))) for key, value in values.items()
    }
    problems: list[ConfigError] = []
    settings = _Reader(path, entries, OVERRIDE, base, problems).settings()
    raise_for(problems)
    return settings


class _Reader(Generic[S]):
    """Reads the settings written in one place and puts them over `base`."""

    def __init__(
        self,
        path: Path,
        entries: Entries,
        name: str,
        base: CompactionSettings[S],
        problems: list[ConfigError],
    ) -> None:
        self._path, self._entries, self._name, self._base = path, entries, name, base
        self._problems = problems
        self._section = Section(path, entries, name=name, problems=problems)

    def settings(self) -> CompactionSettings[S]:
        """Return the settings; a wrong one has its default and counts as unwritten."""
        base, schema = self._base, self._base.schema
        values = {
            rule.name: read_setting(self._section, rule, base[rule.name])
            for rule in schema.settings
        }
        wrong = {problem.key for problem in self._problems}
        here = {
            key: WrittenAt(self._path, entry.line)
            for key, entry in self._entries.items()
            if self._name + key not in wrong
        }
        found = _lower_unwritten(replace(base, chosen=values, written={**base.written, **here}))
        for order in schema.orders:
            if not wrong & {self._name + order.lower, self._name + order.upper}:
                self._check_order(order, found)
        self._section.note_unknown()
        return found

    def _check_order(self, order: OrderRule, found: CompactionSettings[S]) -> None:
        """Refuse the later of two settings that contradict each other."""
        lower, upper = found.number(order.lower), found.number(order.upper)
        here = [key for key in self._section.keys if key in (order.lower, order.upper)]
        if here and not in_order(order, lower, upper):
            other = upper if here[-1] == order.lower else lower
            self._section.refuse(here[-1], describe_order(order, here[-1], other))


def _lower_unwritten(settings: CompactionSettings[S]) -> CompactionSettings[S]:
    """Lower an unwritten `lower` setting below a written `upper` one."""
    for order in settings.schema.orders:
        lower, upper = settings.number(order.lower), settings.number(order.upper)
        fits = order.lower in settings.written or in_order(order, lower, upper)
        if order.part and not fits:
            settings = settings.replace_values({order.lower: int(upper) // order.part})
    return settings


def _as_written(value: object) -> str | tuple[Entry, ...] | Entries | None:
    """Return a YAML value as text; a list or group, which is an error here, unchanged."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        # Python writes no decimal numbers of thousands of digits; they are too large anyway.
        return str(value) if value.bit_length() < 1000 else hex(value)
    if isinstance(value, Mapping):
        return {}
    return () if isinstance(value, list | tuple | set | frozenset) else str(value)
