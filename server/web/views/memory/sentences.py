"""A summary taken apart: each sentence, the memories that it rests on, and whether they bear it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.memory.checking.verdict import explain_doubt, judge_sentence
from agents.memory.core.records import Experience, Summary, summaries_in
from agents.memory.core.view import pair_citations
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.language.evidence import Source
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode
from agents.memory.summarization.second_reading.standing import judge_standing
from late.late_dataclass import late_dataclass
from server.web.views.memory.best_evidence import find_best_evidence
from server.web.views.memory.life.amounts import MOST_STANDING
from server.web.views.memory.life.findings import Sort, find_speaker, sort_experience
from server.web.views.memory.life.window import SUMMARY, describe_summary
from server.web.views.memory.memories import present_memory

Data = dict[str, Any]

MOST_MEMORIES = 20
"""Of those that a sentence rests on; the rest is only numbered."""

Written = dict[str, str]
"""Sentences that came with a person's edit, and when."""


@late_dataclass(frozen=True, slots=True)
class SummaryPlace:
    """Where the text of a summary stands in an archive."""

    about: Data
    """The summary without its text."""
    segment: int
    offset: int


def find_summary(index: sqlite3.Connection, id: str) -> SummaryPlace | None:
    """Return where a summary stands; None: there never was such."""
    row = index.execute(
        f"SELECT {SUMMARY}, c.segment, c.offset FROM summaries s JOIN changes c"
        " ON c.number = s.came WHERE s.id = ?",
        (id,),
    ).fetchone()
    return _place(row) if row else None


def _place(row: sqlite3.Row) -> SummaryPlace:
    return SummaryPlace(describe_summary(row), row["segment"], row["offset"])


def list_places_in_use(index: sqlite3.Connection) -> list[SummaryPlace]:
    """Return where the summaries in use stand, the oldest first; of very many the newest."""
    rows = index.execute(
        f"SELECT {SUMMARY}, c.segment, c.offset FROM summaries s JOIN changes c"
        " ON c.number = s.came WHERE s.went IS NULL ORDER BY s.first DESC LIMIT ?",
        (MOST_STANDING,),
    ).fetchall()
    return [_place(row) for row in reversed(rows)]


def read_summary(archive: Path, place: SummaryPlace) -> Summary | None:
    """Return a summary as the archive has it; None if its line cannot be read."""
    try:
        with (archive / f"{place.segment:012d}.jsonl").open("rb") as file:
            file.seek(place.offset)
            record = decode(file.readline())
    except (OSError, BadRecord, ArchiveRefused):
        return None
    id = place.about["id"]
    return next((each for each in summaries_in(record) if each.id == id), None)


def find_written(index: sqlite3.Connection, summary: Summary) -> Written:
    """Return which sentences of a summary first stood in a text that a person wrote."""
    found: Written = {}
    for sentence, _ in pair_citations(summary):
        row = index.execute(
            "SELECT s.at, s.method FROM sentences t JOIN summaries s ON s.id = t.first"
            " WHERE t.text = ?",
            (sentence,),
        ).fetchone()
        if row and row["method"] == "human":
            found[sentence] = row["at"]
    return found


def open_sentences(archive: Path, summary: Summary, written: Written) -> list[Data]:
    """Return the sentences of a summary with their grounds and verdicts; runs in a worker."""
    reader = ReadOnlyReader(archive)
    return [
        _describe_sentence(reader, summary, sentence, seqs, written.get(sentence))
        for sentence, seqs in pair_citations(summary)
    ]


def count_verdicts(archive: Path, places: Sequence[SummaryPlace]) -> list[Data]:
    """Return of each summary that can be read how many sentences its memories bear or deny.

    Runs in a worker; what `open_sentences` says of each sentence is counted.
    """
    reader = ReadOnlyReader(archive)
    found = ((place, read_summary(archive, place)) for place in places)
    return [_count_verdicts(reader, place, summary) for place, summary in found if summary]


def _count_verdicts(reader: ReadOnlyReader, place: SummaryPlace, summary: Summary) -> Data:
    verdicts = Counter(
        _judge(sentence, _read_memories(reader, seqs), summary)[0]
        for sentence, seqs in pair_citations(summary)
    )
    return {
        "id": place.about["id"],
        "sentences": verdicts.total(),
        "supported": verdicts["supports"],
        "contradicted": verdicts["contradicts"],
        "unsupported": verdicts["cannot tell"],
    }


def _read_memories(reader: ReadOnlyReader, seqs: tuple[int, ...]) -> list[Experience]:
    return [each for seq in seqs[:MOST_MEMORIES] for each in reader.read(seq, seq)]


def _describe_sentence(
    reader: ReadOnlyReader,
    summary: Summary,
    sentence: str,
    seqs: tuple[int, ...],
    written: str | None,
) -> Data:
    memories = _read_memories(reader, seqs)
    verdict = _judge(sentence, memories, summary)
    best = find_best_evidence(sentence, memories)
    return {
        "text": sentence,
        "speaker": find_speaker(sentence) or _find_speakers(memories),
        "written": written,
        "seqs": list(seqs),
        "memories": [present_memory(each) for each in memories],
        "bearing": _find_bearing(sentence, memories) if verdict[0] == "supports" else [],
        "best": {"seq": best.seq, "line": best.line} if best else None,
        "verdict": verdict[0],
        "why": verdict[1] or _explain(verdict[0], sentence, memories),
    }


def _judge(
    sentence: str, memories: list[Experience], summary: Summary | None = None
) -> tuple[str, str]:
    """Return what memories say of a sentence, which may be one of a summary."""
    if not memories:
        return "unknown", ""
    sources = list(map(_make_source, memories))
    found = (
        judge_standing(summary, sentence, sources) if summary else judge_sentence(sentence, sources)
    )
    return found.judgement, found.why


def _find_bearing(sentence: str, memories: list[Experience]) -> list[int]:
    """Return the numbers of those memories that bear a sentence out by themselves."""
    return [each.seq for each in memories if _judge(sentence, [each])[0] == "supports"]


def _explain(judgement: str, sentence: str, memories: list[Experience]) -> str:
    """Return why nothing can be told of a sentence; empty if something can."""
    if judgement != "cannot tell":
        return ""
    return explain_doubt(sentence, list(map(_make_source, memories)))


def _make_source(memory: Experience) -> Source:
    return Source(memory.text, memory.speaker, memory.nature)


def _find_speakers(memories: list[Experience]) -> str:
    """Return those on whose words alone a sentence rests; empty: it rests on more than words."""
    if not all(sort_experience(each) is Sort.HEARD for each in memories):
        return ""
    return ", ".join(dict.fromkeys(each.speaker for each in memories))
