"""Writes archives of any length quickly, with the same lines as the product."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.memory.core.records import (
    ONCE,
    Compaction,
    Counts,
    Experience,
    Frames,
    MicroCompact,
    Record,
    Summary,
    Turn,
)
from agents.memory.core.rendering import render_memories
from agents.memory.core.view import View, apply
from agents.memory.log.archive import SEGMENT_BYTES
from agents.memory.log.codec import digest, encode, head_id
from agents.memory.log.segment import segment_path
from benchmarks.lives import HEAD, NAMES, SITUATION, SPEECH
from world.nature import Nature

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
FRAMES = Frames("# Long ago:\n{summary}", "# Lately:\n{summary}")
TURN_EVERY = 8
"""Memories for each turn; fewer make the archive larger."""
WINDOW = 64


def write_archive(agent: Path, memories: int, *, digests: bool = True) -> int:
    """Write an archive of `memories` into an agent's folder; return its size in bytes.

    There are turns, compactions as under ``waterfall`` and maskings.  `digests`: each turn has
    the digest of its prompt, which takes two thirds of the time.
    """
    folder = agent / "archive"
    folder.mkdir(parents=True)
    life = _make_records(memories, digests)
    written, record = 0, next(life, None)
    while record is not None:
        first = record.seq if isinstance(record, Experience) else 1
        with segment_path(folder, first).open("wb") as file:
            size = 0
            while record is not None and not (size >= SEGMENT_BYTES and _is_memory(record)):
                size += file.write(encode(record))
                record = next(life, None)
            written += size
    return written


def _is_memory(record: Record) -> bool:
    return isinstance(record, Experience)


def _make_records(memories: int, digests: bool) -> Iterator[Record]:
    view, head = View(), HEAD
    for seq in range(1, memories + 1):
        yield (memory := _make_memory(seq))
        view = apply(view, memory)
        if seq % TURN_EVERY == 0:
            yield _make_turn(view, head, digests)
            head = ""
        if seq % 1000 == 0:
            view = apply(
                view, masking := MicroCompact(seq, _time_of(seq), (seq,), view.revision + 1)
            )
            yield masking
        if seq > WINDOW and (seq - WINDOW) % WINDOW == 1 and seq > 2 * WINDOW:
            view = apply(view, compaction := _make_compaction(view))
            yield compaction


def _time_of(seq: int) -> datetime:
    return BEGIN + timedelta(seconds=11 * seq)


def _make_memory(seq: int) -> Experience:
    speaker = NAMES[seq % len(NAMES)]
    text = f'{speaker} says, "{SPEECH[seq % len(SPEECH)]} That is the {seq}th time."'
    return Experience(
        seq,
        _time_of(seq),
        text,
        "observation",
        "say",
        "The Hall",
        (),
        speaker,
        nature=Nature.SPEECH,
    )


def _make_turn(view: View, head: str, digests: bool) -> Turn:
    situation = f"Memory {view.last_seq} is the newest.\n{SITUATION}"
    prompt = HEAD + render_memories(view, FRAMES, form=ONCE) + situation if digests else ""
    return Turn(
        situation,
        head=head,
        frames=FRAMES if head else Frames(),
        head_id=head_id(Turn("", head=HEAD, frames=FRAMES)),
        reply="say Yes.",
        command="say Yes.",
        model="scripted",
        prompt_tokens=2000,
        completion_tokens=5,
        seconds=0.25,
        after=view.last_seq,
        revision=view.revision,
        at=_time_of(view.last_seq),
        prompt_id=digest(prompt) if digests else "",
        form=ONCE,
    )


def _make_compaction(view: View) -> Compaction:
    end, revision = view.last_seq - WINDOW, view.revision + 1
    covers = view.covered + 1, end
    older = _make_summary("longterm", (1, view.covered), revision, view) if view.covered else None
    recent = _make_summary("recent", covers, revision, None)
    return Compaction(
        after=view.last_seq,
        at=_time_of(view.last_seq),
        covers=covers,
        summaries=(older, recent) if older else (recent,),
        method="llm",
        trigger="automatic",
        seconds=1.5,
        tokens_before=4000,
        tokens_after=2500,
        strategy="waterfall",
        revision=revision,
        counts=Counts(compactions=view.counts.compactions + 1, llm=view.counts.llm + 2),
    )


def _make_summary(kind: str, covers: tuple[int, int], revision: int, view: View | None) -> Summary:
    text = f"I heard of roses and of herons from {covers[0]} to {covers[1]}. " * 20
    return Summary(
        f"{kind}-{covers[0]}-{covers[1]}-{revision}",
        "longterm" if kind == "longterm" else "recent",
        text.strip(),
        covers,
        "llm",
        _time_of(covers[1]),
        tokens=len(text) // 4,
        profile="summarizer",
        model="scripted",
        replaces=tuple(each.id for each in view.summaries) if view else (),
    )
