"""Plumbing an archive: every record decoded, every prompt rendered, every summary counted."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from agents.boundaries import TokenCounter
from agents.memory.core.records import JournalEntry, Record, Summary, Turn, summaries_in
from agents.memory.core.view import View, fold
from agents.memory.inspect.line_reader import Lines, Place
from agents.memory.inspect.prompt_replay import PastUnknown, TimeTravel
from agents.memory.inspect.stretches import Fault

#: Records kept to render prompts from; a view that reaches further back is read again.
KEPT = 3000
#: Faults that are told one by one.
TOLD = 1000


@dataclass
class Depth:
    """What was found so far."""

    records: int = 0
    turns: int = 0
    unproven: int = 0
    """Turns that have no digest."""
    summaries: int = 0
    faults: list[Fault] = field(default_factory=list)
    more: int = 0
    """Faults beyond those; of them serious ones: `worse`."""
    worse: int = 0
    view: View = field(default_factory=View)
    """Of the whole log, at the end."""


def plumb(lines: Lines, tokens: TokenCounter, progress: Callable[[Depth], None]) -> Depth:
    """Go through the whole archive. `progress` hears of every record. Raises `ArchiveRefused`."""
    return _Plumber(lines, tokens).plumbed(progress)


class _Plumber:
    def __init__(self, lines: Lines, tokens: TokenCounter) -> None:
        self._lines = lines
        self._tokens = tokens
        self._travel = TimeTravel(lines)
        self._kept: deque[tuple[Place, Record]] = deque(maxlen=KEPT)
        self._counted: set[str] = set()
        self._depth = Depth()

    def plumbed(self, progress: Callable[[Depth], None]) -> Depth:
        # Turns and journal entries change no view; left out, the fold stays quick.
        records = (each for each in self._records(progress) if not isinstance(each, _UNFOLDED))
        self._depth.view = fold(records)
        return self._depth

    def _records(self, progress: Callable[[Depth], None]) -> Iterator[Record]:
        for place, line in self._lines.forwards():
            record = self._lines.decoded(place, line)
            if record is not None:
                self._look_at(place, record)
                progress(self._depth)
                yield record

    def _look_at(self, place: Place, record: Record) -> None:
        self._depth.records += 1
        if isinstance(record, Turn):
            self._render(place, record)
        self._count(place, summaries_in(record))
        if not isinstance(record, _UNFOLDED):
            self._kept.append((place, record))

    def _render(self, place: Place, turn: Turn) -> None:
        self._depth.turns += 1
        self._travel.learn(turn)
        try:
            agrees = self._travel.of(place, turn, self._earlier()).agrees
        except PastUnknown as error:
            self._fault(place, str(error), serious=False)
            return
        self._depth.unproven += agrees is None
        if agrees is False:
            self._fault(place, "the prompt of this turn cannot be rendered as it was")

    def _earlier(self) -> Iterator[Record]:
        """What stands before this line, the newest first; read again only if need be."""
        kept = (record for _, record in reversed(self._kept))
        return itertools.chain(kept, self._read_again()) if len(self._kept) == KEPT else kept

    def _read_again(self) -> Iterator[Record]:
        for place, line in self._lines.backwards(self._kept[0][0]):
            record = self._lines.decoded(place, line)
            if record is not None:
                yield record

    def _count(self, place: Place, summaries: tuple[Summary, ...]) -> None:
        for each in summaries:
            if each.id in self._counted:
                continue
            self._counted.add(each.id)
            self._depth.summaries += 1
            count = self._tokens.count(each.text)
            if count != each.tokens:
                what = f"summary {each.id} has {count} tokens, and {each.tokens} are recorded"
                self._fault(place, what, serious=False)

    def _fault(self, place: Place, what: str, *, serious: bool = True) -> None:
        depth = self._depth
        if len(depth.faults) >= TOLD:
            depth.more += 1
            depth.worse += serious
            return
        name = self._lines.segments[place.segment].path.name
        depth.faults.append(Fault(name, place.offset, what, serious))


_UNFOLDED = (Turn, JournalEntry)
