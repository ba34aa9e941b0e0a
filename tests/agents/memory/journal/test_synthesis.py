"""What a stretch was about is the agent's own: the words of others stand as heard."""

from __future__ import annotations

from agents.memory.core.records import Citations, Compaction, JournalNote, Summary
from agents.memory.journal.heuristics import extract_by_rules
from agents.memory.journal.synthesis import synthesise
from agents.memory.journal.trust import SEEN_TRUST
from tests.agents.memory.journal.support import START, did, heard

_LINES = (
    heard(1, "Ada", 'Ada says, "The gulls are out and I promise you a boat."'),
    did(2, "create lamp", "You make a lamp.", reason="It is dark."),
)


def note(text: str, citations: Citations) -> JournalNote | None:
    summary = Summary("s1", "recent", text, (1, 2), "llm", START, citations=citations)
    facts = extract_by_rules(_LINES, "Moss")
    return synthesise(Compaction(2, START, (1, 2), (summary,), "llm", "automatic"), _LINES, facts)


def test_what_another_said_does_not_become_the_agents_own() -> None:
    """Neither with a label nor without one: each rests on words that were only heard."""
    assert note('I heard Ada say "The gulls are out."', ((1,),)) is None
    assert note("The gulls are out.", ((1,),)) is None
    assert note('Ada said: "The gulls are out."', ()) is None


def test_what_the_agent_did_stays_and_weighs_what_it_rests_on() -> None:
    """The promise that was heard gives it no weight."""
    found = note('Ada said: "The gulls are out." I made a lamp.', ((1,), (2,)))
    assert found is not None and found.fact.text == "I made a lamp."
    made = next(each for each in extract_by_rules(_LINES, "Moss") if each.seqs == (2,))
    assert found.fact.importance == made.importance
    assert (found.fact.source, found.fact.trust) == ("own", SEEN_TRUST)
