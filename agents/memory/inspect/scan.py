"""Checking an archive, a stretch of lines at a time: what each line is, and what it says.

A memory's line is recognised by its bytes, as `codec.encode` writes them: that takes a tenth
of decoding it.  Whatever does not look so is decoded, so that both find the same faults.
`linking` then checks that the stretches make one life.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from agents.memory.core.records import Compaction, Edit, Experience, MicroCompact, Summary, Turn
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode, digest
from agents.memory.log.disk import SystemDisk
from agents.memory.log.segment import next_memory, segments, whole
from agents.spread import pick_evenly
from world.nature import Nature

#: Bytes of a stretch: some 50,000 memories.
STRETCH = 8 * 1024 * 1024
#: Faults of one stretch that are told one by one; the others are counted.
TOLD = 100
#: Turns of one stretch whose places are told.
SAMPLED = 16

_STRING = rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
_STAMP = (
    rb'"[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])'
    rb'T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z"'
)


def _optional(name: bytes, value: bytes = _STRING) -> bytes:
    return rb'(?:,"' + name + rb'":' + value + rb")?"


_STRINGS = rb"\[" + _STRING + rb"(?:," + _STRING + rb")*\]"
_NUMBER = rb"(?:0|[1-9]\d{0,14})"
_NATURE = b'"(?:' + "|".join(Nature).encode() + b')"'
_MEMORY = re.compile(
    rb'\{"v":1,"kind":"memory","seq":([1-9]\d{0,14}),"at":'
    + _STAMP
    + rb',"text":'
    + _STRING
    + b"".join(_optional(name) for name in (b"source", b"event", b"place"))
    + _optional(b"occupants", _STRINGS)
    + b"".join(_optional(name) for name in (b"speaker", b"command", b"line", b"reason"))
    + _optional(b"nature", _NATURE)
    + _optional(b"ok", b"false")
    + rb"\}"
)
_TURN = re.compile(
    rb'\{"v":1,"kind":"turn","after":('
    + _NUMBER
    + rb')(?:,"(?:situation|notes|reply|command|model|profile|outcome|prompt_id)":'
    + _STRING
    + rb'|,"(?:prompt_tokens|completion_tokens|cached_tokens|revision)":'
    + _NUMBER
    + rb'|,"seconds":'
    + _NUMBER
    + rb"(?:\.\d{1,9})?"
    + rb'|,"at":'
    + _STAMP
    + rb')*+,"head":\{"id":"([0-9a-f]+)"\}\}'
)

#: Inside a text its quotes would be escaped.
_AT = b',"at":"'


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong at one line."""

    segment: str
    offset: int
    what: str
    serious: bool = True
    """Whether the archive is not sound; else it is only worth knowing."""


@dataclass(frozen=True, slots=True)
class Run:
    """Memories that follow each other without a gap."""

    offset: int
    first: int
    last: int


Changed = Compaction | MicroCompact | Edit
"""A record that changes the view; the texts of its summaries are digests here."""


@dataclass(frozen=True, slots=True)
class Change:
    """Such a record and its line."""

    offset: int
    record: Changed


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole lines of a segment: bytes `start` to `end`."""

    path: Path
    start: int
    end: int
    last_of_segment: bool = True

    @property
    def size(self) -> int:
        """Bytes."""
        return self.end - self.start


@dataclass(slots=True)
class Found:
    """What one stretch holds."""

    stretch: Stretch
    kinds: Counter[str] = field(default_factory=Counter)
    steps: list[Run | Change] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    more: int = 0
    """Faults beyond those that are told; of them serious ones: `worse`."""
    worse: int = 0
    torn: int = 0
    """Bytes behind the last newline of the segment."""
    heads: dict[str, int] = field(default_factory=dict)
    """Beginnings of prompts that a turn here brings, by id, and where."""
    wanted: dict[str, int] = field(default_factory=dict)
    """Beginnings that turns here share with a turn before this stretch, and where first."""
    early: list[tuple[int, int]] = field(default_factory=list)
    """Offset and `after` of the turns before the first memory: the highest `after` alone."""
    turns: list[int] = field(default_factory=list)
    """Where some turns are, spread evenly: `SAMPLED` at most."""


def stretches(folder: Path, size: int = STRETCH) -> list[Stretch]:
    """The archive in `folder`, parted at line ends into stretches of about `size` bytes."""
    return [part for each in segments(folder) for part in _parted(each.path, size)]


def _parted(path: Path, size: int) -> Iterator[Stretch]:
    disk, fd = SystemDisk(), os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        end, start = whole(disk, fd), 0
        while end - start > size:
            found = next_memory(disk, fd, start + size, end)
            if found is None:
                break
            yield Stretch(path, start, found[0], last_of_segment=False)
            start = found[0]
        yield Stretch(path, start, end)
    finally:
        os.close(fd)


def examine(stretch: Stretch) -> Found:
    """Read every byte of `stretch`. Raises `OSError`."""
    with stretch.path.open("rb") as file:
        file.seek(stretch.start)
        content = file.read(stretch.size)
        # What stood there when the size was taken is what is looked at: a server may go on.
        torn = os.fstat(file.fileno()).st_size - stretch.end if stretch.last_of_segment else 0
        behind = file.read(torn) if torn > 0 else b""
    found = Found(stretch, torn=0 if b"\n" in behind else len(behind))
    _Examiner(found).lines(content)
    found.turns = pick_evenly(found.turns, SAMPLED)
    return found


class _Examiner:
    """Goes through the lines of one stretch."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._name = found.stretch.path.name
        self._offset = found.stretch.start
        self._run: tuple[int, int] | None = None
        """Offset and number of the first memory of the present run."""
        self._last = 0

    def lines(self, content: bytes) -> None:
        """Every line of `content`, which ends in a newline if there is anything."""
        quick = _is_utf8(content)
        offset, found, last = self._offset, self._found, 0
        memories, memory, turns = 0, _MEMORY.fullmatch, 0
        lines = content.split(b"\n")
        lines.pop()
        for line in lines:
            match = memory(line) if quick else None
            if match is None:
                self._offset, self._last = offset, last
                if quick and self._is_plain_turn(line):
                    turns += 1
                else:
                    self._slowly(line)
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
        found.kinds.update(memory=memories, turn=turns)

    def _is_plain_turn(self, line: bytes) -> bool:
        match = _TURN.fullmatch(line)
        # The pattern lets keys stand in any order, and so cannot tell that one is missing.
        if match is None or _AT not in line:
            return False
        self._turn(int(match[1]), match[2].decode())
        return True

    # --- memories -----------------------------------------------------------------------

    def _begin_run(self, seq: int) -> None:
        self._end_run()
        self._run = self._offset, seq

    def _end_run(self) -> None:
        if self._run is not None:
            self._found.steps.append(Run(*self._run, self._last))
        self._run = None

    # --- other records --------------------------------------------------------------------

    def _slowly(self, line: bytes) -> None:
        try:
            record = decode(line)
        except (BadRecord, ArchiveRefused) as error:
            self._fault(str(error))
            return
        self._found.kinds[_KINDS[type(record).__name__]] += 1
        match record:
            case Experience():
                if record.seq != self._last + 1 or self._run is None:
                    self._begin_run(record.seq)
                self._last = record.seq
            case Turn():
                self._a_turn(record)
            case Compaction() | MicroCompact() | Edit():
                self._end_run()
                self._summaries(record)
                self._found.steps.append(Change(self._offset, _light(record)))
            case _:
                self._follows(record.after)

    def _a_turn(self, turn: Turn) -> None:
        if turn.head:
            self._found.heads.setdefault(turn.head_id, self._offset)
        self._turn(turn.after, turn.head_id)

    def _turn(self, after: int, head: str) -> None:
        found = self._found
        found.turns.append(self._offset)
        if head not in found.heads:
            found.wanted.setdefault(head, self._offset)
        self._follows(after)

    def _follows(self, after: int) -> None:
        """Check that a record does not follow a memory that is yet to come."""
        if self._last:
            if after > self._last:
                self._fault(f"it follows memory {after}, and the last before it is {self._last}")
        elif not self._found.early or after > self._found.early[0][1]:
            self._found.early = [(self._offset, after)]

    def _summaries(self, record: Changed) -> None:
        for each in _summaries_of(record):
            # A token is a byte at least, and a text of many bytes is more than one.
            size = len(each.text.encode("utf-8", "replace"))
            if not size // 40 <= each.tokens <= size:
                self._fault(f"{each.tokens} tokens are not those of summary {each.id}", False)

    def _fault(self, what: str, serious: bool = True) -> None:
        found = self._found
        if len(found.faults) >= TOLD:
            found.more += 1
            found.worse += serious
        else:
            found.faults.append(Fault(self._name, self._offset, what, serious))


_KINDS = {
    "Experience": "memory",
    "Turn": "turn",
    "Compaction": "compaction",
    "MicroCompact": "micro_compact",
    "Edit": "edit",
    "JournalEntry": "journal",
}


def _is_utf8(content: bytes) -> bool:
    if content.isascii():
        return True
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _summaries_of(record: Changed) -> tuple[Summary, ...]:
    match record:
        case Compaction():
            return record.summaries
        case Edit():
            return (record.summary,)
        case _:
            return ()


def _light(record: Changed) -> Changed:
    match record:
        case Compaction():
            return replace(record, summaries=tuple(map(light, record.summaries)))
        case Edit():
            return replace(record, summary=light(record.summary))
        case _:
            return record


def light(summary: Summary) -> Summary:
    """`summary` with a digest in place of its text, and nothing that goes with the text."""
    return replace(summary, text=digest(summary.text), citations=())
