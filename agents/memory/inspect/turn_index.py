"""Numbers the turns of an archive 1, 2, 3 …, so that any of them is found at once.

The archive does not number them, so it is read once; afterwards only what has been added is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from pathlib import Path

from agents.memory.inspect.line_reader import BEGIN, LinePlace, LineReader
from agents.memory.log.codec import read_turn_after
from agents.memory.log.segment import Segment


class TurnIndex:
    """The places of all turns of one archive, which a running server may be writing.

    Takes 20 bytes of memory for each turn. Its methods block; one thread at a time may use it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._forget()

    def _forget(self) -> None:
        self.lines = LineReader(self._folder)
        """Reads the lines at the places of this index."""
        self._segments, self._offsets, self._afters = array("L"), array("Q"), array("Q")
        self._end = BEGIN
        """The place behind the last line that was read."""

    def __len__(self) -> int:
        """Return the number of turns that `refresh` has found."""
        return len(self._offsets)

    def refresh(self) -> None:
        """Take in what was added since the last time. Raises `OSError`."""
        lines = LineReader(self._folder)
        if not self._goes_on(lines.segments):
            self._forget()
        self.lines = lines
        for place, line in lines.forwards(self._end):
            after = read_turn_after(line)
            if after is not None:
                self._segments.append(place.segment)
                self._offsets.append(place.offset)
                self._afters.append(after)
            self._end = LinePlace(place.segment, place.offset + len(line) + 1)

    def _goes_on(self, segments: list[Segment]) -> bool:
        """Return whether the archive is the one that was read, perhaps with more at its end."""
        known = self.lines.segments
        if [each.path for each in segments[: len(known)]] != [each.path for each in known]:
            return False
        return not known or segments[self._end.segment].size >= self._end.offset

    def find_place(self, number: int) -> LinePlace:
        """Return where a turn's line begins. Raises `IndexError` if there is no such turn."""
        if not 1 <= number <= len(self):
            raise IndexError(f"there is no turn {number}")
        return LinePlace(self._segments[number - 1], self._offsets[number - 1])

    def find_number(self, seq: int) -> int:
        """Return the last turn whose prompt followed memory `seq` or an earlier one; 0: none."""
        return bisect_right(self._afters, seq)
