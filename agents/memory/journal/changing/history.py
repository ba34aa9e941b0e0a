"""Say in words since when a fact holds, what was so before, and which facts hold no more."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from agents.memory.core.days import format_day
from agents.memory.core.facts import Fact
from agents.prose import PHRASE_END, cut_text, one_line, soften_quotes, split_sentences
from late.late_pattern import late_pattern

#: Characters of what was before where it is only recalled: a summary tells it.
BRIEF = 60
#: What another speaker told before names them: ``Rusty said: …``.
_OF_ANOTHER = late_pattern(r"\S[^:.\"]{0,40} said: ")
#: Characters of what is so now.
TOLD = 120
#: Characters of what may be of the same: which of it is news is not known.
WHOLE = 160


def list_circumstances(fact: Fact) -> list[str]:
    """Return phrases: what a fact is about, since when it is so, and what was so before."""
    about = [f"of: {fact.subject}"] if fact.subject else []
    since = [f"since {format_day(fact.since)}"] if fact.valid_from or fact.before else []
    before = [f"{_name_before(fact)}: {fact.before}"] if fact.before else []
    return [*about, *since, *before]


def find_told(fact: Fact) -> str:
    """Return what tells that which is so now: what was said or seen, from there on.

    Where it is only of the same thing, which clause of it tells the news is not known: so that is
    all of it, if it is short.
    """
    words = fact.text.partition(': "')[2].removesuffix('"') or fact.text.partition(": ")[2]
    words = words or fact.text
    whole = bool(fact.before) and not fact.replaces and len(words) <= TOLD
    at = words.find(fact.value) if fact.value and not whole else 0
    return cut_text(words[max(0, at) :], TOLD)


def render_change(fact: Fact) -> str:
    """Return in a few words what is so now, who told it, since when, and what was so before."""
    told = find_told(fact).rstrip(".")
    who = f"{fact.speaker} said: {told}" if fact.speaker else told[:1].upper() + told[1:]
    return one_line(f"{who} ({_list_change(fact)})")


def render_told_later(fact: Fact) -> str:
    """Return in a line who told something, on which day, and what."""
    words = fact.text.partition(': "')[2].removesuffix('"') or fact.text
    return one_line(f'{fact.speaker}, {format_day(fact.at)}: "{cut_text(words, WHOLE)}"')


def render_update(fact: Fact, *, beside: bool) -> str:
    """Return one sentence that tells what `render_change` does, for a text.

    `beside` the sentence that tells what was before, it does not tell that again.
    `strip_update` takes away what stands in its brackets.
    """
    told = _join_phrases(find_told(fact))
    when = _list_since(fact) if beside else _list_change(fact)
    told = told[:1].upper() + told[1:]
    who = f'{fact.speaker} said: "{soften_quotes(told)}"' if fact.speaker else told
    return one_line(f"{who} ({_join_phrases(when)}).")


def _list_change(fact: Fact) -> str:
    before = f"{_name_before(fact)}: {cut_text(fact.before, BRIEF)}"
    return f"{_list_since(fact)}; {before}"


def _list_since(fact: Fact) -> str:
    of = f"of: {fact.subject}; " if fact.subject else ""
    return f"{of}since {format_day(fact.since)}"


def _name_before(fact: Fact) -> str:
    """Return what `fact.before` is: over, told otherwise by another, or told earlier of a thing."""
    if fact.replaces:
        return "before"
    return "but" if _OF_ANOTHER.match(fact.before) else "earlier"


def _join_phrases(text: str) -> str:
    return soften_quotes(PHRASE_END.sub(_join_behind, text).strip(" ,;"))


def _join_behind(found: re.Match[str]) -> str:
    return "; " if ";" in found[0] else ", "


def find_ends(facts: Iterable[Fact]) -> dict[int, datetime]:
    """Return until when it was so, for the memories that later ones of `facts` replaced."""
    ends: dict[int, datetime] = {}
    merge_ends(ends, facts)
    return ends


def merge_ends(ends: dict[int, datetime], facts: Iterable[Fact]) -> None:
    """Add to `ends` what `find_ends` returns for `facts`."""
    for fact in facts:
        for seq in fact.replaces:
            ends[seq] = min(fact.since, ends.get(seq, fact.since))


def find_until(fact: Fact, ends: dict[int, datetime]) -> datetime | None:
    """Return until when a fact was so; None: as far as is known, it still is."""
    return find_when_over(fact.seqs, ends)


def find_when_over(seqs: Iterable[int], ends: dict[int, datetime]) -> datetime | None:
    """Return until when that was so which rests on memories; None: as far as is known, it still is.

    It holds no more if all of them were replaced.
    """
    found = [ends.get(seq) for seq in seqs]
    return max((each for each in found if each), default=None) if all(found) else None


def is_over(fact: Fact, ends: dict[int, datetime]) -> bool:
    """Return whether a fact is one sentence, and that is no longer so."""
    told = fact.text.partition(': "')[2] or fact.text
    return find_until(fact, ends) is not None and len(split_sentences(told)) == 1
