"""The settings of compaction with their bounds, and notes that set them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agents.memory.settings import MemorySchema, memory_schema
from config.compaction import (
    CompactionSettings,
    read_compaction,
)
from config.errors import ConfigError

PROFILE = Path("profile.md")
SCHEMA = memory_schema(profiles=["npc", "summarizer"])
FREE_PROFILE = memory_schema()
PLAIN = CompactionSettings.defaults(SCHEMA)

NUMBERS = [each for each in SCHEMA.settings if not isinstance(each.default, bool | str)]
BOUNDS = {each.name: (each.least, each.most) for each in NUMBERS}
SECONDS = [each.name for each in NUMBERS if isinstance(each.default, float)]
WORDS = {each.name: each.words for each in SCHEMA.settings if each.words}
SWITCHES = [each.name for each in SCHEMA.settings if isinstance(each.default, bool)]


def plain(**values: Any) -> CompactionSettings[MemorySchema]:
    return PLAIN.replace_values(values)


def unfit(found: CompactionSettings[MemorySchema]) -> list[str]:
    """Return the names of settings outside their ranges or in conflict."""
    wrong = [key for key in found if not fits(found, key)]
    return wrong + [
        f"{order.lower}, {order.upper}"
        for order in SCHEMA.orders
        if found.number(order.lower) > found.number(order.upper) - (not order.equal)
    ]


def fits(found: CompactionSettings[MemorySchema], key: str) -> bool:
    if key in BOUNDS:
        least, most = BOUNDS[key]
        return least <= found.number(key) <= (float("inf") if most is None else most)
    if key in SWITCHES:
        return isinstance(found[key], bool)
    return key == "profile" or found[key] in ("", *WORDS[key])


#: What else must be written for a number at the end of its range to stand.
BESIDE: Mapping[str, Mapping[str, object]] = {
    "min_entries_for_compaction": {"max_entries_before_compaction": 10_000},
    "max_entries_before_compaction": {
        "min_entries_for_compaction": 1,
        "preserve_last_n_entries": 0,
    },
    "preserve_last_n_entries": {"max_entries_before_compaction": 10_000},
    "sleep_threshold_percent": {"emergency_threshold_percent": 99},
    "emergency_threshold_percent": {"sleep_threshold_percent": 1},
}

#: Ends of ranges that another setting keeps from being reached.
REACHED = {
    "sleep_threshold_percent": (1, 98),
    "emergency_threshold_percent": (2, 99),
    "min_saving_tokens": (0, 11_999),
}


def read(tmp_path: Path, text: str) -> CompactionSettings[MemorySchema]:
    path = tmp_path / "memory_compaction.md"
    path.write_text(text, encoding="utf-8", newline="")
    return read_compaction(path, SCHEMA)


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    return str(caught.value).replace(f"{tmp_path}/", "")


def note(values: Mapping[str, object]) -> str:
    return "".join(f"**{key}**: {value}\n" for key, value in values.items())
