"""A memory told as one sentence: what was done, said, heard or seen."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from agents.memory.core.records import Experience
from agents.memory.language.clauses import describe_memory
from agents.memory.log.natures import find_old_nature

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_each_memory_is_one_sentence() -> None:
    """Looking around is not worth telling."""
    life = [
        act(1, "look", "The Hall\nA long stone hall."),
        act(2, "say hello | be kind", 'You say, "hello \\ <there>"'),
        act(3, "get lantern", "You pick up the lantern."),
        act(4, "go cellar", "There is no way.", ok=False),
        act(5, "emote bows", "Moss bows."),
        act(6, "think of rain", "You think."),
        Experience(7, NOW, 'Fern says, "Mind the step!"', "observation", speaker="Fern"),
        Experience(8, NOW, "Slate arrives", "observation", "arrive"),
        Experience(9, NOW, "Slate arrives", "observation", "arrive"),
        replace(act(10, "go to the mill", "The Garden\nBeans."), place="The Garden"),
    ]
    assert list(filter(None, map(describe_memory, life))) == [
        'I said: "hello there."',
        "I picked up lantern.",
        "I tried to go cellar, but it did not work.",
        "I did this: emote bows.",
        "I thought: of rain.",
        'I heard Fern say: "Mind the step!"',
        "I noticed this: Slate arrives.",
        "I noticed this: Slate arrives.",
        "I went to The Garden.",
    ]


def act(seq: int, given: str, result: str, *, ok: bool = True) -> Experience:
    line = given.partition(" | ")[0]
    text = f"~Moss> {given}\n{result}"
    command = line.partition(" ")[0]
    return Experience(
        seq,
        NOW,
        text,
        "action",
        command=command,
        line=line,
        ok=ok,
        nature=find_old_nature(command, ""),
    )
