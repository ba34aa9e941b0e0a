"""A summary says something of what it stands for; "I remember." replaces nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.memory.core.records import Experience, NewMemory
from agents.memory.language.deterministic import summarise_memories
from agents.memory.language.stems import says_something
from agents.memory.summarization.validation import SummaryRefused, check_merge, check_summary
from tests.agents.memory.settings import STRATEGIES
from tests.agents.memory.support import Bench, Scripted, fill

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WIND = "The wind turns the mill."
EMPTY = [
    "I remember.",
    "I remember it all, and I remember it well.",
    "I recall that many things happened to me.",
    "I lived. I was there, and I went on.",
    "I have my memories, and I think of them.",
    "I had a long day, and things happened.",
]
TELLING = [
    "I heard the mill turn.",
    "I remember the wind.",
    "I was at sea.",
    "I counted 3000 turns.",
    "Ich war am See.",
    "我记得风。",
    "I slept.",
]


@pytest.mark.parametrize("text", EMPTY)
def test_a_text_that_says_nothing_is_refused(text: str) -> None:
    """However often it says so; with the reason."""
    with pytest.raises(SummaryRefused, match=r"^it says nothing of what happened$"):
        check_summary(text, [WIND] * 3000)
    with pytest.raises(SummaryRefused, match=r"^it says nothing of what happened$"):
        check_merge(text, "I mended the gate of the mill. " * 3, "I met Fern by the well. " * 3)


@pytest.mark.parametrize("text", TELLING)
def test_a_short_text_that_tells_something_is_none(text: str) -> None:
    """One word of what happened is enough, in any language."""
    check_summary(text, [WIND] * 30)


@pytest.mark.parametrize("text", EMPTY)
def test_memories_that_say_no_more_may_have_it(text: str) -> None:
    """A summary cannot say more than there is."""
    check_summary(text, ["And then?", "You remember.", "So it was, and so it went."] * 9)


def test_sections_that_are_all_empty_say_nothing() -> None:
    """The headings are not the model's words."""
    headings = ("User Goal", "Open Issues")
    with pytest.raises(SummaryRefused, match=r"it is empty|says nothing"):
        check_summary("User Goal:\nnone\nOpen Issues:\nnone", [WIND] * 9, sections=headings)
    check_summary("User Goal:\nnone\nOpen Issues:\nthe mill", [WIND] * 9, sections=headings)


def lines_of(*texts: str) -> list[Experience]:
    return [Experience(n, NOW, text, "observation") for n, text in enumerate(texts, 1)]


def test_by_rule_what_was_repeated_is_told_with_its_number() -> None:
    """What was seen and what was heard; three times is not worth it."""
    assert summarise_memories(lines_of(*[WIND] * 3000)) == (
        'I noticed "The wind turns the mill" 3000 times.'
    )
    assert "times" not in summarise_memories(lines_of(*[WIND] * 3))
    heard = [
        Experience(n, NOW, 'Fern says, "Hush."', "observation", speaker="Fern") for n in range(12)
    ]
    assert summarise_memories(heard) == 'I met Fern. I heard Fern say "Hush." 12 times.'


@pytest.mark.parametrize("count", [1, 2, 9, 10, 3000])
@pytest.mark.parametrize("text", [WIND, "It rains.", 'A sign reads "No fire".', "Gate!", "Hm."])
def test_by_rule_no_text_says_less_than_its_memories(text: str, count: int) -> None:
    """It would hold where a model's does, and is no longer than what it stands for."""
    memories = lines_of(*[text] * count)
    said = summarise_memories(memories)
    assert 0 < len(said) <= count * len(text)
    assert says_something(said) or not says_something(text)


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_three_thousand_repeats_are_never_i_remember(tmp_path: Path, strategy: str) -> None:
    """The model says no more than that, again and again: the text that stands tells of the wind."""
    empty = Scripted(answers=["I remember."] * 99, merged=["I remember."] * 99)
    bench = Bench(tmp_path, empty)
    memory = bench.open(strategy=strategy, auto_compact=False)
    for _ in range(3000):
        memory.record(NewMemory(WIND, source="observation"))
    await memory.begin_compaction(force=True)
    fill(memory, 80)
    await memory.begin_compaction(force=True)
    texts = " ".join(memory.summary_texts())
    assert "I remember." not in texts
    assert ("The wind turns the mill" in texts) or empty.asked == []
    if empty.asked and strategy != "layered":
        assert any("says nothing of what happened" in line for line in bench.lines)
    await memory.close()
