"""The past turns of one agent, found by number in its archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from agents.memory.core.records import Turn
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.inspect.prompt_replay import PastTurn, PromptReplay
from agents.memory.inspect.turn_index import TurnIndex
from agents.memory.log.codec import find_record_type
from agents.mind.speech.judgement import GOOD_ENOUGH, MODEL_GOOD_ENOUGH
from server.web.boundaries import NotAnswered
from server.web.routing import Data
from server.web.views.mind.bands import describe_bands, list_past_bands
from server.web.views.mind.difference import compare_prompts
from server.web.views.mind.story import LOOKED_AT, tell_story

REFUSED_IN_A_ROW = 10
"""How many turns are read back to find one that was decided."""


class PastTurns:
    """Reads the turns of one archive, which a running server may be writing.

    Its methods block, and one thread at a time may use it; each raises `NotAnswered` for a turn
    that is not there, `OSError`, `ArchiveRefused` and `PastTurnUnknown`.
    """

    def __init__(self, archive: Path, count: Callable[[str], int]) -> None:
        self._index = TurnIndex(archive)
        self._count = count
        self._replay = PromptReplay(self._index.lines)

    def refresh(self) -> int:
        """Take in new turns; return how many there are."""
        known = [each.path for each in self._index.lines.segments]
        self._index.refresh()
        if [each.path for each in self._index.lines.segments] != known:
            self._replay = PromptReplay(self._index.lines)
        return len(self._index)

    def find_number(self, seq: int) -> int:
        """Return the last turn whose prompt followed memory `seq` or an earlier one; 0: none."""
        return self._index.find_number(seq)

    def list_before(self, before: int, limit: int) -> list[Data]:
        """Return at most `limit` turns with numbers below `before`, the newest first."""
        last = min(before - 1, len(self._index))
        return [
            {"number": number, **describe_turn(found[1])}
            for number in range(last, max(0, last - limit), -1)
            if (found := self._find(number)) is not None
        ]

    def describe(self, number: int) -> Data:
        """Return all that is known of a turn: its prompt in bands, its choice, what came of it."""
        past = self.replay(number)
        story = tell_story(self._index.lines, past.place, past.turn)
        data = {
            "number": number,
            "count": len(self._index),
            **describe_turn(past.turn),
            "revision": past.turn.revision,
            "reply": past.turn.reply,
            "choices": list(past.turn.choices),
            "good_enough": {"model": MODEL_GOOD_ENOUGH, "others": GOOD_ENOUGH},
            "agrees": past.agrees,
            "prompt": describe_bands(list_past_bands(past), self._count),
            "result": story["result"],
            "story": {"number": number, **story},
        }
        return {**data, "difference": self.compare(number - 1, past.prompt)}

    def tell_last(self) -> Data | None:
        """Return the story of the last decided turn; None: there is none among the last."""
        count = len(self._index)
        for number in range(count, max(0, count - REFUSED_IN_A_ROW), -1):
            found = self._find(number)
            if found is not None and not found[1].is_refused:
                return {"number": number, **tell_story(self._index.lines, *found)}
        return None

    def compare(self, number: int, prompt: str) -> Data | None:
        """Return how `prompt` differs from that of a turn; None: there is no such turn."""
        if not 1 <= number <= len(self._index):
            return None
        return {"turn": number, **compare_prompts(self.replay(number).prompt, prompt)}

    def replay(self, number: int) -> PastTurn:
        """Return a turn with its prompt."""
        found = self._find(number)
        if found is None:
            count = len(self._index)
            raise NotAnswered(
                404, f"There is no turn {number} that can be read: there are {count}."
            )
        return self._replay.replay_turn(*found)

    def _find(self, number: int) -> tuple[LinePlace, Turn] | None:
        if not 1 <= number <= len(self._index):
            return None
        place = self._index.find_place(number)
        _, line = next(self._index.lines.forwards(place))
        record = self._index.lines.decode_line(place, line)
        return (place, record) if isinstance(record, Turn) else None


def describe_turn(turn: Turn) -> Data:
    """Return the figures of a turn."""
    return {
        "at": turn.at.isoformat(),
        "after": turn.after,
        "command": turn.command,
        "outcome": turn.outcome,
        "refused": turn.is_refused,
        "decided_by": turn.decided_by,
        "model_unused": turn.model_unused,
        "model": turn.model,
        "profile": turn.profile,
        "prompt_tokens": turn.prompt_tokens,
        "cached_tokens": turn.cached_tokens,
        "completion_tokens": turn.completion_tokens,
        "seconds": turn.seconds,
        "form": turn.form or "whole",
    }


def read_last_turn(archive: Path) -> Data | None:
    """Return the last turn, if it is among the last lines of an archive. Raises `OSError`."""
    lines = LineReader(archive)
    for place, line in islice(_list_turns_backwards(lines), 1):
        record = lines.decode_line(place, line)
        if isinstance(record, Turn):
            return describe_turn(record)
    return None


def _list_turns_backwards(lines: LineReader) -> Iterator[tuple[LinePlace, bytes]]:
    for place, line in islice(lines.backwards(), LOOKED_AT):
        if find_record_type(line) is Turn:
            yield place, line
