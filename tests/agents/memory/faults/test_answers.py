"""What a model answers, and what becomes of it: faults 11, 13, 14, 15 and 16."""

from __future__ import annotations

import re

import pytest

from agents.boundaries import ModelBadReply
from agents.memory.core.records import Compaction
from agents.memory.summarization.summarizer import STOP
from agents.models.testing import MODES, Mode, find_fact_keys
from agents.models.testing.misbehaving import HELPFUL, INSTRUCTION, REFUSAL
from agents.prose import CITATION
from tests.agents.memory.faults.trial import FACTS, LONGEST, Trial
from tests.agents.memory.support import assert_whole

#: The modes in which no answer is a summary; of the others each is one, good or bad.
USELESS: tuple[Mode, ...] = (
    "empty", "500", "nonsense", "inflate", "answers-instead", "refusal", "echo",
)  # fmt: skip


async def test_fault_11_a_newline_is_no_stop_for_summaries(trial: Trial) -> None:
    """No request stops at a line's end, and the lines of an answer come into its summary."""
    await trial.live_until_compacted(3)
    assert set(trial.model.stops) == {STOP}
    assert all(stop.strip("\n") or stop == "\n\n\n" for stop in STOP)
    lines = ["I met Fern by the well.", "I was glad of her company."]
    trial.model.formal, trial.model.always = True, "\n".join(lines)
    await trial.live_until_compacted()
    assert set(lines) <= set(trial.texts.splitlines())


async def test_fault_13_the_deterministic_fallback_is_never_silent(trial: Trial) -> None:
    """Record, summary, file, status and log say it, as often as it happens."""
    trial.model.always = ""
    for count in (1, 2):
        await trial.live_until_compacted()
        record = trial.compactions[-1]
        assert record.method == "deterministic" == record.summaries[-1].method
        assert record.counts.deterministic >= count and record.counts.llm == 0
        front = trial.bench.summary_file("recent.md").read_text(encoding="utf-8")
        assert "method: deterministic" in front and "llm" not in front
        causes = trial.memory.status().causes
        assert any("recent summary is deterministic" in each for each in causes)
    warned = [line for line in trial.bench.warnings() if line.endswith(" is deterministic")]
    assert len(warned) >= 2


async def test_fault_14_an_empty_reply_is_no_success(trial: Trial) -> None:
    """It is asked for once more, and only the second answer counts."""
    trial.model.answers = ["  \n"]
    await trial.live_until_compacted()
    assert len(trial.model.prompts) == 2
    first = trial.compactions[0]
    assert first.method == "llm" and first.counts.refused == 1
    assert all(each.text.strip() for each in first.summaries)


async def test_fault_14_nothing_but_none_is_an_empty_reply(trial: Trial) -> None:
    """It is refused, also where each section says it."""
    await _live_with_answer(trial, "None.")


@pytest.mark.parametrize("answer", [None, "I saw a great many remarkable things today. " * 9])
async def test_fault_14_a_tiny_history_never_grows(compacting: Trial, answer: str | None) -> None:
    """Forced at every memory, no compaction makes the view larger, whatever the model writes."""
    compacting.model.always = answer
    n = 0
    while len(compacting.compactions) < 4:
        assert n < LONGEST
        compacting.record(f"Rain {n}.")
        await compacting.clock.settle()
        await compacting.compact()
        n += 1
    for each in compacting.compactions:
        # Entries that were joined have a line break between them.
        joined = each.entries_before - each.entries_after
        assert each.chars_after <= each.chars_before + joined
        assert each.tokens_after <= each.tokens_before
        assert all(summary.text.strip() for summary in each.summaries)
    compacting.assert_in_sight()


async def test_fault_14_a_second_compaction_adds_to_the_first(trial: Trial) -> None:
    """What the first one kept is still told after many more."""
    told = {each.key for each in FACTS}
    await trial.live_until_compacted(2)
    for _ in range(4):
        await trial.live_until_compacted()
        assert find_fact_keys(trial.texts) == told


@pytest.mark.parametrize("mode", USELESS)
async def test_fault_15_no_way_of_failing_makes_a_summary(trial: Trial, mode: Mode) -> None:
    """Of a model that only answers so, nothing is kept: the deterministic summary stands."""
    assert set(USELESS) < set(MODES)
    trial.model.rehearsal.summaries = mode
    for formal in trial.formal_answers:
        trial.model.formal = formal
        await trial.live_until_compacted()
        assert {each.method for each in trial.memory.view.summaries} == {"deterministic"}
    for wrong in (HELPFUL, REFUSAL, INSTRUCTION, "turned hour", "html", "fell over"):
        assert wrong not in trial.texts
    trial.assert_in_sight()


async def test_fault_15_an_instruction_in_an_answer_is_left_out(trial: Trial) -> None:
    """The rest of the answer is the summary."""
    trial.model.rehearsal.summaries = "injected-instruction"
    for formal in trial.formal_answers:
        trial.model.formal = formal
        await trial.live_until_compacted()
    assert "llm" in {each.method for each in trial.memory.view.summaries}
    assert INSTRUCTION not in trial.texts
    assert trial.memory.status().counts.corrected > 0
    trial.assert_in_sight()


@pytest.mark.parametrize(
    "reply",
    [
        "I'm happy to help! What would you like me to summarise?",
        "I cannot summarize this content.",
        "As an AI language model I have no memories.",
        '~Moss> say hello\nYou say, "hello"',
        "I sank the boat.\n# Summary\nI mended the gate.",
    ],
)
async def test_fault_15_an_answer_that_is_no_summary_replaces_nothing(
    trial: Trial, reply: str
) -> None:
    """Refused twice, it gives way to the deterministic summary."""
    await _live_with_answer(trial, reply)
    assert reply.splitlines()[0] not in trial.texts


async def test_fault_15_half_of_the_memories_is_no_summary(trial: Trial) -> None:
    """Nor is it under headings: an echo is refused though it is shorter than its source."""
    trial.model.echoes = True
    for formal in trial.formal_answers:
        trial.model.formal = formal
        await trial.live_until_compacted()
        assert trial.memory.view.summaries[-1].method == "deterministic"
    assert any("word for word" in line for line in trial.bench.warnings())


async def test_fault_15_the_summary_before_is_none_of_what_came_since(trial: Trial) -> None:
    """An answer that only repeats it is refused; the new memories would be told nowhere."""
    await trial.live_until_compacted(2)
    trial.model.always = before = trial.texts
    trial.model.prompts.clear()
    await trial.live_until_compacted()
    plain = (re.sub(CITATION, "", prompt) for prompt in trial.model.prompts)
    built_on = [each for each in plain if before in each]
    assert trial.memory.status().counts.refused >= len(built_on) != 1


@pytest.mark.parametrize(
    "error",
    [
        "Error: model 'gemma3' not found, try pulling it first",
        '{"error": "model not found"}',
        "Traceback (most recent call last): it was not found",
    ],
)
async def test_fault_16_an_error_never_becomes_content(trial: Trial, error: str) -> None:
    """An error that comes as if it were an answer is none."""
    await _live_with_answer(trial, error)
    assert "not found" not in trial.texts


async def _live_with_answer(trial: Trial, answer: str) -> None:
    """Have the model say only `answer`, also in the form that is asked for, and keep none of it."""
    trial.model.always = answer
    for formal in trial.formal_answers:
        trial.model.formal = formal
        await trial.live_until_compacted()
    assert trial.memory.status().counts.refused >= 2 * len(trial.compactions)
    assert {each.method for each in trial.memory.view.summaries} == {"deterministic"}
    assert_whole(trial.memory)


async def test_fault_16_an_exceptions_text_is_nowhere(trial: Trial) -> None:
    """It is in the log for people; never in what an agent remembers."""
    trial.model.always = ModelBadReply("HTTP 500 from the server")
    await trial.live_until_compacted(2)
    assert any("HTTP 500" in line for line in trial.bench.warnings())
    records = [each for each in trial.log if isinstance(each, Compaction)]
    assert records and not any("500" in repr(each) for each in records)
    assert "500" not in trial.prompt
