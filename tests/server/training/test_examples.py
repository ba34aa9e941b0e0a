"""Training data is what was shown and done, to the letter, without what was private."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from server.training.examples import TrainingDrawer, TrainingExample
from server.training.marks import MarksUnreadable, TrainingMark, TrainingMarks
from tests.agents.mind.support import Stage


def draw(
    stage: Stage, counts: Callable[[int], bool] = lambda after: True, *, accepted: bool = False
) -> tuple[list[TrainingExample], TrainingDrawer]:
    drawer = TrainingDrawer("Moss", stage.folder / "Moss" / "archive", counts, accepted)
    return [*drawer.draw()], drawer


async def act(stage: Stage, *lines: str) -> list[str]:
    """Let the model answer with each line in turn; return the prompts that it was given."""
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    stage.model.will(*lines)
    moss.start(within=1)
    await stage.clock.advance(10 * len(lines))
    await moss.close()
    await moss.memory.close()
    return [each.prompt for each in stage.model.requests][: len(lines)]


@pytest.mark.parametrize("prompting", ["whole", "scene"])
async def test_what_is_loaded_again_is_what_the_model_was_given(
    tmp_path: Path, prompting: str
) -> None:
    """Prompt for prompt, in both forms, with the result; whoever decided."""
    stage = Stage(tmp_path)
    by_rule = prompting == "scene"
    stage.generation_params = replace(stage.generation_params, prompting=prompting, by_rule=by_rule)
    prompts = await act(stage, "say Oats.", "get moon")
    examples, drawer = draw(stage)
    assert examples and not drawer.unknown
    completions = [json.loads(each.encode("completion")) for each in examples]
    chats = [json.loads(each.encode("chat")) for each in examples]
    for one, other in zip(completions, chats, strict=True):
        *shown, answer = other["messages"]
        assert "".join(each["content"] for each in shown) == one["prompt"]
        assert answer == {"role": "assistant", "content": one["completion"]}
        assert [each["role"] for each in shown][-1] == "user"
        assert {"agent", "at", "by", "result", "ok"} <= one.keys() & other.keys()
    if not by_rule:
        assert [each["prompt"] for each in completions[:2]] == prompts
        assert [each["completion"] for each in completions[:2]] == ["say Oats.", "get moon"]
        assert completions[0]["result"] == 'You say, "Oats."' and completions[0]["ok"]
        assert completions[0]["by"] == "test-model" and not completions[1]["ok"]
        assert "moon" in completions[1]["result"]


async def test_refused_lines_can_be_left_out(tmp_path: Path) -> None:
    """A model should not learn them."""
    stage = Stage(tmp_path)
    await act(stage, "say Oats.", "get moon")
    examples, drawer = draw(stage, accepted=True)
    assert all(each.ok for each in examples) and drawer.refused == 1


async def test_private_words_are_in_no_example(tmp_path: Path) -> None:
    """From the moment at which they are in a prompt; nor does the agent's own whisper teach."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0, reply_delay=1))
    stage.model.will("say Oats.", "whisper Ada thank you", "say Barley.")
    moss.start(within=1)
    await stage.clock.advance(9)
    stage.ada_does("whisper Moss the key is under the stone")
    await stage.clock.advance(25)
    await moss.close()
    await moss.memory.close()
    examples, drawer = draw(stage)
    assert [each.past.turn.command for each in examples] == ["say Oats."]
    assert drawer.private >= 2
    assert not any(b"under the stone" in each.encode("chat") for each in examples)


async def test_turns_outside_of_the_marks_do_not_count(tmp_path: Path) -> None:
    """As the marks say, by the memory that a turn follows."""
    stage = Stage(tmp_path)
    await act(stage, "say Oats.", "say Barley.", "say Leek.")
    everything, _ = draw(stage)
    assert [each.past.turn.command for each in everything[:3]] == [
        "say Oats.", "say Barley.", "say Leek.",
    ]  # fmt: skip
    some, _ = draw(stage, TrainingMark(since=everything[1].past.turn.after).counts)
    assert [each.past.place for each in some] == [each.past.place for each in everything[1:]]


def test_a_mark_is_switched_off_and_on_and_cleared() -> None:
    """Each pause stays a pause; a cleared mark that was off stays off."""
    mark = TrainingMark().toggle(10).toggle(20)
    assert [mark.counts(after) for after in (9, 10, 19, 20, 30)] == [True, False, False, True, True]
    off = mark.toggle(25)
    assert not off.is_on and off.counts(24) and not off.counts(25)
    assert [mark.clear(30).counts(after) for after in (20, 29, 30)] == [False, False, True]
    assert not off.clear(30).counts(31)


def test_marks_are_kept_and_a_broken_file_is_named(tmp_path: Path) -> None:
    """Nothing is thrown away that cannot be read."""
    path = tmp_path / ".tarn" / "training.json"
    marks = TrainingMarks(path)
    assert marks.find("Moss") == TrainingMark()
    kept = TrainingMark(3, ((4, 5),), 7)
    marks.set("Moss", kept)
    marks.set("Wren", TrainingMark())
    assert TrainingMarks(path).find("Moss") == kept and path.stat().st_mode & 0o777 == 0o600
    path.write_text("[1]")
    with pytest.raises(MarksUnreadable, match=r"training\.json"):
        marks.set("Moss", kept)
    assert path.read_text() == "[1]"
