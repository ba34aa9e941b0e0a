"""Pick the facts and entries that stand out of a journal's records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from agents.memory.core.facts import Fact
from agents.memory.core.records import JournalEntry, JournalNote, JournalRecord
from agents.memory.journal.entries.entry_index import find_standing
from agents.memory.journal.pages import escape_fact

#: So many of the newest facts are scored again while an agent sleeps. Each night writes them
#: into the log once more, so it cannot be all of them.
WEIGHED = 120


def list_facts(records: Sequence[JournalRecord]) -> list[Fact]:
    """Return the extracted facts that stand, oldest first."""
    return [fact for each in find_standing(pick_entries(records)) for fact in each.facts]


def list_noted(records: Sequence[JournalRecord]) -> list[Fact]:
    """Return the facts that stand by themselves."""
    notes = (each for each in records if isinstance(each, JournalNote))
    return list({(each.by, each.covers): each.fact for each in notes}.values())


def leave_out(facts: Sequence[Fact], struck: Collection[str]) -> list[Fact]:
    """Return `facts` without those that a person has struck out."""
    return [each for each in facts if escape_fact(each) not in struck] if struck else [*facts]


def list_known_facts(records: Sequence[JournalRecord]) -> list[Fact]:
    """Return all facts that stand: the extracted ones, then those that stand by themselves."""
    return [*list_facts(records), *list_noted(records)]


def pick_entries(records: Sequence[JournalRecord]) -> list[JournalEntry]:
    """Return the records of extracted facts, whether they stand or not."""
    return [each for each in records if isinstance(each, JournalEntry)]


def pick_newest(newest_first: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the newest of standing entries, with at most `WEIGHED` facts together, in order."""
    chosen: list[JournalEntry] = []
    count = 0
    for entry in newest_first:
        count += len(entry.facts)
        if count > WEIGHED:
            break
        chosen.append(entry)
    return chosen[::-1]
