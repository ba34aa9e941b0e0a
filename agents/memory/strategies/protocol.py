"""The protocol of a strategy: when to compact, which memories, and into which summaries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from agents.declaration import Order
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import (
    Cause,
    CitationMap,
    Excerpt,
    Experience,
    Method,
    Span,
    Summary,
    SummaryType,
)
from agents.memory.core.view import View, read_citations
from agents.workers.protocol import Workers
from late.late_dataclass import late_dataclass
from late.late_module import late_module

if TYPE_CHECKING:
    from agents.memory.language import deterministic
else:
    deterministic = late_module("agents.memory.language.deterministic")

Moment = Literal["memory", "turn", "pressure", "sleep"]
"""When a strategy is asked: a memory was recorded, a turn has ended, a turn is about to begin
and its prompt is long, the agent has fallen asleep."""

Own = Callable[[Sequence[Experience], int], str]
"""A deterministic text for memories, of at most so many characters: pure."""

Join = Callable[[str, str, int], str]
"""An earlier and a later text as one of at most so many characters: pure."""

Keep = Callable[[str, str, Collection[str], int], str]
"""A text made of an earlier one, with sentences of that one that must stay, in at most so many
characters: pure."""

#: The most characters of a summary: about 400 and 600 tokens.
RECENT_LIMIT = 1600
LONGTERM_LIMIT = 2400


#: The stride of a strategy with one text for everything: rewriting that text is expensive.
ONE_TEXT = 1024


class NothingToCompact(Exception):
    """There is nothing to compact; the message is shown to the person who asked.

    `by_force`: there would be something if the person insisted.
    """

    def __init__(self, message: str, *, by_force: bool = False) -> None:
        super().__init__(message)
        self.by_force = by_force

    def advise(self, insist: str) -> str:
        """Return the message and, if it is of use, that the person may insist.

        `insist` is the command for that; empty: the same with ``force``.
        """
        how = f"{insist} compacts" if insist else "Add the word force to compact"
        return f"{self} {how} all the same." if self.by_force else str(self)


def _summarise(memories: Sequence[Experience], limit: int) -> str:
    return deterministic.summarise_memories(memories, limit)


def _merge(older: str, recent: str, limit: int) -> str:
    return deterministic.merge_texts(older, recent, limit)


def _keep(text: str, older: str, kept: Collection[str], limit: int) -> str:
    return deterministic.keep_sentences_of(text, older, kept, limit)


@late_dataclass(frozen=True, slots=True)
class Form:
    """The kind of text that a writer is to write."""

    template: str = "summary.prompt"
    """The name of the prompt's text. The prompt has ``{lines}``, ``{before}`` if it builds on
    earlier summaries, and may have ``{task}``, ``{sentences}`` and ``{sections}``."""
    limit: int = RECENT_LIMIT
    """The most characters."""
    joined_limit: int = 0
    """The most characters where rules join texts, as they add no words; 0: `limit`."""
    sentences: int = 0
    """The most sentences; 0: any number."""
    sections: tuple[str, ...] = ()
    """Headings that the text must have, in order, each on its own line with a colon."""
    asks: tuple[str, ...] = ()
    """Names of the texts with rules that the model is to keep, beside the prompt's."""
    use_model: bool = True
    fallback: bool = True
    """Whether `own` writes the text if the model fails; otherwise the compaction fails."""
    own: Own = _summarise
    restores: bool = False
    """Whether telling sentences that a merged text dropped are put back (`restoring`)."""
    join: Join = _merge
    """Joins an earlier and a later text without a model."""
    keep: Keep = _keep
    """Puts back what a person wrote into the earlier text."""


NARRATIVE = Form()
MERGED = Form("summary.merge", LONGTERM_LIMIT)


@late_dataclass(frozen=True, slots=True)
class Draft:
    """The text of a new summary, and how it was made."""

    text: str
    method: Method
    profile: str = ""
    model: str = ""
    cited: CitationMap = field(default_factory=dict)
    """Sentence → the memories that it rests on."""


@late_dataclass(frozen=True, slots=True)
class NewSummary:
    """A draft with the memories that it covers and the summaries that it replaces."""

    type: SummaryType
    draft: Draft
    covers: Span
    replaces: tuple[str, ...] = ()
    level: int = 0
    shown: int = 0
    excerpt: Excerpt = ()


class Writer(Protocol):
    """Writes summaries: a model's text that passed validation, or a deterministic one."""

    async def summarise(
        self,
        memories: Sequence[Experience],
        *,
        form: Form = NARRATIVE,
        before: Sequence[Summary] = (),
    ) -> Draft:
        """Return a text for `before` and `memories`; never empty, never longer than both.

        Raises `NoSummary` if `form` has no fallback and the model fails.
        """
        ...

    async def merge(self, older: Sequence[Summary], *, form: Form = MERGED) -> Draft:
        """Return a text for all of `older` (oldest first), never longer than they are."""
        ...

    async def model_turns(self, span: Span) -> int:
        """Return how many turns of the agent in `span` a model decided."""
        ...

    def tokens(self, text: str) -> int:
        """Return the tokens of `text`."""
        ...

    @property
    def workers(self) -> Workers:
        """What carries out work that computes for long."""
        ...

    @property
    def task(self) -> str:
        """The agent's persona in a sentence or two."""
        ...


class NoSummary(Exception):
    """The model failed, and the form allows no deterministic summary."""


@late_dataclass(frozen=True, slots=True)
class Strategy(ABC):
    """One strategy of compaction: a frozen dataclass whose fields are its settings.

    Each field that can be set is a `setting` with its bounds and its sentence.  `find_due_span`
    is pure, and `write_summaries` changes nothing outside.  A subclass overrides the defaults
    that do not fit it.
    """

    name: ClassVar[str]
    """Its name in settings, the log and the documentation."""
    compacts: ClassVar[str]
    """When it compacts: a phrase for the table of strategies."""
    stands: ClassVar[str]
    """What represents the past: a phrase for that table."""
    summarises: ClassVar[bool] = True
    """Whether its texts tell what happened; otherwise they only say where memories are."""
    wears: ClassVar[bool] = True
    """Whether its texts lose detail because they are written again and again."""
    lasting: ClassVar[bool] = False
    """Whether it is the remedy for that: it summarises, and rewrites seldom."""
    orders: ClassVar[tuple[Order, ...]] = ()
    """Which of its settings must be below which."""

    context_tokens: int = field(default=0, kw_only=True)
    """Tokens that a prompt may have in the agent's model; 0: unknown."""

    # --- when and what ----------------------------------------------------------------

    @abstractmethod
    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return the memories that should leave the tail now, or None."""

    @abstractmethod
    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return the memories that leave the tail when a person asks for a compaction.

        `force`: even below the thresholds.  Raises `NothingToCompact`.
        """

    def choose_bootstrap_span(self, view: View, tokens: Gauge) -> Span:
        """Return the memories that leave the tail of an archive without summaries.

        Raises `NothingToCompact`.
        """
        return self.choose_manual_span(view, tokens)

    @abstractmethod
    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Return a clause that tells people when the next compaction comes."""

    @property
    def stride(self) -> int:
        """Memories per window when a whole archive is compacted."""
        return ONE_TEXT

    def next_trigger(self, view: View) -> int | None:
        """Return the number of the memory at which the next compaction is due.

        None if the strategy does not count memories.
        """
        return None

    @property
    def interval(self) -> int:
        """Memories from one compaction to the next; 0: the strategy does not count memories."""
        return 0

    def name_cause(self, view: View, tokens: Gauge) -> Cause:
        """Return what makes a compaction due that `find_due_span` finds awake."""
        return "count" if self.interval else "tokens"

    @property
    def windows(self) -> str:
        """Its main numbers, such as ``64 immediate, 64 recent``."""
        return ""

    @property
    def asks_model(self) -> bool:
        """Whether a model writes its texts, as `choose_form` says of each."""
        return self.summarises

    # --- into which texts ---------------------------------------------------------------

    @abstractmethod
    def choose_form(self, summary: Summary) -> Form:
        """Return the form in which a standing summary is written again."""

    def write_by_rule(self, memories: Sequence[Experience]) -> str:
        """Return a text about memories of any time, made without a model."""
        return MERGED.own(memories, MERGED.limit)

    @abstractmethod
    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Return all summaries that stand once `span` has left the tail, oldest first."""

    async def choose_shown(
        self, new: Sequence[NewSummary], view: View, writer: Writer
    ) -> Sequence[NewSummary]:
        """Return `new`, all that stand beside the tail of `view`, with what a prompt shows of each.

        `write_summaries` has chosen that for its texts; it is chosen again for texts that were
        written again since.
        """
        return new

    # --- beside compaction ----------------------------------------------------------------

    @property
    def micro_compact(self) -> Literal["pressure", "turn", "off"]:
        """When bulky old output is masked, unless a setting overrides it."""
        return "pressure"

    @property
    def emergency_limit(self) -> int | None:
        """Tokens of a prompt above which the agent compacts before its turn; None: no limit."""
        return None

    @property
    def sleep_after(self) -> float:
        """Seconds without an event until the agent falls asleep; 0: never by itself."""
        return 0.0


def keep_summary(summary: Summary) -> NewSummary:
    """Return a standing summary unchanged, as a new one."""
    cited = read_citations(summary)
    draft = Draft(summary.text, summary.method, summary.profile, summary.model, cited)
    return NewSummary(
        summary.type,
        draft,
        summary.covers,
        summary.replaces,
        summary.level,
        summary.shown,
        summary.excerpt,
    )


def select_memories(view: View, span: Span) -> list[Experience]:
    """Return the memories of the tail that lie in `span`."""
    return [each for each in view.tail if span[0] <= each.seq <= span[1]]
