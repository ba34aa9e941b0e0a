"""Checks an archive one stretch of lines at a time: the kind and the content of each line.

A plain memory or turn is recognised by the bytes of its line; every other line is decoded, so
both ways find the same faults.  `consistency` then checks that the stretches fit together.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    MicroCompact,
    Renewal,
    Summary,
    Turn,
    summaries_in,
)
from agents.memory.inspect.stretches import (
    ChangeRecord,
    LineFault,
    MemoryRun,
    Stretch,
    StretchFindings,
    ViewChange,
)
from agents.memory.log.codec import (
    PLAIN_MEMORY,
    ArchiveRefused,
    BadRecord,
    decode,
    digest,
    read_plain_turn,
)
from agents.spread import pick_evenly

#: Faults of one stretch that are reported one by one; further ones are counted.
FAULTS_PER_STRETCH = 100
#: Turns of one stretch whose places are reported.
TURNS_PER_STRETCH = 16


def scan_stretch(stretch: Stretch) -> StretchFindings:
    """Read every byte of `stretch`. Raises `OSError`."""
    with stretch.path.open("rb") as file:
        file.seek(stretch.start)
        content = file.read(stretch.size)
        # Only the bytes up to the size taken at first are read: a server may append more.
        torn = os.fstat(file.fileno()).st_size - stretch.end if stretch.last_of_segment else 0
        behind = file.read(torn) if torn > 0 else b""
    found = StretchFindings(stretch, torn=0 if b"\n" in behind else len(behind))
    _Examiner(found).scan_lines(content)
    found.turns = pick_evenly(found.turns, TURNS_PER_STRETCH)
    return found


class _Examiner:
    """Goes through the lines of one stretch."""

    def __init__(self, found: StretchFindings) -> None:
        self._found = found
        self._name = found.stretch.path.name
        self._offset = found.stretch.start
        self._run: tuple[int, int] | None = None
        """Offset and number of the first memory of the open run."""
        self._last = 0

    def scan_lines(self, content: bytes) -> None:
        """Scan every line of `content`, which is empty or ends in a newline."""
        quick = _is_utf8(content)
        offset, found, last = self._offset, self._found, 0
        memories, memory, turns = 0, PLAIN_MEMORY.fullmatch, 0
        lines = content.split(b"\n")
        lines.pop()
        for line in lines:
            match = memory(line) if quick else None
            if match is None:
                self._offset, self._last = offset, last
                if quick and self._is_plain_turn(line):
                    turns += 1
                else:
                    self._scan_decoded(line)
                last = self._last
            else:
                seq = int(match[1])
                if seq != last + 1 or self._run is None:
                    self._offset, self._last = offset, last
                    self._begin_run(seq)
                last = seq
                memories += 1
            offset += len(line) + 1
        self._last = last
        self._end_run()
        found.kinds.update({Experience: memories, Turn: turns})

    def _is_plain_turn(self, line: bytes) -> bool:
        turn = read_plain_turn(line)
        if turn is not None:
            self._note_turn(*turn)
        return turn is not None

    # --- memories -----------------------------------------------------------------------

    def _begin_run(self, seq: int) -> None:
        self._end_run()
        self._run = self._offset, seq

    def _end_run(self) -> None:
        if self._run is not None:
            self._found.steps.append(MemoryRun(*self._run, self._last))
        self._run = None

    # --- other records --------------------------------------------------------------------

    def _scan_decoded(self, line: bytes) -> None:
        try:
            record = decode(line)
        except (BadRecord, ArchiveRefused) as error:
            self._add_fault(str(error))
            return
        self._found.kinds[type(record)] += 1
        match record:
            case Experience():
                if record.seq != self._last + 1 or self._run is None:
                    self._begin_run(record.seq)
                self._last = record.seq
            case Turn():
                self._take_turn(record)
            case Compaction() | MicroCompact() | Edit() | Renewal():
                self._end_run()
                self._check_summaries(record)
                self._found.steps.append(ViewChange(self._offset, _drop_record_texts(record)))
            case _:
                self._check_follows(record.after)

    def _take_turn(self, turn: Turn) -> None:
        if turn.head:
            self._found.heads.setdefault(turn.head_id, self._offset)
        self._note_turn(turn.after, turn.head_id)

    def _note_turn(self, after: int, head: str) -> None:
        found = self._found
        found.turns.append(self._offset)
        if head not in found.heads:
            found.wanted.setdefault(head, self._offset)
        self._check_follows(after)

    def _check_follows(self, after: int) -> None:
        """Check that a record does not follow a memory that is yet to come."""
        if self._last:
            if after > self._last:
                self._add_fault(
                    f"it follows memory {after}, and the last before it is {self._last}"
                )
        elif not self._found.early or after > self._found.early[0][1]:
            self._found.early = [(self._offset, after)]

    def _check_summaries(self, record: ChangeRecord) -> None:
        for each in summaries_in(record):
            # A token has at least one byte, and a text of many bytes has more than one token.
            size = len(each.text.encode("utf-8", "replace"))
            if not size // 40 <= each.tokens <= size:
                self._add_fault(f"{each.tokens} tokens are not those of summary {each.id}", False)

    def _add_fault(self, what: str, serious: bool = True) -> None:
        found = self._found
        if len(found.faults) >= FAULTS_PER_STRETCH:
            found.more += 1
            found.worse += serious
        else:
            found.faults.append(LineFault(self._name, self._offset, what, serious))


def _is_utf8(content: bytes) -> bool:
    if content.isascii():
        return True
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _drop_record_texts(record: ChangeRecord) -> ChangeRecord:
    match record:
        case Compaction():
            renewed = None if record.renewed is None else _drop_all(record.renewed)
            return replace(record, summaries=_drop_all(record.summaries), renewed=renewed)
        case Renewal():
            stand_in = record.stand_in and drop_texts(record.stand_in)
            return replace(record, summaries=_drop_all(record.summaries), stand_in=stand_in)
        case Edit():
            return replace(record, summary=drop_texts(record.summary))
        case _:
            return record


def _drop_all(summaries: Sequence[Summary]) -> tuple[Summary, ...]:
    return tuple(map(drop_texts, summaries))


def drop_texts(summary: Summary) -> Summary:
    """Return `summary` with a digest in place of its text, and without its citations."""
    return replace(summary, text=digest(summary.text), citations=())
