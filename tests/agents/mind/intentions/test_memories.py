"""The end of an intention is a memory: told in the first person, and kept where it is rare."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.journal.heuristics import extract_by_rules
from tests.agents.mind.intentions.support import NOON, TimedStage
from world.nature import Nature

NOW = datetime(2026, 5, 12, 8, tzinfo=UTC)


def remember(seq: int, text: str, nature: Nature = Nature.INTENTION) -> Experience:
    at = NOW + timedelta(minutes=seq)
    return Experience(seq, at, text, "thought", event="intention", nature=nature)


def test_the_journal_keeps_what_is_not_done_every_day() -> None:
    """Once among other things it is a fact, in the agent's own words; daily work is none."""
    rare = remember(1, "You have done what you meant to: find the oar of old Cobb.")
    daily = [remember(n, "You have done what you meant to: light the lamp.") for n in range(2, 8)]
    facts = extract_by_rules([rare, *daily], "Wren")
    assert [each.text for each in facts] == [
        "I have done what I meant to: find the oar of old Cobb."
    ]
    assert facts[0].source == "own" and facts[0].importance <= 5


async def test_recall_finds_it_and_a_secret_is_not_told(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    stage.generation_params = replace(stage.generation_params, by_rule=True)
    plan = "{}:\n  every: 1 day\n  {}steps: [emote looks for the silver oar.]"
    wren = stage.wren(plan.format("find the silver oar", ""))
    await stage.clock.advance(1)
    hits = [hit.text for hit in wren.search("silver oar", 400)]
    assert "You have done what you meant to: find the silver oar." in hits
    answer = await stage.ask(wren, "Tell me of the silver oar, Wren.")
    assert "I have done what I meant to: find the silver oar." in answer
    await stage.close()
    stage = TimedStage(tmp_path / "secret", start=NOON)
    wren = stage.wren(plan.format("find the silver oar", "secret: true\n  "))
    await stage.clock.advance(1)
    hits = [hit.text for hit in wren.search("silver oar", 400)]
    assert any('"find the silver oar"' in each for each in hits)
    assert "silver oar" not in await stage.ask(wren, "What do you know, Wren?")
    assert "find the" not in await stage.ask(wren, "Tell me of the silver oar, Wren.")
    await stage.close()
