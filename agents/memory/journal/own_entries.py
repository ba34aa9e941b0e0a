"""What an agent itself writes into its journal: the entry is a function of the memory of it."""

from __future__ import annotations

import re

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience, JournalNote
from agents.memory.journal.heuristics import BASE, SpanContext
from agents.memory.journal.trust import OWN_TRUST
from agents.memory.language.salience import find_signals
from agents.prose import end_sentence, one_line, soften_quotes
from late.late_pattern import late_pattern
from world.nature import Nature

#: What an agent writes down of its own accord counts so much more than what is merely told.
DELIBERATE = 4
#: The tag of what it thought or wrote down for itself, as rules give it, too.
THOUGHT = "thought"
LEAST_IMPORTANT, MOST_IMPORTANT = 1, 10

_RATED = late_pattern(r"(\d+)\s*:(?!\d)\s*(.*)", re.DOTALL)


def parse_entry(text: str) -> tuple[int | None, str]:
    """Return the importance before a colon (``8: …``), None if there is none, and the words.

    The importance may be out of bounds.
    """
    rated = _RATED.fullmatch(text.strip())
    return (int(rated[1]), rated[2].strip()) if rated else (None, text.strip())


def is_own_entry(memory: Experience) -> bool:
    """Return whether the agent wrote into its journal."""
    return memory.nature is Nature.JOURNAL and memory.is_own and memory.ok


def make_own_note(memory: Experience, name: str) -> JournalNote:
    """Return the note of an own entry of agent `name`."""
    given, words = parse_entry(memory.line.partition(" ")[2])
    signals = find_signals(words)
    weight = BASE + DELIBERATE + max((each.weight for each in signals), default=0)
    fact = Fact(
        text=f'I wrote down: "{end_sentence(soften_quotes(one_line(words)))}"',
        importance=given or min(MOST_IMPORTANT, weight),
        scored="heuristic" if given is None else "model",
        source="own",
        trust=OWN_TRUST,
        seqs=(memory.seq,),
        at=memory.at,
        people=SpanContext.of([memory], name).find_mentioned(words),
        tags=tuple(dict.fromkeys((THOUGHT, *(each.tag for each in signals)))),
        place=memory.place,
    )
    return JournalNote(memory.seq, memory.at, (memory.seq, memory.seq), fact, "agent")
