"""What can be set about an agent's memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """One agent's settings; whoever reads them from a file has checked them."""

    immediate_window: int = 64
    """The newest memories, always verbatim."""
    recent_window: int = 64
    """New memories from one compaction to the next."""
    strategy: str = "waterfall"
    profile: str = "summarizer"
    """Name of the model profile that summaries are made with."""
