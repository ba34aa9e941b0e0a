"""What a strategy of remembering is: when to compact, what, and into which summaries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol

from agents.declaration import Order
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import CitationMap, Experience, Method, Span, Summary, SummaryType
from agents.memory.core.view import View, read_citations
from agents.memory.language import deterministic

Moment = Literal["memory", "turn", "pressure", "sleep"]
"""When a strategy is asked: a memory was recorded, a turn has ended, a turn is about to begin
and its prompt is long, the agent has fallen asleep."""

Own = Callable[[Sequence[Experience]], str]
"""A deterministic text for memories: pure."""

Join = Callable[[str, str, int], str]
"""An earlier and a later text as one of at most so many characters: pure."""

#: Characters that a summary may have at most: some 400 and 600 tokens.
RECENT_LIMIT = 1600
LONGTERM_LIMIT = 2400


#: The stride of a strategy whose one text stands for everything: rewriting it is what costs.
ONE_TEXT = 1024


class NothingToCompact(Exception):
    """Why there is nothing to compact; the message is for the person who asked."""


@dataclass(frozen=True, slots=True)
class Form:
    """What kind of text is wanted of a writer."""

    template: str = "summary.prompt"
    """The prompt's name among the texts; it has ``{lines}`` and, if it builds on earlier
    summaries, ``{before}``, and may have ``{task}`` and ``{sentences}``."""
    limit: int = RECENT_LIMIT
    """Characters at most."""
    sentences: int = 0
    """Sentences at most; 0: any number."""
    sections: tuple[str, ...] = ()
    """Headings that the text must have, in order, each on a line with a colon."""
    use_model: bool = True
    fallback: bool = True
    """Without it a model that fails makes the compaction fail."""
    own: Own = deterministic.summarise_memories
    retain_numbers: bool = False
    """Whether names with numbers that a combined text drops are put back; see
    `retained_numbers`."""
    join: Join = deterministic.merge_texts
    """How a text goes on from an earlier one without a model."""


NARRATIVE = Form()
MERGED = Form("summary.merge", LONGTERM_LIMIT)


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a summary to be, and how it came about."""

    text: str
    method: Method
    profile: str = ""
    model: str = ""
    cited: CitationMap = field(default_factory=dict)
    """Sentence → the memories that it rests on."""


@dataclass(frozen=True, slots=True)
class NewSummary:
    """A draft with its place: which summaries it was made from and what it stands for."""

    type: SummaryType
    draft: Draft
    covers: Span
    replaces: tuple[str, ...] = ()
    level: int = 0
    shown: int = 0


class Writer(Protocol):
    """Writes summaries that may be relied upon: validated, or else deterministic."""

    async def summarise(
        self,
        memories: Sequence[Experience],
        *,
        form: Form = NARRATIVE,
        before: Sequence[Summary] = (),
    ) -> Draft:
        """A text that stands for `before` and `memories`; never empty, never larger than both.

        Raises `NoSummary` if `form` has no fallback and the model fails.
        """
        ...

    async def merge(self, older: Sequence[Summary], *, form: Form = MERGED) -> Draft:
        """A text that stands for all of `older` (oldest first), never larger than they are."""
        ...

    async def model_turns(self, span: Span) -> int:
        """How many turns of the agent in `span` a model decided."""
        ...

    def tokens(self, text: str) -> int:
        """What `text` takes of a prompt."""
        ...

    @property
    def task(self) -> str:
        """What the agent is about, in a sentence or two: its persona."""
        ...


class NoSummary(Exception):
    """The model wrote no summary and nothing may take its place."""


@dataclass(frozen=True, slots=True)
class Strategy(ABC):
    """One way of remembering: a frozen dataclass whose fields are its settings.

    Each field that can be set is a `setting` with its bounds and its sentence.  `find_due_span`
    is pure, and `write_summaries` changes nothing outside.  A subclass overrides the defaults
    that do not fit it.
    """

    name: ClassVar[str]
    """What settings, the log and people call it."""
    compacts: ClassVar[str]
    """When it compacts, for the table of strategies: a phrase."""
    stands: ClassVar[str]
    """What stands for the past, for that table: a phrase."""
    orders: ClassVar[tuple[Order, ...]] = ()
    """How its settings must stand to one another."""

    context_tokens: int = field(default=0, kw_only=True)
    """What a prompt may have in the agent's model; 0 where that is not known."""

    # --- when and what ----------------------------------------------------------------

    @abstractmethod
    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return the memories that should leave the tail now, or None."""

    @abstractmethod
    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return the memories that leave the tail when a person asks for it.

        `force`: even below the thresholds.  Raises `NothingToCompact`.
        """

    @abstractmethod
    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Say when the next compaction comes, for people: a clause."""

    @property
    def stride(self) -> int:
        """Memories that are compacted at a time where a whole archive is gone through."""
        return ONE_TEXT

    def next_trigger(self, view: View) -> int | None:
        """Return the number of the memory at which `find_due_span` will first say so.

        None if it does not go by numbers.
        """
        return None

    @property
    def interval(self) -> int:
        """Memories from one compaction to the next; 0 if it does not go by numbers."""
        return 0

    @property
    def windows(self) -> str:
        """The numbers that people know it by, such as ``64 immediate, 64 recent``."""
        return ""

    # --- into which texts ---------------------------------------------------------------

    @abstractmethod
    def choose_form(self, summary: Summary) -> Form:
        """Return what kind of text a standing summary should be, if it is made again."""

    @abstractmethod
    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Return all summaries that are to stand once `span` has left the tail, oldest first."""

    # --- beside compaction ----------------------------------------------------------------

    @property
    def micro_compact(self) -> Literal["pressure", "turn"]:
        """When bulky old output is masked, unless the settings say otherwise."""
        return "pressure"

    @property
    def emergency_limit(self) -> int | None:
        """Tokens of a prompt above which the agent compacts before its turn; None: no limit."""
        return None

    @property
    def sleep_after(self) -> float:
        """Seconds without anything happening until the agent falls asleep; 0: never by itself."""
        return 0.0

    @property
    def conversation_max_turns(self) -> int:
        """Turns of the conversation with each partner that prompts tell of; 0: none."""
        return 0


def keep_summary(summary: Summary) -> NewSummary:
    """A summary that goes on standing as it is."""
    cited = read_citations(summary)
    draft = Draft(summary.text, summary.method, summary.profile, summary.model, cited)
    return NewSummary(
        summary.type, draft, summary.covers, summary.replaces, summary.level, summary.shown
    )


def select_memories(view: View, span: Span) -> list[Experience]:
    """The memories of the tail that lie in `span`."""
    return [each for each in view.tail if span[0] <= each.seq <= span[1]]
