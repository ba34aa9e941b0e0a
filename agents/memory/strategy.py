"""What a strategy of remembering is: when to compact, what, and into which summaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agents.boundaries import TokenCounter
from agents.memory.records import Experience, Method, Span, Summary, SummaryType
from agents.memory.settings import MemorySettings
from agents.memory.view import View


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a summary to be, and how it came about."""

    text: str
    method: Method
    profile: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True)
class NewSummary:
    """A draft with its place: which summaries it was made from and what it stands for."""

    type: SummaryType
    draft: Draft
    covers: Span
    replaces: tuple[str, ...] = ()


class Writer(Protocol):
    """Writes summaries that may be relied upon: validated, or else deterministic."""

    async def summarise(self, memories: Sequence[Experience]) -> Draft:
        """A text that stands for `memories`; never empty, never larger than they are."""
        ...

    async def merge(self, recent: Summary, older: Summary) -> Draft:
        """A text that stands for both; never empty, never larger than they are."""
        ...


class Strategy(Protocol):
    """One way of remembering. `due` is pure; `summaries` changes nothing either."""

    def due(self, view: View, tokens: TokenCounter, settings: MemorySettings) -> Span | None:
        """The memories that should leave the tail now, or None."""
        ...

    def next_trigger(self, view: View, settings: MemorySettings) -> int:
        """The number of the memory at which `due` will first say so."""
        ...

    async def summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """All summaries that are to stand once `span` has left the tail, oldest first."""
        ...
