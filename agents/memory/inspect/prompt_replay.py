"""Renders the exact prompt of any past turn from the log alone.

A turn records the view of its prompt: the last memory and the revision.  That view is folded from
the records before the turn, starting at the last compaction of that revision or an earlier one,
so that only a little of the log is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from agents.memory.core.left_out import hide_span
from agents.memory.core.records import (
    NO_FRAMES,
    WITHOUT_MEMORIES,
    Compaction,
    Edit,
    Experience,
    Frames,
    MicroCompact,
    Record,
    Renewal,
    Turn,
)
from agents.memory.core.rendering import render_memories
from agents.memory.core.view import View, fold
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.log.codec import brings_head, digest, find_record_type, read_turn_after
from late.late_dataclass import late_dataclass

_Head = tuple[str, Frames]


class PastTurnUnknown(Exception):
    """A turn cannot be rendered again; the message says what is missing."""


@late_dataclass(frozen=True, slots=True)
class PastTurn:
    """A past turn with its view and its prompt."""

    turn: Turn
    """The turn, with head and frames filled in."""
    view: View
    """The view at that turn."""
    prompt: str
    """The prompt that the model was given."""
    place: LinePlace

    @property
    def agrees(self) -> bool | None:
        """Whether the prompt has the recorded digest; None if none was recorded."""
        return digest(self.prompt) == self.turn.prompt_id if self.turn.prompt_id else None


class PromptReplay:
    """Renders past turns of one archive, which a running server may be writing."""

    def __init__(self, lines: LineReader) -> None:
        self._lines = lines
        self._heads: dict[str, _Head] = {}

    def replay_newest(self) -> PastTurn:
        """Return the last turn. Raises `PastTurnUnknown` and `ArchiveRefused`."""
        return self._replay_found(self._find_before(None))

    def replay_at(self, seq: int) -> PastTurn:
        """Return the last turn whose prompt followed memory `seq` or an earlier one.

        Raises `PastTurnUnknown` and `ArchiveRefused`.
        """
        start = self._lines.find_place(seq + 1)
        return self._replay_found(self._find_behind(start, seq) or self._find_before(start))

    def replay_turn(
        self, place: LinePlace, turn: Turn, earlier: Iterable[Record] | None = None
    ) -> PastTurn:
        """Return the turn whose line is at `place`.

        `earlier` are the records before it, the newest first; None: they are read.
        Raises `PastTurnUnknown` and `ArchiveRefused`.
        """
        head, frames = self._find_head(place, turn)
        records = self._records_before(place) if earlier is None else earlier
        view = rewind_view(records, turn.after, turn.revision)
        whole = replace(turn, head=head, frames=frames)
        shown = hide_span(view, turn.left_out) if turn.left_out else view
        memories = render_memories(shown, frames, turn.left_out_note, turn.form)
        if turn.form == WITHOUT_MEMORIES:
            memories = ""
        prompt = head + memories + turn.notes + turn.situation
        return PastTurn(whole, view, prompt, place)

    def learn(self, turn: Turn) -> None:
        """Keep the head that `turn` carries, for later turns that share it."""
        if turn.head:
            self._heads[turn.head_id] = turn.head, turn.frames

    # --- finding ----------------------------------------------------------------------

    def _replay_found(self, found: tuple[LinePlace, Turn] | None) -> PastTurn:
        if found is None:
            raise PastTurnUnknown("the archive holds no turn from then or before")
        return self.replay_turn(*found)

    def _find_behind(self, start: LinePlace, seq: int) -> tuple[LinePlace, Turn] | None:
        """Return the last turn after `start` that followed memory `seq` or an earlier one.

        Turns come in order, so the first one that followed a later memory ends the search.
        """
        found = None
        for place, line in self._lines.forwards(start):
            after = read_turn_after(line)
            if after is not None and after > seq:
                break
            if after is not None:
                found = self._decode_turn(place, line) or found
        return found

    def _find_before(self, start: LinePlace | None) -> tuple[LinePlace, Turn] | None:
        for place, line in self._lines.backwards(start):
            found = self._decode_turn(place, line) if find_record_type(line) is Turn else None
            if found is not None:
                return found
        return None

    def _decode_turn(self, place: LinePlace, line: bytes) -> tuple[LinePlace, Turn] | None:
        record = self._lines.decode_line(place, line)
        return (place, record) if isinstance(record, Turn) else None

    def _find_head(self, place: LinePlace, turn: Turn) -> _Head:
        self.learn(turn)
        if turn.head_id not in self._heads:
            self._heads[turn.head_id] = self._find_earlier_head(place, turn)
        return self._heads[turn.head_id]

    def _find_earlier_head(self, place: LinePlace, turn: Turn) -> _Head:
        if turn.head_id == digest("", NO_FRAMES.longterm, NO_FRAMES.recent):
            return "", NO_FRAMES
        for earlier, line in self._lines.backwards(place):
            found = self._decode_turn(earlier, line) if brings_head(line, turn.head_id) else None
            if found is not None and found[1].head_id == turn.head_id:
                return found[1].head, found[1].frames
        raise PastTurnUnknown(
            f"the turn at {self._lines.describe_place(place)} begins as an earlier one does (head"
            f" {turn.head_id}), and no line before it holds that beginning"
        )

    def _records_before(self, place: LinePlace) -> Iterator[Record]:
        for earlier, line in self._lines.backwards(place):
            record = self._lines.decode_line(earlier, line)
            if record is not None:
                yield record


def rewind_view(earlier: Iterable[Record], after: int, revision: int) -> View:
    """Return the view as it was after memory `after` and at `revision`.

    `earlier` are records of the log, the newest first; only as many as needed are taken, and
    later ones among them are skipped.
    """
    found: list[Record] = []
    base: Compaction | None = None
    for record in earlier:
        if not _is_of(record, after, revision):
            continue
        if isinstance(record, Compaction):
            if base is not None:
                continue
            base = record
        found.append(record)
        if base is not None and _is_before(record, base.covers[1]):
            break
    found.reverse()
    return fold(found)


def _is_of(record: Record, after: int, revision: int) -> bool:
    """Return whether `record` was part of the view."""
    match record:
        case Experience():
            return record.seq <= after
        case Compaction() | MicroCompact() | Edit() | Renewal():
            return record.revision <= revision
        case _:
            return False


def _is_before(record: Record, covered: int) -> bool:
    """Return whether nothing before `record` can belong to the tail after memory `covered`."""
    return isinstance(record, Experience) and record.seq <= covered + 1
