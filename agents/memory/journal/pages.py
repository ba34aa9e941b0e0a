"""The journal's pages as text: a day of facts, and what is known of a person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from agents.memory.core.days import format_day
from agents.memory.core.facts import Fact
from agents.memory.journal.changing.history import (
    find_ends,
    find_until,
    list_circumstances,
)
from agents.memory.journal.people import KnownPerson
from agents.prose import strip_controls

BEGIN, END = "<!-- tarn:begin -->", "<!-- tarn:end -->"
#: Facts in one section of a person's page.
MOST = 100

#: A fact's line, as `render_fact_line` writes it.
FACT_LINE = re.compile(
    r"^- \((?P<importance>\d+)\) (?P<text>.+?)"
    r" · (?:own|seen|recalled|heard from .+?) · trust \S+ · "
)

_TAG = re.compile(r"[^\w-]+")


def render_day_page(day: str, facts: Sequence[Fact]) -> str:
    """Return what one day's page says between the marks."""
    ends = find_ends(facts)
    lines = [render_fact_line(each, find_until(each, ends)) for each in facts]
    return _join_parts([f"# {day}", "\n".join(lines) or "Nothing."])


def render_person_page(known: KnownPerson, conversations: str = "") -> str:
    """Return what a person's page says between the marks; an empty section is left out."""
    name = _escape_line(known.person)
    return _join_parts(
        [
            f"# {name}",
            *_render_section("What I know", known.experienced),
            *_render_section(f"What {name} told me", known.told_me),
            *_render_section(f"What others say of {name}", known.told_of),
            *_render_talks(conversations),
        ]
    )


def render_fact_line(fact: Fact, until: datetime | None = None) -> str:
    """Return a fact on one line, with its importance, source, trust, tags and memories.

    Behind them stands since when it is so, until when it was, and what was so before.
    """
    origin = f"heard from {fact.speaker}" if fact.speaker else fact.source
    tags = " ".join(f"#{_TAG.sub('-', each).strip('-')}" for each in fact.tags if _is_tag(each))
    about = [origin, f"trust {fact.trust:g}", fact.scored, tags, _render_numbers(fact)]
    about += [*list_circumstances(fact), *([f"until {format_day(until)}"] if until else [])]
    return _escape_line(f"- ({fact.importance}) {fact.text} · " + " · ".join(filter(None, about)))


def _render_section(title: str, facts: Sequence[Fact]) -> Iterator[str]:
    if facts:
        yield f"## {title}"
        ends = find_ends(facts)
        lines = [_render_dated(e, find_until(e, ends)) for e in _pick_weightiest(facts)]
        more = len(facts) - len(lines)
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
