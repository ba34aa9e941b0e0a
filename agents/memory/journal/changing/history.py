"""Say in words since when a fact holds, what was so before, and which facts hold no more."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from agents.memory.core.days import format_day
from agents.memory.core.facts import Fact
from agents.prose import cut_text, one_line, split_sentences

#: Characters of what was before where it is only recalled: a summary tells it.
BRIEF = 60


def list_circumstances(fact: Fact) -> list[str]:
    """Return phrases: what a fact is about, since when it is so, and what was so before."""
    about = [f"of: {fact.subject}"] if fact.subject else []
    since = [f"since {format_day(fact.since)}"] if fact.valid_from or fact.before else []
    before = [f"{'before' if fact.replaces else 'but'}: {fact.before}"] if fact.before else []
    return [*about, *since, *before]


def render_change(fact: Fact) -> str:
    """Return in a few words what is so now, who told it, since when, and what was so before."""
    told = fact.value or fact.text
    who = f"{fact.speaker} said: {told}" if fact.speaker else told[:1].upper() + told[1:]
    before = f"{'before' if fact.replaces else 'but'}: {cut_text(fact.before, BRIEF)}"
    of = f"of: {fact.subject}; " if fact.subject else ""
    return one_line(f"{who} ({of}since {format_day(fact.since)}; {before})")


def find_ends(facts: Iterable[Fact]) -> dict[int, datetime]:
    """Return until when it was so, for the memories that later ones of `facts` replaced."""
    ends: dict[int, datetime] = {}
    for fact in facts:
        for seq in fact.replaces:
            ends[seq] = min(fact.since, ends.get(seq, fact.since))
    return ends


def find_until(fact: Fact, ends: dict[int, datetime]) -> datetime | None:
    """Return until when a fact was so; None: as far as is known, it still is.

    It holds no more if all the memories that it rests on were replaced.
    """
    found = [ends.get(seq) for seq in fact.seqs]
    return max((each for each in found if each), default=None) if all(found) else None


def is_over(fact: Fact, ends: dict[int, datetime]) -> bool:
    """Return whether a fact is one sentence, and that is no longer so."""
    told = fact.text.partition(': "')[2] or fact.text
    return find_until(fact, ends) is not None and len(split_sentences(told)) == 1
