"""What the settings of memory may be, written down a second time: tests hold the reader to it."""

from __future__ import annotations

from collections.abc import Mapping

from config.compaction import CompactionSettings

BOUNDS: Mapping[str, tuple[int, int | None]] = {
    "related_memories_tokens": (0, 100_000),
    "immediate_window": (1, 10_000),
    "recent_window": (1, 10_000),
    "min_entries_for_compaction": (1, 10_000),
    "max_entries_before_compaction": (1, 10_000),
    "max_chars_before_compaction": (100, None),
    "summary_max_sentences": (1, 50),
    "preserve_last_n_entries": (0, 9_999),
    "conversation_max_turns": (2, 1_000),
    "sleep_threshold_percent": (1, 99),
    "emergency_threshold_percent": (1, 99),
    "preserve_memories": (0, 10_000),
    "preserve_percent": (0, 90),
    "sleep_after": (0, 86_400),
    "sleep_seconds": (0, 86_400),
    "threshold_tokens": (256, None),
    "min_saving_tokens": (0, None),
    "preserve_window": (0, 10_000),
    "leaf_memories": (2, 10_000),
    "branching": (2, 64),
    "longterm_tokens": (64, None),
}
"""Every number and its range; None: no upper end."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "strategy": ("waterfall", "rolling", "sleep", "layered", "tree"),
    "micro_compact": ("pressure", "turn", "off"),
    "citations": ("auto", "always", "off"),
    "journal": ("auto", "model", "heuristic", "off"),
}
"""Every choice."""

SWITCHES = (
    "semantic_recall",
    "include_key_findings", "use_llm_for_summary", "fallback_to_deterministic",
)  # fmt: skip
"""Every flag."""


def unfit(found: CompactionSettings) -> list[str]:
    """Names of the settings that are outside their ranges or do not fit one another."""
    wrong = [
        key
        for key, (least, most) in BOUNDS.items()
        if not least <= getattr(found, key) <= (float("inf") if most is None else most)
    ]
    wrong += [key for key, words in WORDS.items() if getattr(found, key) not in ("", *words)]
    wrong += [key for key in SWITCHES if not isinstance(getattr(found, key), bool)]
    pairs = {
        "sleep": found.sleep_threshold_percent < found.emergency_threshold_percent,
        "entries": found.min_entries_for_compaction <= found.max_entries_before_compaction,
        "kept": found.preserve_last_n_entries <= found.max_entries_before_compaction - 1,
        "saving": found.min_saving_tokens < found.threshold_tokens,
    }
    return wrong + [name for name, holds in pairs.items() if not holds]
