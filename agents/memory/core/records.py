"""What an archive holds: frozen records, each one a line of JSON in `codec`.

A memory has a number of its own, 1, 2, 3 … without a gap; every other record says which
memory it follows.  The records are complete in themselves: a compaction carries both
summaries, so that whatever stands before it need not be read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from agents.memory.core.facts import Fact
from world.nature import Nature

Span = tuple[int, int]
"""First and last memory number, both included."""

Method = Literal["llm", "deterministic", "human"]
SummaryType = Literal["recent", "longterm", "leaf", "node"]
Trigger = Literal["automatic", "manual", "early", "bootstrap", "sleep", "emergency", "redo"]
ExtractedBy = Literal["model", "heuristic"]

Citations = tuple[tuple[int, ...], ...]
"""For each sentence of a text, in order, the memories that it rests on."""

CitationMap = Mapping[str, tuple[int, ...]]
"""Sentence → the numbers of the memories that it rests on."""

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def length(span: Span) -> int:
    """How many memories a span holds."""
    return span[1] - span[0] + 1


@dataclass(frozen=True, slots=True)
class NewMemory:
    """What is to become a memory: an `Experience` without its number and its time."""

    text: str
    source: str
    event: str = ""
    place: str = ""
    occupants: tuple[str, ...] = ()
    speaker: str = ""
    command: str = ""
    line: str = ""
    reason: str = ""
    ok: bool = True
    nature: Nature = Nature.DEED


@dataclass(frozen=True, slots=True)
class Experience:
    """One memory: something that the agent did, perceived or thought."""

    seq: int
    at: datetime
    text: str
    """Exactly what the transcript shows: an action's is the line, then its result."""
    source: str
    """``action``, ``observation``, ``thought`` …"""
    event: str = ""
    place: str = ""
    occupants: tuple[str, ...] = ()
    speaker: str = ""
    command: str = ""
    line: str = ""
    reason: str = ""
    ok: bool = True
    nature: Nature = Nature.DEED
    """The nature of the own command, or of the event that was perceived."""

    @property
    def is_own(self) -> bool:
        """Whether the agent did or thought it; else it perceived it."""
        return self.source in ("action", "thought")

    @property
    def is_dream(self) -> bool:
        """Whether it surfaced in sleep: it repeats old memories and is no new experience."""
        return self.nature is Nature.DREAM and self.source == "thought"


@dataclass(frozen=True, slots=True)
class Summary:
    """A text that stands for a span of memories."""

    id: str
    type: SummaryType
    text: str
    covers: Span
    method: Method
    at: datetime
    """When this text came to be (UTC)."""
    tokens: int = 0
    profile: str = ""
    model: str = ""
    replaces: tuple[str, ...] = ()
    """Ids of the summaries that this one was made from."""
    level: int = 0
    """Of a node: how many times what it tells of was summarised since it was a leaf."""
    shown: int = 0
    """Characters of the text that the prompt shows at most; 0: all of it."""
    citations: Citations = ()

    @property
    def is_recent(self) -> bool:
        """Whether it can stand for what came just before the tail; else it is long-term."""
        return self.type in ("recent", "leaf")

    @property
    def memory_count(self) -> int:
        """How many memories the text stands for."""
        return length(self.covers)


@dataclass(frozen=True, slots=True)
class Counts:
    """How the summaries of an agent's whole life came to be."""

    compactions: int = 0
    llm: int = 0
    deterministic: int = 0
    human: int = 0
    refused: int = 0
    """Model answers that were refused by validation."""
    redone: int = 0
    """Deterministic texts that a model has made again."""
    calls: int = 0
    """Requests to models."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    """What those requests have cost."""
    tokens_before: int = 0
    tokens_after: int = 0
    """Tokens of summaries and tail before and after each compaction, added up."""


@dataclass(frozen=True, slots=True)
class Compaction:
    """New summaries took the place of memories. `summaries` is all that now stands."""

    after: int
    at: datetime
    covers: Span
    """The memories that left the verbatim tail."""
    summaries: tuple[Summary, ...]
    """Oldest first; their spans join without a gap from memory 1 to the end of `covers`."""
    method: Method
    trigger: Trigger
    seconds: float = 0.0
    tokens_before: int = 0
    """Tokens of summaries and tail together, when the span was frozen."""
    tokens_after: int = 0
    entries_before: int = 0
    """Summaries and memories of the view, when the span was frozen; after: what it became."""
    entries_after: int = 0
    chars_before: int = 0
    chars_after: int = 0
    strategy: str = ""
    revision: int = 0
    counts: Counts = field(default_factory=Counts)

    @property
    def compression_ratio(self) -> float:
        """The part of the characters that was removed: 0.75 is three quarters."""
        return 1 - self.chars_after / self.chars_before if self.chars_before else 0.0


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """Facts that were extracted from a span before it left the verbatim tail.

    A later entry for the same span takes the place of an earlier one.
    """

    after: int
    at: datetime
    covers: Span
    facts: tuple[Fact, ...]
    method: ExtractedBy


@dataclass(frozen=True, slots=True)
class MicroCompact:
    """From here on the bulky output of these memories is shown as a placeholder."""

    after: int
    at: datetime
    seqs: tuple[int, ...]
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Edit:
    """A person rewrote a summary; `summary.replaces` names the one it took the place of."""

    after: int
    at: datetime
    summary: Summary
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Frames:
    """The words around the summaries in a prompt: templates with one ``{summary}`` each."""

    longterm: str = ""
    recent: str = ""


NO_FRAMES = Frames()


@dataclass(frozen=True, slots=True)
class Turn:
    """All that is needed to render one turn's prompt again, and what came of it.

    `after` and `revision` are those of the view that the prompt was made from; left at -1
    they are filled in from the view at the moment of recording.
    """

    situation: str
    head: str = ""
    """The prompt's stable beginning, whole. Read from an archive it is empty where it is
    the same as the head of the turn before; `head_id` always tells."""
    frames: Frames = NO_FRAMES
    """How the summaries were framed; kept with the head."""
    notes: str = ""
    reply: str = ""
    command: str = ""
    model: str = ""
    profile: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    outcome: str = ""
    after: int = -1
    revision: int = -1
    at: datetime = _NEVER
    head_id: str = ""
    prompt_id: str = ""
    """A digest of the whole prompt, by which a prompt rendered again is known to be the same."""


Record = Experience | Compaction | JournalEntry | MicroCompact | Edit | Turn


def summaries_in(record: Record) -> tuple[Summary, ...]:
    """The summaries that a record brings."""
    match record:
        case Compaction():
            return record.summaries
        case Edit():
            return (record.summary,)
        case _:
            return ()
