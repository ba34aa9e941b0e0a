"""Reads a stretch of an archive for the index of a life. Pure: it runs in a worker process.

A memory is told by the bytes of its line; every other record that the index needs is decoded.
"""

from __future__ import annotations

from dataclasses import field
from enum import IntEnum
from pathlib import Path

from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    JournalNote,
    MicroCompact,
    PageEdit,
    Record,
    Renewal,
    Summary,
    Turn,
    summaries_in,
)
from agents.memory.core.view import pair_citations
from agents.memory.language.attribution import attribute_parts
from agents.memory.log.codec import (
    ArchiveRefused,
    BadRecord,
    MemorySigns,
    decode,
    digest,
    find_record_type,
    read_memory_signs,
)
from agents.memory.log.segment import list_segments
from late.late_dataclass import late_dataclass
from world.nature import Nature

STRETCH_BYTES = 2 * 1024 * 1024
"""Read at a time: about 0.2 s of work."""

CHECKED_BYTES = 200
"""So many bytes before a place tell whether the archive is still the one that was read."""


class Sort(IntEnum):
    """What a memory is to the one who has it; the index keeps a byte for each."""

    OWN = 1
    THOUGHT = 2
    HEARD = 3
    """Somebody else's words."""
    SEEN = 4


@late_dataclass(frozen=True, slots=True)
class ReadingPlace:
    """Up to where an archive was read."""

    segment: int = 0
    """The first number of the segment, from its name; 0: nothing was read."""
    offset: int = 0
    check: str = ""
    """A digest of the bytes before."""


@late_dataclass(slots=True)
class StandingSentence:
    """A sentence of new summaries, and the memories that it is known to rest on."""

    text: str
    speaker: str
    """The speaker whom it names; empty: none."""
    first: str
    """The id of the first of these summaries."""
    last: str = ""
    times: int = 0
    """In how many of them it stands."""
    seqs: set[int] = field(default_factory=set)


@late_dataclass(frozen=True, slots=True)
class SummaryWords:
    """Speakers and grounds of the sentences of a summary."""

    sentences: int
    speakers: tuple[str, ...]
    """The speaker of each sentence that names one."""
    grounds: tuple[tuple[int, ...], ...]
    """The memories on which each other sentence rests."""


Change = Compaction | Edit | Renewal


@late_dataclass(frozen=True, slots=True)
class FoundChange:
    """A record that changed the summaries, and where its line begins."""

    record: Change
    segment: int
    offset: int


FoundRecord = FoundChange | MicroCompact | JournalEntry | JournalNote | PageEdit


@late_dataclass(slots=True)
class Findings:
    """What a stretch holds."""

    place: ReadingPlace
    """Where the next one begins."""
    first: int = 0
    """The number of the first memory; 0: there is none."""
    sorts: bytearray = field(default_factory=bytearray)
    """A `Sort` for each memory from `first` on."""
    speakers: dict[int, str] = field(default_factory=dict)
    """Who said what was heard, by the numbers of memories."""
    quarters: list[tuple[str, int]] = field(default_factory=list)
    """Each new quarter of an hour (``2026-03-01T06:15``, UTC) with its first memory."""
    records: list[FoundRecord] = field(default_factory=list)
    sentences: dict[str, StandingSentence] = field(default_factory=dict)
    """The sentences of the summaries that are new in this stretch, by their texts."""
    words: dict[str, SummaryWords] = field(default_factory=dict)
    """The speakers and grounds of each new summary, by its id."""
    size: int = 0
    """Bytes read; 0: there is nothing new."""
    more: bool = False
    """Whether there are whole lines after `place`."""
    reset: bool = False
    """The archive is not the one that was read: what is known of it is void."""
    unreadable: int = 0


def read_stretch(folder: Path, place: ReadingPlace, most: int = STRETCH_BYTES) -> Findings:
    """Return what the next `most` bytes or so after `place` hold. Raises `OSError`."""
    segments = list_segments(folder)
    reset = place.segment != 0 and not _is_same(folder, place)
    if reset:
        place = ReadingPlace()
    left = [each for each in segments if each.first >= place.segment]
    for number, segment in enumerate(left):
        start = place.offset if segment.first == place.segment else 0
        content, more = _read_lines(segment.path, start, most)
        if content or number == len(left) - 1:
            found = _Finder(segment.first, start, reset).read(content)
            end = start + len(content)
            found.place = ReadingPlace(segment.first, end, _check(segment.path, end))
            found.more = more or (bool(content) and number < len(left) - 1)
            return found
    return Findings(place, reset=reset)


def _is_same(folder: Path, place: ReadingPlace) -> bool:
    path = folder / f"{place.segment:012d}.jsonl"
    try:
        return _check(path, place.offset) == place.check
    except FileNotFoundError:
        return False


def _check(path: Path, offset: int) -> str:
    begin = max(0, offset - CHECKED_BYTES)
    with path.open("rb") as file:
        file.seek(begin)
        content = file.read(offset - begin)
    return digest(content.decode("latin-1"))


def _read_lines(path: Path, start: int, most: int) -> tuple[bytes, bool]:
    """Return whole lines from `start`, about `most` bytes or one long line, and whether there is
    more."""
    with path.open("rb") as file:
        file.seek(start)
        content = block = file.read(most)
        while block and b"\n" not in block:
            block = file.read(most)
            content += block
    end = content.rfind(b"\n") + 1
    return content[:end], end > 0 and len(block) == most


class _Finder:
    """Goes through the lines of one stretch of one segment."""

    def __init__(self, segment: int, start: int, reset: bool) -> None:
        self._segment, self._offset = segment, start
        self._found = Findings(ReadingPlace(), reset=reset)
        self._minute = self._quarter = ""
        self._known: set[str] = set()
        self._next = 0

    def read(self, content: bytes) -> Findings:
        found = self._found
        for line in content.split(b"\n")[:-1]:
            self._read_line(line)
            self._offset += len(line) + 1
        found.size = len(content)
        return found

    def _read_line(self, line: bytes) -> None:
        signs = read_memory_signs(line)
        if signs is not None:
            self._take_memory(signs)
        elif find_record_type(line) is not Turn:
            self._read_record(line)

    def _read_record(self, line: bytes) -> None:
        try:
            record = decode(line)
        except (BadRecord, ArchiveRefused):
            self._found.unreadable += 1
            return
        if isinstance(record, Experience):
            self._take_memory(_read_signs(record))
        else:
            self._take_record(record)

    def _take_memory(self, signs: MemorySigns) -> None:
        found = self._found
        if not found.first:
            found.first = self._next = signs.seq
        if signs.seq < self._next:  # in a damaged archive: the first of a number counts
            return
        found.sorts.extend(bytes(signs.seq - self._next))
        sort = _sort_memory(signs)
        found.sorts.append(sort)
        if sort is Sort.HEARD:
            found.speakers[signs.seq] = signs.speaker
        self._next = signs.seq + 1
        if signs.minute != self._minute:
            self._minute = signs.minute
            self._take_quarter(signs)

    def _take_quarter(self, signs: MemorySigns) -> None:
        quarter = f"{signs.minute[:14]}{int(signs.minute[14:]) // 15 * 15:02}"
        if quarter != self._quarter:
            self._quarter = quarter
            self._found.quarters.append((quarter, signs.seq))

    def _take_record(self, record: Record) -> None:
        match record:
            case Compaction() | Edit() | Renewal():
                self._found.records.append(FoundChange(record, self._segment, self._offset))
                for each in summaries_in(record):
                    if each.id not in self._known:
                        self._known.add(each.id)
                        self._take_sentences(each)
            case MicroCompact() | JournalEntry() | JournalNote() | PageEdit():
                self._found.records.append(record)

    def _take_sentences(self, summary: Summary) -> None:
        sentences, pairs = self._found.sentences, pair_citations(summary)
        for text, seqs in pairs:
            stood = sentences.get(text)
            if stood is None:
                stood = sentences[text] = StandingSentence(text, find_speaker(text), summary.id)
            stood.last = summary.id
            stood.times += 1
            stood.seqs.update(seqs)
        speakers = [(sentences[text].speaker, seqs) for text, seqs in pairs]
        self._found.words[summary.id] = SummaryWords(
            len(pairs),
            tuple(speaker for speaker, _ in speakers if speaker),
            tuple(seqs for speaker, seqs in speakers if not speaker and seqs),
        )


def find_speaker(sentence: str) -> str:
    """Return whose words a sentence gives; empty if it is the teller's own account."""
    said = (part.speaker for part in attribute_parts(sentence) if part.kind == "said")
    return next(said, "")


def _read_signs(memory: Experience) -> MemorySigns:
    minute = f"{memory.at:%Y-%m-%dT%H:%M}"
    return MemorySigns(memory.seq, minute, memory.source, memory.nature, memory.speaker)


_SPEECH = frozenset(each.value for each in Nature if each.is_speech)


def _sort_memory(signs: MemorySigns) -> Sort:
    if signs.source == "action":
        return Sort.OWN
    if signs.source == "thought":
        return Sort.THOUGHT
    return Sort.HEARD if signs.speaker and signs.nature in _SPEECH else Sort.SEEN


def sort_experience(memory: Experience) -> Sort:
    """Return what a memory is to the one who has it."""
    return _sort_memory(_read_signs(memory))
