"""Writes the archive of a life of any length, with every kind of record that the view Memory shows.

The lines are the product's own; the life is that of an agent under ``waterfall``.
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
)
from agents.memory.log.archive import SEGMENT_BYTES
from agents.memory.log.codec import encode
from agents.memory.log.segment import segment_path
from world.nature import Nature

BEGIN = datetime(2026, 3, 1, 6, tzinfo=UTC)
WINDOW = 64
HOSTILE = "<script>document.title=1</script> [a](javascript:b) <img src=x onerror=alert(1)>"
"""What Mallory says."""
SAYINGS = (
    "The {n}th heron stood in the reeds.",
    "I hid {n} coins under the millstone.",
    "The ferry leaves at {n} past noon.",
    "My skiff has {n} new planks.",
)
SPEAKERS = ("Fern", "Tobias", "Ada")


def write_life(agent: Path, memories: int) -> int:
    """Write an archive of `memories` into an agent's folder; return its size in bytes."""
    folder = agent / "archive"
    folder.mkdir(parents=True, exist_ok=True)
    size = written = 0
    file = segment_path(folder, 1).open("wb")
    for record in make_life(memories):
        if size >= SEGMENT_BYTES and isinstance(record, Experience):
            file.close()
            file, size = segment_path(folder, record.seq).open("wb"), 0
        line = encode(record)
        file.write(line)
        size += len(line)
        written += len(line)
    file.close()
    return written


def make_life(memories: int) -> Iterator[Record]:
    """Yield the records of a life; the last memories but 64 to 128 are summed up."""
    stood: tuple[Summary, ...] = ()
    covered = revision = 0
    for seq in range(1, memories + 1):
        yield make_memory(seq)
        if seq % 50 == 10:
            revision += 1
            yield MicroCompact(seq, time_of(seq), (seq,), revision, (f"[look: #{seq}]",))
        if seq - covered > 2 * WINDOW:
            span = covered + 1, seq - WINDOW
            yield make_entry(seq, span)
            revision += 1
            compaction = make_compaction(seq, span, stood, revision)
            yield compaction
            stood, covered = compaction.summaries, span[1]
            if revision % 20 == 5:
                revision += 1
                edit = make_edit(seq, stood[-1], revision)
                stood = (*stood[:-1], edit.summary)
                yield edit
                yield PageEdit(seq, time_of(seq), "people/Fern", above="She is kind.")


def time_of(seq: int) -> datetime:
    return BEGIN + timedelta(seconds=97 * seq)


def make_memory(seq: int) -> Experience:
    at, kind = time_of(seq), seq % 10
    if seq % 400 == 7:
        return Experience(
            seq, at, f'Mallory says, "{HOSTILE}"', "observation", "say", "The Hall", (),
            "Mallory", nature=Nature.SPEECH,
        )  # fmt: skip
    if kind < 4:
        speaker = SPEAKERS[seq % len(SPEAKERS)]
        saying = SAYINGS[seq % len(SAYINGS)].format(n=seq)
        return Experience(
            seq, at, f'{speaker} says, "{saying}"', "observation", "say", "The Hall", (),
            speaker, nature=Nature.SPEECH,
        )  # fmt: skip
    if kind < 6:
        return Experience(
            seq, at, f"say It is my {seq}th answer.\nYou say it.", "action", place="The Hall",
            command="say", line=f"say It is my {seq}th answer.", nature=Nature.SPEECH,
        )  # fmt: skip
    if kind == 6:
        return Experience(seq, at, f"I wonder about the {seq}th stone.", "thought",
                          place="The Hall", nature=Nature.THOUGHT)  # fmt: skip
    return Experience(
        seq, at, f"A leaf falls, the {seq}th today.", "observation", "weather", "The Garden",
        nature=Nature.SIGHT,
    )  # fmt: skip


def make_compaction(
    seq: int, span: tuple[int, int], stood: tuple[Summary, ...], revision: int
) -> Compaction:
    at = time_of(seq)
    recent = make_recent(span, at, revision)
    older = make_longterm(stood, at, revision) if stood else None
    return Compaction(
        after=seq, at=at, covers=span, summaries=(older, recent) if older else (recent,),
        method="llm", trigger="automatic", seconds=1.5, tokens_before=4000, tokens_after=2500,
        strategy="waterfall", revision=revision, cause="count",
        refusals=("tiny: it is longer than what it replaces",) if seq // WINDOW % 7 == 3 else (),
    )  # fmt: skip


def make_recent(span: tuple[int, int], at: datetime, revision: int) -> Summary:
    sentences, cited = list[str](), list[tuple[int, ...]]()
    for seq in range(span[0], span[1] + 1, 16):
        memory = make_memory(seq)
        said = memory.text.partition('"')[2].rstrip('"')
        if memory.speaker and memory.speaker != "Mallory":
            sentences.append(f'{memory.speaker} said: "{said}"')
        else:
            sentences.append(f"I remember the {seq}th moment.")
        cited.append((seq,))
    return make_summary("recent", span, sentences, cited, at, revision)


def make_longterm(stood: tuple[Summary, ...], at: datetime, revision: int) -> Summary:
    """Keep the last twelve sentences of what stood."""
    pairs = [pair for each in stood for pair in zip(each.text.split("\n"), each.citations,
             strict=True)]  # fmt: skip
    kept = [*pairs[:4], *pairs[4:][-8:]]
    covers = stood[0].covers[0], stood[-1].covers[1]
    return make_summary(
        "longterm", covers, [text for text, _ in kept], [seqs for _, seqs in kept], at, revision,
        tuple(each.id for each in stood),
    )  # fmt: skip


def make_summary(
    kind: str,
    covers: tuple[int, int],
    sentences: list[str],
    cited: list[tuple[int, ...]],
    at: datetime,
    revision: int,
    replaces: tuple[str, ...] = (),
) -> Summary:
    text = "\n".join(sentences)
    return Summary(
        f"{kind}-{covers[0]}-{covers[1]}-{revision}",
        "longterm" if kind == "longterm" else "recent", text, covers, "llm", at,
        tokens=len(text) // 4, profile="summarizer", model="tiny", replaces=replaces,
        citations=tuple(cited), rewritten=len(replaces),
    )  # fmt: skip


def make_edit(seq: int, summary: Summary, revision: int) -> Edit:
    edited = make_summary(
        "recent", summary.covers, [*summary.text.split("\n")[:-1], "A person wrote this."],
        [*summary.citations[:-1], ()], time_of(seq), revision, (summary.id,),
    )  # fmt: skip
    by_hand = replace(edited, method="human", model="", profile="")
    return Edit(seq, time_of(seq), by_hand, revision)


def make_entry(seq: int, span: tuple[int, int]) -> JournalEntry:
    facts = []
    for number in range(span[0], span[1] + 1, 8):
        memory = make_memory(number)
        said = memory.text.partition('"')[2].rstrip('"')
        if memory.speaker:
            facts.append(
                Fact(f"{memory.speaker} said: {said}", 3 + number % 7, "heuristic", "heard", 0.5,
                     (number,), memory.at, memory.speaker, (memory.speaker,))
            )  # fmt: skip
        else:
            facts.append(Fact(f"Moment {number} was plain.", 2, "heuristic", "seen", 0.9,
                              (number,), memory.at))  # fmt: skip
    return JournalEntry(seq, time_of(seq), span, tuple(facts), "heuristic")
