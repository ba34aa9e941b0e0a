"""Prompts are rendered again from the log alone, exactly as the model was given them."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Frames, NewMemory, Turn
from agents.memory.inspect.line_reader import LineReader
from agents.memory.inspect.prompt_replay import PastTurnUnknown, PromptReplay
from agents.memory.log.codec import digest
from agents.memory.memory import AgentMemory
from benchmarks.archives import write_archive
from tests.agents.memory.support import Bench, PlainDisk, Scripted
from tests.agents.mind.support import Stage
from tests.examples import choose_count
from world.nature import Nature
from world.vault.markdown import read_note, render_note

HEADS = ("You are Moss.\n\n", "You are Moss, a gardener.\n\n")
FRAMES = (
    Frames("# Long ago:\n{summary}", "# Lately:\n{summary}"),
    Frames("{summary}", "<{summary}>"),
)

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("record"), st.integers(3, 20)),
        st.tuples(st.just("look"), st.integers(6, 12)),
        st.tuples(st.just("ask"), st.integers(0, 3)),
        st.tuples(st.just("answer"), st.just(0)),
        st.tuples(st.just("relieve"), st.integers(1, 600)),
        st.tuples(st.just("hold"), st.just(0)),
        st.tuples(st.just("edit"), st.integers(0, 1)),
        st.tuples(st.just("reopen"), st.just(0)),
        st.tuples(st.just("kill"), st.integers(0, 400)),
    ),
    min_size=10,
    max_size=40,
)


@dataclass(frozen=True)
class Asked:
    turn: Turn
    prompt: str


class Life:
    """An agent whose turns are answered later, while it goes on recording."""

    def __init__(self, folder: Path) -> None:
        self.summarizer = Scripted()
        self.bench = Bench(folder, self.summarizer)
        self.memory = self._open()
        self.pending: Asked | None = None
        self.asked: dict[str, str] = {}
        self.edits = 0

    def _open(self) -> AgentMemory:
        return self.bench.open(immediate_window=8, recent_window=8)

    async def step(self, name: str, number: int) -> None:
        await getattr(self, name)(number)
        await self.bench.settle()

    async def record(self, count: int) -> None:
        for _ in range(count):
            seq = self.memory.last_seq + 1
            self.memory.record(
                NewMemory(f"Fern hums the {seq}th verse 🎵 \ud800.", source="observation")
            )
            await self.bench.settle()

    async def look(self, count: int) -> None:
        for _ in range(count):
            text = "~Moss> look\n" + "A long stone hall. " * 20
            self.memory.record(
                NewMemory(text, source="action", command="look", line="look", nature=Nature.SIGHT)
            )

    async def ask(self, which: int) -> None:
        head, frames, view = HEADS[which % 2], FRAMES[which // 2], self.memory.view
        notes, situation = f"Note {which}.\n", f"You are in The Hall, {len(self.asked)}.\n~Moss>"
        prompt = head + self.memory.render_section(frames) + notes + situation
        turn = Turn(
            situation, head, frames, notes, "say Yes.",
            after=view.last_seq, revision=view.revision, prompt_id=digest(prompt),
        )  # fmt: skip
        self.pending = Asked(turn, prompt)

    async def answer(self, _: int) -> None:
        pending, self.pending = self.pending, None
        if pending is not None:
            self.memory.record_turn(pending.turn)
            self.asked[pending.turn.situation] = pending.prompt

    async def relieve(self, excess: int) -> None:
        self._release()
        for _ in range(2):
            await self.memory.relieve(excess)

    async def hold(self, _: int) -> None:
        if self.summarizer.held is None:
            self.summarizer.held = asyncio.Event()
        else:
            self._release()

    def _release(self) -> None:
        held, self.summarizer.held = self.summarizer.held, None
        if held is not None:
            held.set()

    async def edit(self, which: int) -> None:
        path = self.bench.summary_file(("recent.md", "longterm.md")[which])
        self.edits += 1
        if path.exists() and not self.memory.status().running:
            note = read_note(path)
            path.write_text(render_note(note.metadata, f"I was edited {self.edits} times."))
            self.memory.adopt_edits()

    async def reopen(self, _: int) -> None:
        await self.memory.close()
        self.memory, self.pending = self._open(), None

    async def kill(self, lost: int) -> None:
        """The process dies; the last `lost` bytes never reached the disk."""
        await self.memory.close()
        path = self.bench.segments()[-1]
        path.write_bytes(path.read_bytes()[: max(0, path.stat().st_size - lost)])
        self.memory, self.pending = self._open(), None

    def check(self) -> int:
        lines = LineReader(self.bench.folder / "archive")
        travel, seen = PromptReplay(lines), 0
        for place, line in lines.forwards():
            record = lines.decode_line(place, line)
            if isinstance(record, Turn):
                past = travel.replay_turn(place, record)
                assert past.prompt == self.asked[record.situation]
                assert past.agrees
                assert PromptReplay(lines).replay_at(record.after).turn.after == record.after
                seen += 1
        return seen


async def _live(folder: Path, steps: list[tuple[str, int]]) -> None:
    life = Life(folder)
    for name, number in [*steps, ("ask", 0), ("answer", 0)]:
        await life.step(name, number)
    life._release()
    await life.memory.close()
    assert life.check() > 0


def _run(coroutine: Coroutine[Any, Any, None]) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()


@settings(max_examples=choose_count(16, 40), deadline=None)
@given(STEPS)
def test_every_prompt_is_rendered_again_as_it_was(steps: list[tuple[str, int]]) -> None:
    """After compactions, maskings, edits, restarts and kills, byte for byte."""
    with tempfile.TemporaryDirectory() as folder:
        _run(_live(Path(folder), steps))


async def test_what_a_mind_has_sent_is_rendered_again(tmp_path: Path) -> None:
    """Its prompts come from the world, its notes and its memory; the log alone is enough."""
    stage = Stage(tmp_path)
    agent = stage.agent()
    agent.start(within=1)
    for n in range(90):
        stage.ada_does(f"say Moss, have you seen the {n}th heron?")
        stage.model.will(f"say I saw {n} of them." if n % 3 else "look")
        await stage.clock.advance(20)
    await stage.close()
    assert agent.memory.view.summaries
    sent = {digest(each.prompt): each.prompt for each in stage.model.requests}
    lines = LineReader(tmp_path / "Moss" / "archive")
    travel, shown = PromptReplay(lines), 0
    for place, line in lines.forwards():
        record = lines.decode_line(place, line)
        if isinstance(record, Turn) and record.model:
            assert travel.replay_turn(place, record).prompt == sent[record.prompt_id]
            shown += 1
    assert shown > 50
    newest = travel.replay_newest()
    assert newest.agrees and newest.view.summaries


def _grow_archive(folder: Path) -> Path:
    """An archive of 300 memories with a turn after every eighth."""
    write_archive(folder, 300)
    return folder / "archive"


def test_at_finds_the_last_turn_from_then_or_before(tmp_path: Path) -> None:
    """A turn belongs to the time of its prompt, whenever its reply came."""
    travel = PromptReplay(LineReader(_grow_archive(tmp_path)))
    assert [travel.replay_at(seq).turn.after for seq in (8, 9, 15, 16, 299, 10**9)] == [
        8, 8, 8, 16, 296, 296,
    ]  # fmt: skip
    assert travel.replay_newest().turn.after == 296


def test_no_turn_from_then_is_said(tmp_path: Path) -> None:
    """It does not show a later turn instead."""
    with pytest.raises(PastTurnUnknown, match="no turn from then or before"):
        PromptReplay(LineReader(_grow_archive(tmp_path))).replay_at(7)
    with pytest.raises(PastTurnUnknown):
        PromptReplay(LineReader(tmp_path / "nowhere")).replay_newest()


def test_a_head_that_is_lost_is_named(tmp_path: Path) -> None:
    """The line with the head of all prompts is damaged."""
    archive = _grow_archive(tmp_path)
    path = archive / "000000000001.jsonl"
    lines = path.read_bytes().split(b"\n")
    lines[8] = b"x" * len(lines[8])
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(PastTurnUnknown, match=r"byte \d+ begins as an earlier one does"):
        PromptReplay(LineReader(archive)).replay_newest()


def test_a_changed_log_gives_another_digest(tmp_path: Path) -> None:
    """The digest tells that the prompt shown is not the one that was given."""
    archive = _grow_archive(tmp_path)
    path = archive / "000000000001.jsonl"
    path.write_bytes(path.read_bytes().replace(b"heron this", b"goose this"))
    assert PromptReplay(LineReader(archive)).replay_newest().agrees is False


def test_a_spoilt_memory_is_passed_over(tmp_path: Path) -> None:
    """The prompt is shown without it, and its digest says so."""
    archive = _grow_archive(tmp_path)
    path = archive / "000000000001.jsonl"
    content = path.read_bytes()
    at = content.index(b'"seq":290,')
    path.write_bytes(content[:at] + b"!" + content[at + 1 :])
    lines = LineReader(archive)
    past = PromptReplay(lines).replay_newest()
    assert past.agrees is False
    assert list(lines.faults.values()) == ["not a line of JSON"]
    assert "289th time" in past.prompt
    assert not list(archive.glob("*.rejected"))


def test_little_is_read_of_a_long_archive(tmp_path: Path) -> None:
    """Only the part from the turn back to the compaction before it is read."""
    size = write_archive(tmp_path, 20_000)
    disk = PlainDisk()
    travel = PromptReplay(LineReader(tmp_path / "archive", disk))
    # The head stands once, at the very beginning: this turn brings it.
    first = travel.replay_at(8)
    assert first.agrees
    before = disk.read
    assert travel.replay_at(15_000).turn.after == 15_000
    assert disk.read - before < size // 4
