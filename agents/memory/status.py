"""The status of an agent's memory: plain values; telnet, shell and web page render them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Literal

from agents.memory.core.records import Counts, Method, Span
from late.late_dataclass import late_dataclass

Health = Literal["OK", "WARNING", "ERROR"]


@late_dataclass(frozen=True, slots=True)
class SummaryStatus:
    """A summary as the prompt shows it."""

    type: Literal["recent", "longterm"]
    text: str
    covers: Span
    tokens: int
    method: Method
    at: datetime
    """When the text was written."""
    model: str = ""
    profile: str = ""


@late_dataclass(frozen=True, slots=True)
class OwnPrompts:
    """The prompts that an agent's turns have, by the form that its profile of models asks for."""

    form: str
    """``whole``: all that memory holds ready; ``scene``: what fits the moment."""
    last: int | None
    """Tokens of its last turn's prompt; None: it has taken no turn yet."""

    @property
    def show_all(self) -> bool:
        """Whether they have every summary and every memory of the tail."""
        return self.form == "whole"


@late_dataclass(frozen=True, slots=True)
class PromptStatus:
    """How many tokens a whole prompt takes; an agent with scenes gets none."""

    tokens: int
    """Tokens of the summaries and the tail."""
    counter: str
    """The name of the token counter."""
    overhead: int | None
    """Tokens of the last prompt that were not memories; None: no prompt was measured yet."""
    context_tokens: int
    """Tokens that a prompt may have in the agent's model; 0: unknown."""
    band: str
    """How full the context is, in a word; see `name_band`."""
    left_out: Span | None = None
    """The oldest memories that prompts leave out for now; None: they show all."""

    @property
    def whole(self) -> int:
        """Tokens of the whole prompt, as far as they are known."""
        return self.tokens + (self.overhead or 0)


@late_dataclass(frozen=True, slots=True)
class StrategyStatus:
    """The agent's strategy, and when it compacts next."""

    name: str
    windows: str
    """The strategy's main numbers, such as ``64 immediate, 64 recent``."""
    profile: str
    """The model profile for summaries."""
    by_rule: bool
    """Whether rules write them, because the profile's model writes none or is too small to."""
    next_trigger: int | None
    """The memory at which the next compaction is due; None: the strategy does not count."""
    condition: str
    """When the next compaction comes, in words."""


@late_dataclass(frozen=True, slots=True)
class ArchiveStatus:
    """The log on the disk."""

    segments: int
    bytes: int
    dropped: int
    """Experiences lost because the archive could not be written, since the start."""
    waiting: int = 0
    """Experiences that are not on disk yet because the archive cannot be written."""


@late_dataclass(frozen=True, slots=True)
class LastCompaction:
    """The last compaction."""

    at: datetime
    tokens_saved: int
    """Tokens that it took out of the prompt."""


@late_dataclass(frozen=True, slots=True)
class FailedTries:
    """Compactions that failed since the last one succeeded; the log knows nothing of them."""

    count: int
    last: datetime
    why: str
    """Why the last of them failed."""


@late_dataclass(frozen=True, slots=True)
class MemoryStatus:
    """One agent's memory at one moment."""

    name: str
    health: Health
    causes: tuple[str, ...]
    """Why the health is not OK, the most serious first."""
    total: int
    """Memories in the archive."""
    last_memory: datetime | None
    covered: Span | None
    """The memories that the summaries stand for."""
    tail: int
    """Memories shown verbatim."""
    masked: int
    """Memories of the tail whose output is shown as a placeholder."""
    summaries: tuple[SummaryStatus, ...]
    """The long-term and the recent summary, as the prompt shows them."""
    methods: tuple[Method, ...]
    """How the standing summaries were made, oldest first."""
    counts: Counts
    running: bool
    """Whether a compaction is under way."""
    last_error: str
    failed: FailedTries | None
    """The compactions that failed since the last one; None: none did since the start."""
    last_compaction: LastCompaction | None
    strategy: StrategyStatus
    prompt: PromptStatus
    archive: ArchiveStatus
    own: OwnPrompts | None = None
    """The prompts of the agent's turns; None: the memory is looked at without its agent."""

    @property
    def in_prompts(self) -> bool:
        """Whether the agent's prompts have all that its memory holds ready."""
        return self.own is None or self.own.show_all


def add_warnings(status: MemoryStatus, warnings: Iterable[str]) -> MemoryStatus:
    """Return `status` with further causes; one that was OK becomes a warning."""
    added = tuple(warnings)
    health = "WARNING" if added and status.health == "OK" else status.health
    return replace(status, health=health, causes=(*status.causes, *added))
