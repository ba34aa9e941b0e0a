"""What a prompt leaves out: as few of the oldest memories as possible; the view keeps them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.memory.core.left_out import LEAST_NEWEST, find_left_out, hide_span
from agents.memory.core.records import Experience, Frames, Span, Summary, Turn
from agents.memory.core.rendering import list_memory_bands, render_memories
from agents.memory.core.templates import fill_template
from agents.memory.core.view import View
from agents.memory.log.codec import decode, encode
from agents.memory.memory import AgentMemory
from tests.agents.memory.support import Bench, Scripted, assert_whole, fill

FRAMES = Frames("Long ago:\n{summary}", "Of late:\n{summary}")


async def make_memory(tmp_path: Path, covered: int, tail: int) -> AgentMemory:
    memory = Bench(tmp_path, Scripted()).open(auto_compact=False, immediate_window=4)
    if covered:
        fill(memory, covered + 4)
        await memory.begin_compaction()
    fill(memory, covered + tail - memory.last_seq)
    assert (memory.view.covered, len(memory.view.tail)) == (covered, tail)
    return memory


def at_most(view: View, characters: int) -> Callable[[Span], bool]:
    return lambda span: len(render_memories(hide_span(view, span), FRAMES, "…")) <= characters


@pytest.mark.parametrize("tail", [0, 1, 5, 40, 300])
@pytest.mark.parametrize("covered", [0, 30])
async def test_the_smallest_span_is_left_out(tmp_path: Path, covered: int, tail: int) -> None:
    """One memory less would not do; the summaries go last, and all together."""
    if covered and tail < 4:
        pytest.skip("four memories stay beside a summary")
    memory = await make_memory(tmp_path, covered, tail)
    view = memory.view
    for characters in (*range(0, 900, 37), 5000):
        fits = at_most(view, characters)
        span = find_left_out(view, [fits])
        if span is None:
            assert not fits((1, view.last_seq)) or fits((covered + 1, covered))
            continue
        first, last = span
        assert fits(span)
        assert first in (1, covered + 1)
        if covered and first == covered + 1:
            assert view.last_seq - last >= min(LEAST_NEWEST, tail)
        assert last == covered or not fits((first, last - 1))
    await memory.close()


async def test_roomier_limits_are_tried_before_summaries_go(tmp_path: Path) -> None:
    """A little more room for the summaries is worth more than a prefix that stays."""
    memory = await make_memory(tmp_path, 30, 40)
    view = memory.view
    enough = len(render_memories(hide_span(view, (31, 66)), FRAMES, "…"))
    assert find_left_out(view, [at_most(view, 100), at_most(view, enough)]) == (31, 66)
    assert find_left_out(view, [at_most(view, 200), at_most(view, enough - 1)]) != (31, 66)
    await memory.close()


async def test_a_very_long_tail_is_not_rendered_whole(tmp_path: Path) -> None:
    """The work goes with what fits, not with what there is."""
    memory = await make_memory(tmp_path, 0, 3000)
    view, rendered = memory.view, list[int]()

    def fits(span: Span) -> bool:
        shown = hide_span(view, span)
        rendered.append(len(shown.tail))
        return len(render_memories(shown, FRAMES)) <= 1000

    span = find_left_out(view, [fits])
    assert span is not None and max(rendered) < 100
    await memory.close()


async def test_the_view_keeps_what_prompts_leave_out(tmp_path: Path) -> None:
    """The fold is untouched; a compaction ends it, whatever it covers."""
    memory = await make_memory(tmp_path, 0, 40)
    memory.leave_out((1, 30))
    assert [each.seq for each in memory.shown.tail] == list(range(31, 41))
    assert (memory.left_out, memory.shown_after) == ((1, 30), 30)
    assert memory.left_out_tokens > 30
    assert len(memory.view.tail) == 40
    assert_whole(memory)
    await memory.begin_compaction()
    assert (memory.left_out, memory.left_out_tokens) == (None, 0)
    assert memory.shown is memory.view
    await memory.close()


async def test_by_hand_what_is_left_out_is_compacted_without_force(tmp_path: Path) -> None:
    """The hint names the plain command; it must do."""
    memory = Bench(tmp_path, Scripted()).open(auto_compact=False)
    fill(memory, 40)
    memory.leave_out((1, 30))
    assert (await memory.begin_compaction()).record.covers == (1, 36)
    await memory.close()


async def test_the_status_says_what_is_left_out(tmp_path: Path) -> None:
    """With the numbers and the command; and the prompt is counted as it is."""
    memory = await make_memory(tmp_path, 0, 40)
    whole = memory.status().prompt.tokens
    memory.leave_out((1, 30))
    status = memory.status()
    assert status.prompt.left_out == (1, 30) and status.prompt.tokens < whole / 2
    assert any("1 to 30 (30) are left out" in each for each in status.causes)
    assert any("@compact-memories Moss" in each for each in status.causes)
    memory.leave_out(None)
    assert memory.status().causes == () and memory.status().prompt.tokens == whole
    await memory.close()


async def test_its_beginning_and_its_end_are_reported_once(tmp_path: Path) -> None:
    """When a prompt is sent: in the log and to watchers."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(auto_compact=False)
    fill(memory, 40)
    for last in (30, 31, 35):
        memory.leave_out((1, last))
        memory.measure_prompt(100)
        memory.measure_prompt(100)
    assert len(bench.warnings()) == 1 and "memories 1 to 30 (30)" in bench.warnings()[0]
    memory.leave_out(None)
    memory.leave_out((1, 36))  # within one turn that is neither an end nor a beginning
    memory.measure_prompt(100)
    assert len(bench.lines) == 1
    memory.leave_out(None)
    memory.measure_prompt(300)
    memory.measure_prompt(300)
    assert [each for each in bench.lines if "shows every memory again" in each] == bench.lines[1:]
    assert [each.kind for each in bench.events] == ["error", "compaction"]
    await memory.close()


def test_a_turn_records_it_and_other_turns_are_written_as_before() -> None:
    """Three members more where memories are left out, and not a byte elsewhere."""
    turn = Turn("You are here.", "You are Moss.", after=40, revision=2, head_id="ab")
    assert b"left_out" not in encode(turn)
    left = Turn("You are here.", after=40, left_out_from=1, left_out_to=30, left_out_note="[30]")
    assert decode(encode(left)) == left
    assert (turn.left_out, left.left_out) == (None, (1, 30))


def test_long_term_text_of_several_summaries_is_shown_in_as_many_bands() -> None:
    """Each stands for its own memories, and together they are what the prompt shows."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    parts = [(1, 8), (9, 20), (21, 24)]
    summaries = tuple(
        Summary(f"s{first}", "node" if last < 24 else "leaf", f"I saw {first}.", (first, last),
                "llm", at)
        for first, last in parts
    )  # fmt: skip
    tail = tuple(Experience(seq, at, f"A gull {seq}.", "observation") for seq in (25, 26))
    view = View(summaries, tail, last_seq=26)
    frames = Frames("## Older\n{summary}\n--", "## Recent\n{summary}")
    bands = list_memory_bands(view, frames, "(left out)")
    assert [each.covers for each in bands] == [*parts, (25, 26)]
    assert [each.summary for each in bands] == [*summaries, None]
    assert "".join(each.text for each in bands) == render_memories(view, frames, "(left out)")
    longterm = view.longterm
    assert longterm is not None
    whole = fill_template(frames.longterm, summary=longterm.text) + "\n\n"
    assert "".join(each.text for each in bands[:2]) == whole
    twice = Frames("{summary} {summary}")
    (band, *_) = list_memory_bands(view, twice)
    assert (band.text, band.covers) == (f"{longterm.text} {longterm.text}\n\n", (1, 20))
