"""What can be set about an agent's memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """One agent's settings; whoever reads them from a file has checked them.

    Each strategy reads its own; the names are those of the notes that people write.
    """

    strategy: str = "waterfall"
    profile: str = "summarizer"
    """Name of the model profile that summaries are made with."""
    micro_compact: str = ""
    """When bulky old output is masked: ``pressure``, ``turn``, ``off``; empty: as the
    strategy has it."""
    citations: str = "auto"
    """Which models are asked to name the memories each sentence rests on: ``auto``, those that
    follow instructions; ``always``; ``off``."""
    journal: str = "auto"
    """Who extracts facts before memories leave the verbatim view: ``model``; ``heuristic``;
    ``auto``, a model if it follows instructions; ``off``: nobody."""
    related_memories_tokens: int = 0
    """What recalled memories may take of each prompt."""
    semantic_recall: bool = False
    """Recall ranks by meaning too, if its embedding model is installed."""
    context_tokens: int = 0
    """What a prompt may have in the agent's model; 0 where that is not known."""

    # --- waterfall (immediate_window: tree as well) ---------------------------------
    immediate_window: int = 64
    """The newest memories, always verbatim."""
    recent_window: int = 64
    """New memories from one compaction to the next."""

    # --- rolling ----------------------------------------------------------------------
    min_entries_for_compaction: int = 5
    max_entries_before_compaction: int = 10
    max_chars_before_compaction: int = 8000
    summary_max_sentences: int = 3
    preserve_last_n_entries: int = 2
    include_key_findings: bool = True
    use_llm_for_summary: bool = True
    fallback_to_deterministic: bool = True
    conversation_max_turns: int = 20

    # --- sleep ------------------------------------------------------------------------
    sleep_threshold_percent: int = 70
    emergency_threshold_percent: int = 80
    preserve_memories: int = 20
    preserve_percent: int = 20
    sleep_after: float = 300.0
    """Seconds without anything happening until the agent falls asleep; 0: never."""
    sleep_seconds: float = 600.0
    """The longest sleep; 0: until woken."""

    # --- layered ----------------------------------------------------------------------
    threshold_tokens: int = 12_000
    min_saving_tokens: int = 2_000
    preserve_window: int = 8

    # --- tree -------------------------------------------------------------------------
    leaf_memories: int = 64
    branching: int = 8
    longterm_tokens: int = 1_200
