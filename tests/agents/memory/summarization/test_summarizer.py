"""How a model is asked for summaries, and what becomes of its answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from agents.boundaries import Completion, ModelUnavailable
from agents.clock import VirtualClock
from agents.memory.core.records import Experience, Summary
from agents.memory.core.templates import fill_template
from agents.memory.strategies.protocol import LONGTERM_LIMIT, MERGED, RECENT_LIMIT, Form
from agents.memory.summarization.prompts import TEMPLATES, SummaryRequest
from agents.memory.summarization.summarizer import ModelSummarizer
from agents.memory.summarization.writer import UNREADABLE, GuardedWriter
from tests.agents.memory.support import PlainCounter, Scripted

NOW = VirtualClock().now()
PLAIN = SummaryRequest()


class Recorder:
    """A model that keeps what it was asked."""

    def __init__(self, text: str = " I met Fern.") -> None:
        self.text = text
        self.prompts: list[str] = []
        self.temperatures: list[float] = []
        self.grammars: list[str | None] = []

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        self.prompts.append(prompt)
        self.temperatures.append(round(temperature, 2))
        self.grammars.append(grammar)
        return Completion(self.text, 1, 1, "stop")


def summarizer(model: Recorder, **changed: object) -> ModelSummarizer:
    values: dict[str, object] = {
        "profile": "summarizer",
        "model_name": "gemma",
        "max_tokens": 100,
        "temperature": 0.3,
        "context_tokens": 2048,
        "tokens": PlainCounter(),
    }
    return ModelSummarizer(model, **(values | changed))  # type: ignore[arg-type]


def memories(count: int) -> list[Experience]:
    return [
        Experience(n, NOW, f"Fern hums the {n}th verse of an old song.", "observation")
        for n in range(1, count + 1)
    ]


def remember(*texts: str) -> list[Experience]:
    return [Experience(n, NOW, text, "observation") for n, text in enumerate(texts, 1)]


async def test_the_prompts_are_those_of_the_reference() -> None:
    """To the letter, and an answer comes back tidied."""
    model = Recorder(" I met {older}. And th")
    made = summarizer(model)
    assert await made.summarise(remember("one {recent}", "two"), PLAIN) == "I met {older}."
    await made.merge("new {older} {recent}", "old", SummaryRequest(MERGED))
    assert model.prompts == [
        "# Memories:\none {recent}\ntwo\n\n"
        "# Summary (first-person perspective, I/me/my, no meta-commentary):\n> ",
        "# Recent Summary:\nnew {older} {recent}\n\n# Older Summary:\nold\n\n"
        "# Combined Summary (first-person perspective, I/me/my, no meta-commentary):\n> ",
    ]
    assert model.temperatures == [0.3, 0.3]
    assert model.grammars == [None, None]


async def test_a_second_attempt_is_sterner_and_warmer() -> None:
    """The rules stand before the heading, and it must not give the same answer again."""
    model = Recorder()
    await summarizer(model).summarise(remember("one"), SummaryRequest(attempt=1))
    rules = TEMPLATES["summary.stern"]
    assert model.prompts[0] == (
        f"# Memories:\none\n\n# Rules:\n{rules}\n\n"
        "# Summary (first-person perspective, I/me/my, no meta-commentary):\n> "
    )
    assert model.temperatures == [0.6]


async def test_a_heading_before_a_summary_costs_no_summary() -> None:
    """The rest is accepted as the model's own text, at the first request."""
    model = Recorder("**Summary**\n\nI heard Fern hum an old song all day.")
    writer = GuardedWriter(summarizer(model), VirtualClock(), print)
    draft = await writer.summarise(memories(9))
    assert (draft.text, draft.method) == ("I heard Fern hum an old song all day.", "llm")
    assert len(model.prompts) == 1
    assert writer.answers.refused == 0


async def test_a_model_that_cites_sees_when_summaries_were_written() -> None:
    """A model that continues a text does not: it would take the day for the text."""
    model, at = Recorder("I met Fern."), datetime(2026, 5, 12, tzinfo=UTC)
    asked = SummaryRequest(MERGED, cite=True, before_at=at, recent_at=at + timedelta(days=3))
    await summarizer(model).merge("new", "old", asked)
    await summarizer(model).merge("new", "old", replace(asked, cite=False))
    dated, plain = model.prompts
    assert "(written on 12 May 2026)\nold\n" in dated and "(written on 15 May 2026)\nnew\n" in dated
    assert "written on" not in plain


async def test_a_model_is_asked_to_name_its_memories() -> None:
    """Lines have their numbers, and marks behind a full stop come before it."""
    model = Recorder("I met Fern. [1, 2]")
    answer = await summarizer(model).summarise(remember("one", "two"), SummaryRequest(cite=True))
    assert answer == "I met Fern [1, 2]."
    assert model.prompts[0].startswith(
        "# Memories:\n(1 January 2026)\n[1] one\n[2] two\n\n# Summary ("
    )
    assert "; each sentence ends with the numbers of its memories, as [12]):" in model.prompts[0]


def test_values_are_never_templates() -> None:
    """One pass: what a value brings along is not filled in."""
    merge = TEMPLATES["summary.merge"]
    assert fill_template(merge, recent="{older}", older="{recent}", cite="").count("{") == 2
    assert fill_template(TEMPLATES["summary.prompt"], lines="{lines}{lines}").count("{lines}") == 2
    assert fill_template("no place", lines="x") == "no place"


def test_a_large_context_takes_the_whole_span() -> None:
    """One request."""
    lines = [each.text for each in memories(65)]
    assert summarizer(Recorder()).divide_lines(lines, PLAIN) == [(0, 65)]


def test_a_small_context_gets_parts_that_fit() -> None:
    """Together they are the span, and none is above the context."""
    lines = [each.text for each in memories(65)]
    parts = summarizer(Recorder(), context_tokens=512).divide_lines(lines, PLAIN)
    assert [n for start, stop in parts for n in range(start, stop)] == list(range(65))
    assert len(parts) == 3
    huge = ["word " * 4000, "x", "y"]
    assert summarizer(Recorder(), context_tokens=512).divide_lines(huge, PLAIN) == [
        (0, 1),
        (1, 2),
        (2, 3),
    ]


async def test_what_the_pieces_repeat_is_said_once() -> None:
    """Across the parts of one span."""
    script = Scripted(answers=["I met Fern. I sang.", "I met Fern. I slept."], chunk=30)
    draft = await GuardedWriter(script, VirtualClock(), lambda line: None).summarise(memories(60))
    assert draft.text == "I met Fern. I sang.\nI slept."


async def test_the_pieces_of_a_small_model_are_joined() -> None:
    """A refused piece alone is written deterministically, and then the whole says so."""
    script = Scripted(answers=["I met Fern.", "Sure! I did.", "", "I sang."], chunk=20)
    reports: list[str] = []
    writer = GuardedWriter(script, VirtualClock(), reports.append)
    draft = await writer.summarise(memories(60))
    assert draft.text.startswith("I met Fern.\n") and draft.text.endswith("\nI sang.")
    assert draft.method == "deterministic" and draft.model == ""
    assert writer.answers.refused == 2
    assert reports[0] == "the summary of 21 to 40 was refused: it answers instead of summarising"
    assert reports[-1] == "the summary of 21 to 40 is deterministic"


async def test_a_model_that_is_gone_is_asked_no_more() -> None:
    """The other parts of the span do not wait for it one by one."""
    script = Scripted(answers=[ModelUnavailable("not reachable")], chunk=10)
    writer = GuardedWriter(script, VirtualClock(), lambda line: None)
    draft = await writer.summarise(memories(60))
    assert len(script.asked) == 1
    assert draft.method == "deterministic"


def summary(type_: str, text: str, method: str = "llm") -> Summary:
    return Summary(type_, type_, text, (1, 2), method, NOW)  # type: ignore[arg-type]


async def test_joining_keeps_the_method_of_the_sentences() -> None:
    """No sentence is changed, so they are still the model's."""
    writer = GuardedWriter(Scripted(), VirtualClock(), lambda line: None)
    older, recent = summary("longterm", "I was born."), summary("recent", "I met Fern.")
    joined = replace(MERGED, use_model=False)
    draft = await writer.merge([older, recent], form=joined)
    assert (draft.text, draft.method, draft.model) == ("I was born. I met Fern.", "llm", "scripted")
    born = summary("longterm", "I was born.", "deterministic")
    own = await writer.merge([born, recent], form=joined)
    assert own.method == "deterministic"


async def test_summaries_stay_below_their_caps() -> None:
    """However long the pieces are."""
    long = " ".join(f"I did a deed of the number {n}." for n in range(150))
    script = Scripted(answers=[long] * 9, merged=[long] * 9, chunk=200)
    writer = GuardedWriter(script, VirtualClock(), lambda line: None)
    draft = await writer.summarise(memories(600))
    assert draft.method == "llm" and len(draft.text) <= RECENT_LIMIT
    merged = await writer.merge([summary("longterm", long + " I slept."), summary("recent", long)])
    assert len(merged.text) <= LONGTERM_LIMIT


async def test_spoilt_memories_get_a_sentence_of_their_own() -> None:
    """Nothing is invented for what cannot be read."""
    script = Scripted()
    draft = await GuardedWriter(script, VirtualClock(), lambda line: None).summarise([])
    assert draft.text == UNREADABLE and script.asked == []


async def test_cancelling_the_writer_cancels_the_request() -> None:
    """A compaction that is given up leaves nothing running."""
    script = Scripted(held=asyncio.Event())
    writer = GuardedWriter(script, VirtualClock(), lambda line: None)
    task = asyncio.ensure_future(writer.summarise(memories(3)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(script.asked) == 1


async def test_the_last_items_of_sections_need_no_full_stop() -> None:
    """What is cut off prose as unfinished would be a section lost."""
    model = Recorder("Confirmed Facts:\nThe boat leaks.\nPending Actions:\n- mend the boat")
    form = Form("summary.sections", sections=("Confirmed Facts", "Pending Actions"))
    assert (await summarizer(model).summarise(remember("one"), SummaryRequest(form))).endswith(
        "- mend the boat"
    )
