"""Puts what a stretch of an archive holds into the index of a life; every function blocks."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping

from agents.memory.compaction_history import CAUSES
from agents.memory.core.facts import Fact
from agents.memory.core.records import (
    Compaction,
    Edit,
    JournalEntry,
    JournalNote,
    MicroCompact,
    PageEdit,
    Renewal,
    Span,
    Summary,
)
from agents.memory.journal.pages import escape_fact
from agents.memory.log.codec import format_moment
from server.web.views.memory.life.findings import (
    Change,
    Findings,
    FoundChange,
    FoundRecord,
    ReadingPlace,
    StandingSentence,
    SummaryWords,
)
from server.web.views.memory.life.voices import Voices, add_sorts, join_speakers

Words = Mapping[str, SummaryWords]

MOST_SPEAKERS = 6
"""Of those whose words a summary gives, so many are kept: who has most of its sentences."""

_TABLES = (
    "sorts", "speakers", "quarters", "changes", "summaries", "sentences", "citations", "masks",
    "entries", "facts", "fact_grounds", "page_edits",
)  # fmt: skip


def read_place(index: sqlite3.Connection) -> ReadingPlace:
    """Return up to where the archive was read."""
    return ReadingPlace(*index.execute("SELECT segment, offset, checked FROM place").fetchone())


def add_findings(index: sqlite3.Connection, found: Findings) -> None:
    """Take in a stretch, in one transaction."""
    index.execute("BEGIN IMMEDIATE")
    try:
        _add(index, found)
    except BaseException:
        index.execute("ROLLBACK")
        raise
    index.execute("COMMIT")


def _add(index: sqlite3.Connection, found: Findings) -> None:
    if found.reset:
        for table in _TABLES:
            index.execute(f"DELETE FROM {table}")
        index.execute("UPDATE place SET last = 0, unreadable = 0")
    add_sorts(index, found.first, bytes(found.sorts), found.speakers)
    index.executemany("INSERT OR IGNORE INTO quarters VALUES(?,?)", found.quarters)
    voices = Voices(index)
    for record in found.records:
        _add_record(index, record, found.words, voices)
    _add_sentences(index, found.sentences.values(), voices)
    place = found.place
    index.execute(
        "UPDATE place SET segment = ?, offset = ?, checked = ?, unreadable = unreadable + ?,"
        " last = max(last, ?)",
        (place.segment, place.offset, place.check, found.unreadable,
         found.first + len(found.sorts) - 1),
    )  # fmt: skip


def _add_record(
    index: sqlite3.Connection, record: FoundRecord, words: Words, voices: Voices
) -> None:
    match record:
        case FoundChange():
            _add_change(index, record, words, voices)
        case MicroCompact():
            _add_masks(index, record)
        case JournalEntry():
            # It takes the place of every earlier one that covers any of its memories.
            _drop_entries(index, "author = '' AND last >= ?", (record.covers[0],))
            _add_facts(index, "", record.covers, record.facts)
        case JournalNote():
            same = (record.by, *record.covers)
            _drop_entries(index, "author = ? AND first = ? AND last = ?", same)
            _add_facts(index, record.by, record.covers, (record.fact,))
        case PageEdit():
            _add_page_edit(index, record)


# --- summaries ----------------------------------------------------------------------------


def _add_change(
    index: sqlite3.Connection, found: FoundChange, words: Words, voices: Voices
) -> None:
    record = found.record
    number = _insert_change(index, found)
    if number is None:
        return
    match record:
        case Compaction():
            stand = record.summaries
            _end_all_but(index, number, stand)
        case Edit():
            stand = (record.summary,) if _end_inside(index, number, record.summary.covers) else ()
        case _:
            stand = (record.stand_in,) if record.stand_in else ()
            _end_all_but(index, number, stand)
    for each in stand:
        _add_summary(index, each, number, _count_words(words.get(each.id), voices))


def _insert_change(index: sqlite3.Connection, found: FoundChange) -> int | None:
    """Return the number of the change; None: a step of a renewal, which changes nothing yet."""
    record = found.record
    if isinstance(record, Renewal) and record.stand_in is None:
        return None
    made = index.execute(
        "INSERT INTO changes(kind, revision, after, at, cause, first, last, method, strategy,"
        " tokens_before, tokens_after, seconds, refusals, segment, offset)"
        " VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (*_describe_change(record), found.segment, found.offset),
    )
    return made.lastrowid


def _describe_change(record: Change) -> tuple[object, ...]:
    head = (record.revision, record.after, format_moment(record.at))
    match record:
        case Compaction():
            cause = record.cause or CAUSES.get(record.trigger, "")
            refusals = json.dumps(record.refusals, ensure_ascii=False) if record.cause else None
            return (
                "compaction", *head, cause, *record.covers, record.method, record.strategy,
                record.tokens_before, record.tokens_after, record.seconds, refusals,
            )  # fmt: skip
        case Edit():
            return (
                "edit", *head, "by hand", *record.summary.covers, record.summary.method, "",
                0, record.summary.tokens, 0.0, "[]",
            )  # fmt: skip
        case Renewal():
            text = record.stand_in
            covers = text.covers if text else (0, 0)
            return (
                "renewal", *head, "forgotten", *covers, text.method if text else "",
                f"asked by {record.by}", record.tokens_before, text.tokens if text else 0, 0.0,
                "[]",
            )  # fmt: skip


def _end_all_but(index: sqlite3.Connection, number: int, stand: Iterable[Summary]) -> None:
    ids = {each.id for each in stand}
    standing = index.execute("SELECT number, id FROM summaries WHERE went IS NULL").fetchall()
    gone = [(number, each) for each, id in standing if id not in ids]
    index.executemany("UPDATE summaries SET went = ? WHERE number = ?", gone)


def _end_inside(index: sqlite3.Connection, number: int, covers: Span) -> bool:
    """End what stands for exactly a span; return whether there is such, as the view's fold does."""
    inside = index.execute(
        "SELECT number, first, last FROM summaries"
        " WHERE went IS NULL AND first >= ? AND last <= ? ORDER BY first",
        covers,
    ).fetchall()
    if not inside or (inside[0][1], inside[-1][2]) != covers:
        return False
    gone = [(number, each[0]) for each in inside]
    index.executemany("UPDATE summaries SET went = ? WHERE number = ?", gone)
    return True


def find_lane(summary: Summary) -> str:
    """Return in which row of the strip a summary is drawn."""
    if summary.type == "node":
        return f"level {max(summary.level, 1)}"
    return {"leaf": "leaves", "recent": "recent", "longterm": "long-term"}[summary.type]


def _count_words(words: SummaryWords | None, voices: Voices) -> tuple[int, int, str]:
    """Return how many sentences a summary has, how many are hearsay, and whose, as JSON."""
    if words is None:
        return 0, 0, "[]"
    heard = [speakers for seqs in words.grounds if (speakers := voices.find_speakers(seqs))]
    counts = Counter([*words.speakers, *(name for speakers in heard for name in speakers)])
    names = [name for name, _ in counts.most_common(MOST_SPEAKERS)]
    spoken = len(words.speakers) + len(heard)
    return words.sentences, spoken, json.dumps(names, ensure_ascii=False)


def _add_summary(
    index: sqlite3.Connection, summary: Summary, change: int, words: tuple[int, int, str]
) -> None:
    index.execute(
        "INSERT INTO summaries(id, lane, level, first, last, method, at, tokens, rewritten, model,"
        " sentences, hearsay, speakers, came) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
        " ON CONFLICT(id) DO NOTHING",
        (
            summary.id, find_lane(summary), summary.level, *summary.covers, summary.method,
            format_moment(summary.at), summary.tokens, summary.rewritten, summary.model,
            *words, change,
        ),
    )  # fmt: skip


def _add_sentences(
    index: sqlite3.Connection, sentences: Iterable[StandingSentence], voices: Voices
) -> None:
    """Add the sentences of summaries that were added before."""
    for each in sentences:
        stood = index.execute(
            "SELECT speaker FROM sentences WHERE text = ?", (each.text,)
        ).fetchone()
        speaker = each.speaker or voices.name_speakers(each.seqs)
        if stood and not each.speaker:
            speaker = join_speakers(stood[0], speaker)
        (number,) = index.execute(
            "INSERT INTO sentences(text, speaker, first, last, times) VALUES(?,?,?,?,?)"
            " ON CONFLICT(text) DO UPDATE SET speaker = excluded.speaker, last = excluded.last,"
            " times = times + excluded.times RETURNING number",
            (each.text, speaker, each.first, each.last, each.times),
        ).fetchone()
        index.executemany(
            "INSERT OR IGNORE INTO citations VALUES(?,?)", [(seq, number) for seq in each.seqs]
        )


# --- journal and masks --------------------------------------------------------------------


def _add_masks(index: sqlite3.Connection, record: MicroCompact) -> None:
    masks = (*record.masks, *[""] * (len(record.seqs) - len(record.masks)))
    at = format_moment(record.at)
    rows = [(seq, mask, at) for seq, mask in zip(record.seqs, masks, strict=True)]
    index.executemany("INSERT OR IGNORE INTO masks VALUES(?,?,?)", rows)


def _drop_entries(index: sqlite3.Connection, condition: str, values: tuple[str | int, ...]) -> None:
    chosen = f"SELECT number FROM entries WHERE {condition}"
    index.execute(f"DELETE FROM facts WHERE entry IN ({chosen})", values)
    index.execute(f"DELETE FROM entries WHERE {condition}", values)


def _add_facts(index: sqlite3.Connection, author: str, covers: Span, facts: Iterable[Fact]) -> None:
    entry = index.execute(
        "INSERT INTO entries(author, first, last) VALUES(?,?,?)", (author, *covers)
    ).lastrowid
    for fact in facts:
        number = index.execute(
            "INSERT INTO facts(entry, text, importance, source, speaker, trust, at, place, seqs,"
            " line) VALUES(?,?,?,?,?,?,?,?,?,?)",
            (
                entry, fact.text, fact.importance, fact.source, fact.speaker, fact.trust,
                format_moment(fact.at), fact.place, json.dumps(fact.seqs), escape_fact(fact),
            ),
        ).lastrowid  # fmt: skip
        index.executemany(
            "INSERT OR IGNORE INTO fact_grounds VALUES(?,?)", [(seq, number) for seq in fact.seqs]
        )


def _add_page_edit(index: sqlite3.Connection, record: PageEdit) -> None:
    struck = json.dumps(record.struck, ensure_ascii=False)
    index.execute(
        "INSERT INTO page_edits(page, at, above, below, struck) VALUES(?,?,?,?,?)",
        (record.page, format_moment(record.at), record.above, record.below, struck),
    )
