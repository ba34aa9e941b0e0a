"""The records of an archive; `codec` writes each as one line of JSON.

Memories are numbered 1, 2, 3 … without a gap; other records say which memory they follow. A
compaction carries all standing summaries, so that nothing before it need be read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from typing import Literal

from agents.memory.core.facts import Fact
from late.late_dataclass import late_dataclass
from world.nature import Nature

REFUSED_REPLY = "no use: "
"""The outcome of a turn's record begins so if its reply was of no use; the reason follows."""

ONCE, WITHOUT_MEMORIES = "once", "scene"
"""The forms of a prompt: what the memories have in common stands there once; or what matters at
the moment stands in their place."""

Span = tuple[int, int]
"""First and last memory number, both included."""

Method = Literal["llm", "deterministic", "human"]
SummaryType = Literal["recent", "longterm", "leaf", "node"]
RECENT_TYPES: tuple[SummaryType, ...] = ("recent", "leaf")
"""Those that can stand for the memories just before the tail."""
Trigger = Literal["automatic", "manual", "early", "bootstrap", "sleep", "emergency", "redo"]
Cause = Literal[
    "",
    "count",
    "characters",
    "tokens",
    "sleep",
    "emergency",
    "by hand",
    "forced",
    "import",
    "redo",
    "forgotten",
    "anew",
]
"""Why a compaction came; empty in records of versions that did not note it."""

ExtractedBy = Literal["model", "heuristic"]
NotedBy = Literal["agent", "compaction"]

Citations = tuple[tuple[int, ...], ...]
"""For each sentence of a text, in order, the memories that it rests on; see `CitedNumbers`."""
CitationMap = Mapping[str, tuple[int, ...]]
"""Sentence → the numbers of the memories that it rests on."""
Excerpt = tuple[tuple[int, int], ...]
"""The parts of a text that a prompt shows: the first character of each, and the one behind it."""

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def length(span: Span) -> int:
    """Return how many memories a span holds."""
    return span[1] - span[0] + 1


@late_dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory to be recorded: an `Experience` without its number and its time."""

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


@late_dataclass(frozen=True, slots=True)
class Experience:
    """One memory: something that the agent did, perceived or thought."""

    seq: int
    at: datetime
    text: str
    """Exactly what the transcript shows; for an action the line, then its result."""
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
    """The nature of the agent's command, or of the event that it perceived."""

    @property
    def is_own(self) -> bool:
        """Whether the agent did or thought it; otherwise it perceived it."""
        return self.source in ("action", "thought")

    @property
    def is_dream(self) -> bool:
        """Whether it surfaced in sleep: it repeats old memories and is no new experience."""
        return self.nature is Nature.DREAM and self.source == "thought"


@late_dataclass(frozen=True, slots=True)
class Summary:
    """A text that stands for a span of memories."""

    id: str
    type: SummaryType
    text: str
    covers: Span
    method: Method
    at: datetime
    """When this text was written (UTC)."""
    tokens: int = 0
    profile: str = ""
    model: str = ""
    replaces: tuple[str, ...] = ()
    """Ids of the summaries that this one was made from."""
    level: int = 0
    """Of a node: how often its content was summarised again since it was a leaf."""
    shown: int = 0
    """The most characters of the text that the prompt shows; 0: all of it."""
    citations: Citations = ()
    rewritten: int = 0
    """How often its oldest content was written again from summaries, as far as it was counted."""
    excerpt: Excerpt = ()
    """The parts of the text that the prompt shows; empty: `shown` says how much."""
    by_hand: tuple[str, ...] = ()
    """The sentences of the text that a person wrote, as far as the log says so."""
    borne_out: tuple[str, ...] = ()
    """Digests of sentences that a model, reading again, found to say what memories say."""

    @property
    def is_recent(self) -> bool:
        """Whether it can stand for the memories just before the tail; otherwise it is long-term."""
        return self.type in RECENT_TYPES

    @property
    def memory_count(self) -> int:
        """How many memories the text stands for."""
        return length(self.covers)


@late_dataclass(frozen=True, slots=True)
class Counts:
    """Totals over all compactions of an agent's life."""

    compactions: int = 0
    llm: int = 0
    deterministic: int = 0
    human: int = 0
    refused: int = 0
    """Model answers that were refused by validation."""
    corrected: int = 0
    """Sentences of model answers that contradicted their memories, or gave orders: a memory stands
    in their place, or they were left out."""
    redone: int = 0
    """Deterministic texts that a model has written again."""
    calls: int = 0
    """Requests to models."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    """Tokens of those requests."""
    tokens_before: int = 0
    tokens_after: int = 0
    """Tokens of summaries and tail before and after each compaction, added up."""


@late_dataclass(frozen=True, slots=True)
class Compaction:
    """New summaries replaced memories. `summaries` are all that stand now."""

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
    """Summaries and memories of the view, when the span was frozen."""
    entries_after: int = 0
    chars_before: int = 0
    chars_after: int = 0
    strategy: str = ""
    revision: int = 0
    counts: Counts = field(default_factory=Counts)
    cause: Cause = ""
    refusals: tuple[str, ...] = ()
    """Which answers of models were refused for it, and why; not noted without a cause."""
    renewed: tuple[Summary, ...] | None = None
    """Of an unfinished `Renewal`: the summaries that were made so far; None: there is none."""

    @property
    def compression_ratio(self) -> float:
        """The part of the characters that was removed, 0 to 1."""
        return 1 - self.chars_after / self.chars_before if self.chars_before else 0.0


@late_dataclass(frozen=True, slots=True)
class JournalEntry:
    """Facts drawn from a span before it left the tail; a later entry of the span replaces it."""

    after: int
    at: datetime
    covers: Span
    facts: tuple[Fact, ...]
    method: ExtractedBy


@late_dataclass(frozen=True, slots=True)
class JournalNote:
    """A fact that stands in the journal by itself, beside those extracted from its span.

    A later note by the same author for the same span replaces it.
    """

    after: int
    at: datetime
    covers: Span
    fact: Fact
    by: NotedBy
    """``agent``: the agent wrote it into its journal; ``compaction``: what the span was about."""


@late_dataclass(frozen=True, slots=True)
class MicroCompact:
    """From here on a mask replaces the bulky output of these memories."""

    after: int
    at: datetime
    seqs: tuple[int, ...]
    revision: int = 0
    masks: tuple[str, ...] = ()
    """What is shown instead of each; empty in logs of versions that did not record it."""


@late_dataclass(frozen=True, slots=True)
class Edit:
    """A person rewrote a summary; `summary.replaces` names the one it replaces."""

    after: int
    at: datetime
    summary: Summary
    revision: int = 0


@late_dataclass(frozen=True, slots=True)
class Renewal:
    """All summaries are being made anew from the archive.

    The first record of a renewal has a `stand_in`, which replaces the standing summaries.  Each
    later one has the `summaries` that were made so far; no prompt shows them.  A compaction puts
    them in place when they cover what is covered, and an `Edit` calls the renewal off.
    """

    after: int
    at: datetime
    stand_in: Summary | None = None
    summaries: tuple[Summary, ...] = ()
    by: str = ""
    """Who asked for it."""
    tokens_before: int = 0
    """Tokens of the summaries that the stand-in replaced."""
    revision: int = 0


@late_dataclass(frozen=True, slots=True)
class Frames:
    """Templates of the words around the summaries in a prompt, with one ``{summary}`` each."""

    longterm: str = ""
    recent: str = ""


NO_FRAMES = Frames()


@late_dataclass(frozen=True, slots=True)
class Turn:
    """All that is needed to render one turn's prompt again, and the outcome of the turn.

    `after` and `revision` are those of the view that the prompt was made from; -1 is replaced
    by those of the view at the moment of recording.
    """

    situation: str
    head: str = ""
    """The stable beginning of the prompt. The archive leaves it out (and it is read as empty)
    if an earlier turn has the same; `head_id` is always there."""
    frames: Frames = NO_FRAMES
    """The words around the summaries; kept with the head."""
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
    """A digest of the whole prompt, to check a prompt that is rendered again."""
    left_out_from: int = 0
    left_out_to: int = 0
    """The first and the last memory that the prompt left out; 0: it left out none."""
    left_out_note: str = ""
    """The line in their place."""
    form: str = ""
    """`ONCE`, `WITHOUT_MEMORIES` or empty: the prompt showed every memory of the tail in full."""
    blocks: tuple[str, ...] = ()
    """The parts of `notes` in order, each with its name and its characters: ``recalled 812``.
    Empty if there are none, or in logs of versions that did not record it."""
    choices: tuple[str, ...] = ()
    """The candidates for the line, the best first: origin and score, words, reasons. Empty if
    there were none, or in logs of versions that did not record them."""
    decided_by: str = ""
    """``model``, ``voice``, ``memory``, ``plain``, ``profile``, or by rule: ``intention``,
    ``manners``, ``fallback``. Empty: the reply was of no use, or the log is of an older version."""
    model_unused: str = ""
    """Why the model was asked and did not decide: ``late``, ``refused``, ``unavailable``."""

    @property
    def is_refused(self) -> bool:
        """Whether the reply was of no use: the model was asked again, or the fallback decided."""
        return self.outcome.startswith(REFUSED_REPLY)

    @property
    def left_out(self) -> Span | None:
        """The memories that the prompt left out; None: none."""
        return (self.left_out_from, self.left_out_to) if self.left_out_from else None


@late_dataclass(frozen=True, slots=True)
class PageEdit:
    """What a person has written on a page of the journal; a later one for it replaces this."""

    after: int
    at: datetime
    page: str
    """``people/Ada`` or ``journal/2026-01-01``."""
    above: str = ""
    below: str = ""
    """A person's text before and behind the generated part."""
    struck: tuple[str, ...] = ()
    """Facts that they took off the page: these are shown no more."""


JournalRecord = JournalEntry | JournalNote | PageEdit
JOURNAL_RECORDS = (JournalEntry, JournalNote, PageEdit)
"""The records of the journal. Its pages come from them, and no view."""
Record = Experience | Compaction | JournalRecord | MicroCompact | Edit | Renewal | Turn

#: The records that change no view.
UNFOLDED = (Turn, *JOURNAL_RECORDS)


def find_last_covered(summaries: Sequence[Summary]) -> int:
    """Return the last memory that summaries stand for; 0 if there are none."""
    return summaries[-1].covers[1] if summaries else 0


SummaryChange = Compaction | Edit | Renewal
"""The records that carry summaries."""


def summaries_in(record: Record) -> tuple[Summary, ...]:
    """Return the summaries that a record carries."""
    match record:
        case Renewal():
            return (*((record.stand_in,) if record.stand_in else ()), *record.summaries)
        case Compaction():
            return record.summaries
        case Edit():
            return (record.summary,)
        case _:
            return ()
