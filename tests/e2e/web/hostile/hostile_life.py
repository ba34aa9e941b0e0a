"""Words that would like to be more than words, an archive and a chronicle that are full of them.

Much of it no client can send: lines are short at the door, and names have letters only. But files
are edited by hand, and archives come from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.memory.core.facts import Fact
from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    MicroCompact,
    PageEdit,
    Record,
    Summary,
    Turn,
)
from agents.memory.log.codec import encode
from agents.memory.log.segment import segment_path
from server.chronicle.entry import ChronicleEntry, encode_entry
from tests.examples import choose_count
from world.nature import Nature

MARK = "<script>window.ran=1</script>"
"""Is in every hostile text, and has to be seen as it stands here."""

HOSTILE = (
    f"{MARK}<img src=x onerror=window.ran=1> [a](javascript:window.ran=1) ](x) "
    "</textarea></style><svg onload=window.ran=1> javascript:window.ran=1"
)
CONTROLS = "\x1b[31m\x1b]0;ran\x07\x00\x08\u202e\u2066\u200b\ufeff"
"""Colours and a title for a terminal, nothing, backspace, marks that turn the direction of text
round, and a space without width."""

HALF = "\ud83d"
"""Half a letter: JSON can say it, UTF-8 cannot."""

LENGTH = choose_count(8, 64) * 1024
LONG = f"{HOSTILE} {'x' * LENGTH}"
"""Wider than any window, without a place to break the line at."""

NAME = f"{MARK}](x)"
"""A name that only files can give somebody."""

BEGIN = datetime(2026, 3, 1, 6, tzinfo=UTC)
MEMORIES = 24
COVERED = 12


def write_hostile_life(agent: Path) -> None:
    """Write an archive whose every text is hostile into an agent's folder."""
    folder = agent / "archive"
    folder.mkdir(parents=True)
    path = segment_path(folder, 1)
    path.write_bytes(b"".join(encode(each) for each in make_hostile_life()))


def make_hostile_life() -> Iterator[Record]:
    """Yield memories, a summary and an edit of it, facts, a mask, a page's edit, and turns."""
    for seq in range(1, MEMORIES + 1):
        yield make_memory(seq)
    at = time_of(MEMORIES)
    summary = make_summary(at)
    yield JournalEntry(MEMORIES, at, (1, COVERED), tuple(make_facts()), "heuristic")
    yield Compaction(
        after=MEMORIES, at=at, covers=(1, COVERED), summaries=(summary,), method="llm",
        trigger="automatic", seconds=1.0, tokens_before=40000, tokens_after=30000,
        strategy="waterfall", revision=1, cause="count", refusals=(HOSTILE, LONG),
    )  # fmt: skip
    edited = replace(summary, id=f"{summary.id}-2", method="human", replaces=(summary.id,))
    yield Edit(MEMORIES, at, edited, 2)
    yield MicroCompact(MEMORIES, at, (COVERED + 1,), 3, (HOSTILE,))
    yield PageEdit(MEMORIES, at, "people/Ada", above=LONG)
    for number in range(2):
        yield Turn(
            HOSTILE + CONTROLS + HALF, f"{HOSTILE} {number}", notes=LONG, reply=LONG,
            command=HOSTILE, model=NAME, profile=NAME, outcome=HOSTILE, after=MEMORIES,
            revision=3, at=at,
            choices=(f'[{NAME} 1.0] "{HOSTILE}" ({HOSTILE})', LONG), blocks=(f"{NAME} 9",),
        )  # fmt: skip


def time_of(seq: int) -> datetime:
    return BEGIN + timedelta(minutes=seq)


def make_memory(seq: int) -> Experience:
    """Return something heard, or the agent's own deed every third time."""
    text = (HOSTILE, LONG, HOSTILE + CONTROLS + HALF)[seq % 3]
    if seq % 3 == 0:
        return Experience(
            seq, time_of(seq), f"say {text}\n{text}", "action", place=NAME, command="say",
            line=f"say {text}", reason=text, nature=Nature.SPEECH,
        )  # fmt: skip
    return Experience(
        seq, time_of(seq), f'{NAME} says, "{text}"', "observation", "say", NAME, (NAME, "Ada"),
        NAME if seq % 2 else "Ada", nature=Nature.SPEECH,
    )  # fmt: skip


def make_summary(at: datetime) -> Summary:
    sentences = (HOSTILE, f"{HOSTILE} {'y' * LENGTH}", f"Ada said: {HOSTILE}")
    return Summary(
        f"recent-1-{COVERED}-{NAME}", "recent", "\n".join(sentences), (1, COVERED), "llm", at,
        tokens=9000, profile=NAME, model=NAME, citations=((1,), (2, 3), (5,)),
    )  # fmt: skip


def make_facts() -> Iterator[Fact]:
    for seq in range(1, COVERED + 1):
        text = LONG if seq == 2 else f"{HOSTILE} {seq}"
        speaker = "Ada" if seq % 2 else NAME
        # The page of a day cannot be read while a line of it is too long, so that has its own.
        at = time_of(seq) - timedelta(days=seq == 2)
        yield Fact(text, 5, "heuristic", "heard", 0.5, (seq,), at, speaker, (speaker, HOSTILE))


def write_hostile_chronicle(folder: Path, at: datetime) -> None:
    """Write a day of the chronicle in which hostile names say hostile things."""
    folder.mkdir()
    names = ("Moss", NAME)
    lines = [
        ChronicleEntry(
            at + timedelta(seconds=number), None, ("The Hall", NAME)[number % 2], Nature.SPEECH,
            f'{names[number % 2]} says, "{text}"', "say", names[number % 2], "agent",
            agents=("Moss", NAME),
        )
        for number, text in enumerate((HOSTILE, f"{HOSTILE}{CONTROLS}HALF", LONG, HOSTILE))
    ]  # fmt: skip
    written = b"".join(map(encode_entry, lines)).replace(b"HALF", b"\\ud83d")
    (folder / f"{at:%Y-%m-%d}.jsonl").write_bytes(written)
