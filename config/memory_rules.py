"""What each setting of an agent's memory may be, and how settings must stand to one another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

STRATEGIES = ("waterfall", "rolling", "sleep", "layered", "tree")
"""The strategies there are."""


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers a setting may be, both ends included; no `most`: as large as one likes."""

    least: int
    most: int | None = None


_WINDOW = Range(1, 10_000)
_KEPT = Range(0, 10_000)
_SECONDS = Range(0, 86_400)
_THRESHOLD = Range(1, 99)

WHOLE: Mapping[str, Range] = {
    "related_memories_tokens": Range(0, 100_000),
    "immediate_window": _WINDOW,
    "recent_window": _WINDOW,
    "min_entries_for_compaction": _WINDOW,
    "max_entries_before_compaction": _WINDOW,
    "max_chars_before_compaction": Range(100),
    "summary_max_sentences": Range(1, 50),
    "preserve_last_n_entries": Range(0, 9_999),
    "conversation_max_turns": Range(2, 1_000),
    "sleep_threshold_percent": _THRESHOLD,
    "emergency_threshold_percent": _THRESHOLD,
    "preserve_memories": _KEPT,
    "preserve_percent": Range(0, 90),
    "threshold_tokens": Range(256),
    "min_saving_tokens": Range(0),
    "preserve_window": _KEPT,
    "leaf_memories": Range(2, 10_000),
    "branching": Range(2, 64),
    "longterm_tokens": Range(64),
}
"""Settings that are whole numbers."""

SECONDS: Mapping[str, Range] = {"sleep_after": _SECONDS, "sleep_seconds": _SECONDS}
"""Settings that are numbers of seconds, fractions allowed."""

FLAGS = (
    "semantic_recall",
    "include_key_findings",
    "use_llm_for_summary",
    "fallback_to_deterministic",
)
"""Settings that are switched on or off."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "strategy": STRATEGIES,
    "micro_compact": ("pressure", "turn", "off"),
    "citations": ("auto", "always", "off"),
    "journal": ("auto", "model", "heuristic", "off"),
}
"""Settings that are one of a few words."""

SAME: Mapping[str, Mapping[str, str]] = {
    "micro_compact": {"false": "off", "no": "off"},
    "citations": {"false": "off", "no": "off", "true": "always", "yes": "always", "on": "always"},
    "journal": {"false": "off", "no": "off", "true": "model", "yes": "model", "on": "model"},
}
"""Other words for a choice. YAML reads a bare ``off`` as false, so these cannot do without."""


@dataclass(frozen=True, slots=True)
class Relation:
    """`lower` must stay below `upper`, or reach it at most where they may be `equal`."""

    lower: str
    upper: str
    equal: bool = False

    def holds(self, lower: float, upper: float) -> bool:
        """Return whether these values may stand together."""
        return lower < upper or (self.equal and lower == upper)

    def allowed(self, key: str, other: float) -> str:
        """Return what `key`, one of the two, may be beside the `other` one's value."""
        if key == self.lower:
            return f"{'at most' if self.equal else 'less than'} {self.upper}, which is {other:g}"
        return f"{'at least' if self.equal else 'more than'} {self.lower}, which is {other:g}"


SAVING = Relation("min_saving_tokens", "threshold_tokens")
"""A compaction cannot save more than there is."""

RELATIONS = (
    Relation("sleep_threshold_percent", "emergency_threshold_percent"),
    Relation("min_entries_for_compaction", "max_entries_before_compaction", equal=True),
    Relation("preserve_last_n_entries", "max_entries_before_compaction"),
    SAVING,
)
"""Every relation between two settings."""
