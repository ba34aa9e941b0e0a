"""The journal's pages as text: a day of facts, and what is known of a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from datetime import datetime
from functools import lru_cache
from itertools import chain
from marshal import dumps, loads
from operator import itemgetter
from typing import TypeAlias
from zlib import compress, decompress

from agents.compact_sets import NumberSet
from agents.memory.core.days import format_day
from agents.memory.core.facts import Fact, share_parts
from agents.memory.journal.changing.history import (
    find_until,
    find_when_over,
    list_circumstances,
    merge_ends,
)
from agents.memory.journal.people import KnownPerson
from agents.prose import strip_controls
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

BEGIN, END = "<!-- tarn:begin -->", "<!-- tarn:end -->"
#: Facts in one section of a person's page.
MOST = 100

#: A fact's line, as `render_fact_line` writes it.
FACT_LINE = late_pattern(
    r"^- \((?P<importance>\d+)\) (?P<text>.+?)"
    r" · (?:own|seen|recalled|heard from .+?) · trust \S+ · "
)

_TAG = late_pattern(r"[^\w-]+")


_DayLine: TypeAlias = tuple[tuple[int, ...], str]
"""The numbers of a fact's memories, and its line."""


@late_dataclass(slots=True)
class DayPage:
    """All that a day's page shows; it grows by facts without those that it has.

    A busy day has thousands of facts: of each only its line is kept, and that compressed.
    """

    count: int = 0
    """How many facts it shows."""
    _packed: list[bytes] = field(default_factory=list[bytes])
    """The lines, and the numbers of their memories, of each batch."""
    _ends: dict[int, datetime] = field(default_factory=dict[int, datetime])

    def add(self, facts: Sequence[Fact]) -> None:
        """Take in more facts."""
        lines = [(each.seqs, _render_line(each)) for each in facts]
        self.count += len(lines)
        self._packed.append(compress(dumps(lines), 1))
        merge_ends(self._ends, facts)

    def render(self, day: str) -> str:
        """Return what the page says between the marks."""
        batches: Iterable[list[_DayLine]] = (loads(decompress(each)) for each in self._packed)
        found = sorted(chain.from_iterable(batches), key=itemgetter(0))
        ends = self._ends  # few facts of a day are over by its end
        lines = [
            _put_until(line, find_when_over(seqs, ends)) if seqs and seqs[0] in ends else line
            for seqs, line in found
        ]
        return _join_parts([f"# {day}", "\n".join(lines) or "Nothing."])


@late_dataclass(slots=True)
class _Section:
    """What a section of a person's page shows of all its facts."""

    total: int = 0
    weightiest: list[Fact] = field(default_factory=list[Fact])
    """The `MOST` most important, oldest first."""
    ends: dict[int, datetime] = field(default_factory=dict[int, datetime])

    def add(self, facts: Sequence[Fact]) -> None:
        """Take in more facts."""
        self.total += len(facts)
        every = sorted(
            (*self.weightiest, *map(share_parts, facts)), key=lambda each: (each.at, each.seqs)
        )
        self.weightiest = _pick_weightiest(every)
        merge_ends(self.ends, facts)


@late_dataclass(slots=True)
class PersonPage:
    """All that a person's page shows; it grows by facts without those that it has."""

    name: str = ""
    first_met: datetime | None = None
    last_met: datetime | None = None
    _seqs: NumberSet = field(default_factory=NumberSet)
    _experienced: _Section = field(default_factory=_Section)
    _told_me: _Section = field(default_factory=_Section)
    _told_of: _Section = field(default_factory=_Section)

    @property
    def memory_count(self) -> int:
        """How many memories its facts rest on."""
        return len(self._seqs)

    def add(self, known: KnownPerson) -> None:
        """Take in what more is known of the person."""
        self.name = known.person
        self._seqs.add(seq for each in known.facts for seq in each.seqs)
        met = [each for each in (self.first_met, known.first_met) if each]
        self.first_met = min(met, default=None)
        met = [each for each in (self.last_met, known.last_met) if each]
        self.last_met = max(met, default=None)
        self._experienced.add(known.experienced)
        self._told_me.add(known.told_me)
        self._told_of.add(known.told_of)

    def render(self, conversations: str = "") -> str:
        """Return what the page says between the marks; an empty section is left out."""
        name = _escape_line(self.name)
        return _join_parts(
            [
                f"# {name}",
                *_render_section("What I know", self._experienced),
                *_render_section(f"What {name} told me", self._told_me),
                *_render_section(f"What others say of {name}", self._told_of),
                *_render_talks(conversations),
            ]
        )


#: A person's page shows the same facts for long.
@lru_cache(1024)
def render_fact_line(fact: Fact, until: datetime | None = None) -> str:
    """Return a fact on one line, with its importance, source, trust, tags and memories.

    Behind them stands since when it is so, until when it was, and what was so before.
    """
    return _put_until(_render_line(fact), until)


def _put_until(line: str, until: datetime | None) -> str:
    return f"{line} · until {format_day(until)}" if until else line


def _render_line(fact: Fact) -> str:
    origin = f"heard from {fact.speaker}" if fact.speaker else fact.source
    tags = " ".join(f"#{_TAG.sub('-', each).strip('-')}" for each in fact.tags if _is_tag(each))
    about = [origin, f"trust {fact.trust:g}", fact.scored, tags, _render_numbers(fact)]
    about += list_circumstances(fact)
    return _escape_line(f"- ({fact.importance}) {fact.text} · " + " · ".join(filter(None, about)))


def _render_section(title: str, section: _Section) -> Iterator[str]:
    if section.total:
        yield f"## {title}"
        lines = [_render_dated(e, find_until(e, section.ends)) for e in section.weightiest]
        more = section.total - len(lines)
        yield "\n".join([*lines, *([f"- … and {more} more in the journal"] if more else [])])


def _pick_weightiest(facts: Sequence[Fact]) -> list[Fact]:
    """Return the `MOST` most important facts in their order; of equal ones the newest."""
    ranked = sorted(range(len(facts)), key=lambda n: (-facts[n].importance, -n))
    return [facts[n] for n in sorted(ranked[:MOST])]


def _render_dated(fact: Fact, until: datetime | None) -> str:
    day = f"{fact.at:%Y-%m-%d}"
    return f"{render_fact_line(fact, until)} · [{day}](../journal/{day}.md)"


def _render_talks(conversations: str) -> Iterator[str]:
    if conversations.strip():
        yield "## Our conversations"
        yield "\n".join(_escape_line(each) for each in conversations.strip().split("\n"))


def _render_numbers(fact: Fact) -> str:
    return (" to " if fact.is_synthesis else ", ").join(f"#{seq}" for seq in fact.seqs)


def _is_tag(tag: str) -> bool:
    return any(each.isalpha() for each in tag)


def escape_fact(fact: Fact) -> str:
    """Return the text of a fact as its line has it."""
    return _escape_line(fact.text)


def _escape_line(text: str) -> str:
    """Return `text` on one line that cannot end the generated part, nor begin a comment."""
    return strip_controls(text).replace("<!--", "‹!--").replace("-->", "--›")


def _join_parts(parts: Sequence[str]) -> str:
    return "\n\n".join((BEGIN, *parts, END))
