"""Verifies in depth: decodes every record, renders every prompt, counts every summary."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import field

from agents.boundaries import TokenCounter
from agents.memory.core.records import UNFOLDED, Record, Summary, Turn, summaries_in
from agents.memory.core.view import View, fold
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.inspect.prompt_replay import PastTurnUnknown, PromptReplay
from agents.memory.inspect.stretches import LineFault
from late.late_dataclass import late_dataclass

#: Records kept in memory to render prompts; earlier ones are read from the archive again.
KEPT_RECORDS = 3000
#: Faults that are reported one by one; further ones are counted.
MOST_FAULTS = 1000


@late_dataclass
class DeepFindings:
    """What the verification has found so far."""

    records: int = 0
    turns: int = 0
    unproven: int = 0
    """Turns without a digest, whose prompts cannot be checked."""
    summaries: int = 0
    faults: list[LineFault] = field(default_factory=list)
    more: int = 0
    """Faults that are only counted; `worse` of them are serious."""
    worse: int = 0
    view: View = field(default_factory=View)
    """The view of the whole log, at the end."""


def verify_deeply(
    lines: LineReader, tokens: TokenCounter, progress: Callable[[DeepFindings], None]
) -> DeepFindings:
    """Verify the whole archive and call `progress` at each record. Raises `ArchiveRefused`."""
    return _DeepVerifier(lines, tokens).verify(progress)


class _DeepVerifier:
    def __init__(self, lines: LineReader, tokens: TokenCounter) -> None:
        self._lines = lines
        self._tokens = tokens
        self._replay = PromptReplay(lines)
        self._kept: deque[tuple[LinePlace, Record]] = deque(maxlen=KEPT_RECORDS)
        self._counted: set[str] = set()
        self._findings = DeepFindings()

    def verify(self, progress: Callable[[DeepFindings], None]) -> DeepFindings:
        # Turns and journal entries change no view; without them the fold is quick.
        records = (each for each in self._records(progress) if not isinstance(each, UNFOLDED))
        self._findings.view = fold(records)
        return self._findings

    def _records(self, progress: Callable[[DeepFindings], None]) -> Iterator[Record]:
        for place, line in self._lines.forwards():
            record = self._lines.decode_line(place, line)
            if record is not None:
                self._check_record(place, record)
                progress(self._findings)
                yield record

    def _check_record(self, place: LinePlace, record: Record) -> None:
        self._findings.records += 1
        if isinstance(record, Turn):
            self._check_prompt(place, record)
        self._check_tokens(place, summaries_in(record))
        if not isinstance(record, UNFOLDED):
            self._kept.append((place, record))

    def _check_prompt(self, place: LinePlace, turn: Turn) -> None:
        self._findings.turns += 1
        self._replay.learn(turn)
        try:
            agrees = self._replay.replay_turn(place, turn, self._records_before()).agrees
        except PastTurnUnknown as error:
            self._add_fault(place, str(error), serious=False)
            return
        self._findings.unproven += agrees is None
        if agrees is False:
            self._add_fault(place, "the prompt of this turn cannot be rendered as it was")

    def _records_before(self) -> Iterator[Record]:
        """Yield the records before this line, the newest first; older ones are read again."""
        kept = (record for _, record in reversed(self._kept))
        return (
            itertools.chain(kept, self._read_again()) if len(self._kept) == KEPT_RECORDS else kept
        )

    def _read_again(self) -> Iterator[Record]:
        for place, line in self._lines.backwards(self._kept[0][0]):
            record = self._lines.decode_line(place, line)
            if record is not None:
                yield record

    def _check_tokens(self, place: LinePlace, summaries: tuple[Summary, ...]) -> None:
        for each in summaries:
            if each.id in self._counted:
                continue
            self._counted.add(each.id)
            self._findings.summaries += 1
            count = self._tokens.count(each.text)
            if count != each.tokens:
                what = f"summary {each.id} has {count} tokens, and {each.tokens} are recorded"
                self._add_fault(place, what, serious=False)

    def _add_fault(self, place: LinePlace, what: str, *, serious: bool = True) -> None:
        found = self._findings
        if len(found.faults) >= MOST_FAULTS:
            found.more += 1
            found.worse += serious
            return
        name = self._lines.segments[place.segment].path.name
        found.faults.append(LineFault(name, place.offset, what, serious))
