"""Which memories are of lines that were written for agents, and give the journal no fact."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.journal.extractor import extract_facts
from agents.mind.voice.stock_lines import StockLines, WrittenLines, select_news
from agents.mind.voice.voice_file import parse_voice
from tests.agents.memory.support import PlainCounter
from tests.agents.mind.support import TEXTS
from tests.agents.workers.fake import PickledWorkers
from world.nature import Nature

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
VOICE = """
## Exchanges

> Where is the bell?

Nine feet down. My father rang it.

## Remarks

- *coils a rope.*
- I shall need a third column.
"""
WRITTEN = WrittenLines.of(
    [parse_voice(Path("voice.md"), VOICE).voice], ["Lit at {clock}, and I will wait."], TEXTS
)
STOCK = StockLines(WRITTEN)


def heard(text: str, speaker: str = "Cobb", nature: Nature = Nature.SPEECH) -> Experience:
    return Experience(1, NOW, text, "observation", speaker=speaker, nature=nature)


@pytest.mark.parametrize(
    "memory",
    [
        heard('Cobb says, "Nine feet down. My father rang it."'),
        heard('Cobb says, "My father rang it."'),
        heard('Wren says, "Lit at 18:05, and I will wait."', "Wren"),
        heard('Wren says, "Then I will look out for you, Ada."', "Wren"),
        heard("Cobb coils a rope.", nature=Nature.GESTURE),
        Experience(
            2, NOW, '~Wren> think x\nYou think, "I shall need a third column."', "thought",
            line="think I shall need a third column.", nature=Nature.THOUGHT,
        ),
    ],
)  # fmt: skip
def test_a_line_that_was_written_for_an_agent_is_known(memory: Experience) -> None:
    assert STOCK.is_stock(memory)


@pytest.mark.parametrize(
    "memory",
    [
        heard('Ada says, "My father rang the bell. I lost a boat."', "Ada"),
        heard('Cobb says, "Nine feet down. I promise you a boat."'),
        heard("Wren says, \"Cobb, Ada told me today: 'I lost a blue boat.'\"", "Wren"),
        heard("A second point opens on the far shore.", "", Nature.HAPPENING),
    ],
)
def test_anything_else_is_not(memory: Experience) -> None:
    """What is handed on is news, and one line that was not written is enough."""
    assert not STOCK.is_stock(memory)


async def test_such_memories_give_the_journal_no_fact() -> None:
    memories = [
        heard('Cobb says, "Nine feet down. My father rang it."'),
        heard('Ada says, "I promise you a boat on Friday."', "Ada"),
    ]
    found = await extract_facts(
        memories, "Moss", None, tokens=PlainCounter(), max_tokens=10, temperature=0,
        report=print, select=partial(select_news, written=WRITTEN), workers=PickledWorkers(),
    )  # fmt: skip
    assert [each.speaker for each in found.facts] == ["Ada"]
