"""Examples for training, drawn from an archive: prompt, command and result of each turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from agents.memory.core.records import (
    JOURNAL_RECORDS,
    WITHOUT_MEMORIES,
    Experience,
    Turn,
)
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.inspect.prompt_replay import PastTurn, PastTurnUnknown, PromptReplay
from agents.memory.log.codec import find_record_type
from late.late_dataclass import late_dataclass
from server.training.privacy import PrivateOrigins

TrainingForm = Literal["completion", "chat"]

_READ = (Turn, Experience, *JOURNAL_RECORDS)


@late_dataclass(frozen=True, slots=True)
class TrainingExample:
    """One turn: what the agent was shown, its line, and what came of it."""

    agent: str
    past: PastTurn
    result: str
    ok: bool
    """Whether the world accepted the line."""

    def encode(self, form: TrainingForm) -> bytes:
        """Return the example as a line of JSON, in the form that docs/training.md describes."""
        turn = self.past.turn
        about: dict[str, Any] = {
            "agent": self.agent,
            "at": turn.at.isoformat(),
            "by": turn.model or "rules",
            "result": self.result,
            "ok": self.ok,
        }
        shown = _complete(self.past) if form == "completion" else _chat(self.past)
        return json.dumps({**shown, **about}, ensure_ascii=False).encode() + b"\n"


def _complete(past: PastTurn) -> dict[str, Any]:
    return {"prompt": past.prompt, "completion": past.turn.command}


def _chat(past: PastTurn) -> dict[str, Any]:
    head = past.turn.head if past.prompt.startswith(past.turn.head) else ""
    parts = (
        ("system", head), ("user", past.prompt[len(head):]), ("assistant", past.turn.command)
    )  # fmt: skip
    return {"messages": [{"role": role, "content": text} for role, text in parts if text]}


@late_dataclass(slots=True)
class TrainingDrawer:
    """Draws the examples of one agent; counts what it leaves out and why."""

    agent: str
    archive: Path
    counts: Callable[[int], bool]
    """Says whether a turn that follows this memory is training data."""
    accepted: bool = False
    """Whether refused lines are left out."""
    private: int = 0
    refused: int = 0
    unknown: int = 0
    """How many were left out: private, refused, or not to be rendered as they were."""
    _origins: PrivateOrigins = field(default_factory=PrivateOrigins)

    def draw(self) -> Iterator[TrainingExample]:
        """Yield the examples, oldest first. It blocks. Raises `OSError`, `ArchiveRefused`."""
        lines = LineReader(self.archive)
        replay = PromptReplay(lines)
        waiting: tuple[LinePlace, Turn] | None = None
        for place, line in lines.forwards():
            kind = find_record_type(line)
            record = lines.decode_line(place, line) if kind in _READ else None
            if isinstance(record, Turn):
                replay.learn(record)
                waiting = (place, record) if record.command else None
            elif isinstance(record, Experience) and record.is_own and waiting is not None:
                yield from self._make(replay, waiting, record)
                waiting = None
            elif record is not None:
                self._origins.note(record)

    def _make(
        self, replay: PromptReplay, waiting: tuple[LinePlace, Turn], own: Experience
    ) -> Iterator[TrainingExample]:
        """Yield the example of a turn, unless it is to be left out."""
        counts = self.counts(waiting[1].after)
        wanted = counts and (own.ok or not self.accepted)
        self.refused += counts and not wanted
        if not wanted and not own.nature.is_writing:
            self._origins.note(own)
            return
        past = _replay(replay, *waiting)
        shown = past is None or self._origins.is_shown(past.turn, past.view, past.prompt)
        self._origins.note(own, in_private_turn=shown)
        if not wanted:
            return
        if past is None:
            self.unknown += 1
        elif shown or own.nature.is_private or self._origins.is_quoted(own.text):
            self.private += 1
        else:
            result = own.text.partition("\n")[2]
            yield TrainingExample(self.agent, past, result, own.ok)


def _replay(replay: PromptReplay, place: LinePlace, turn: Turn) -> PastTurn | None:
    """Return a turn with its prompt; None if it cannot be rendered as it was."""
    try:
        past = replay.replay_turn(place, turn, () if turn.form == WITHOUT_MEMORIES else None)
    except PastTurnUnknown:
        return None
    return None if past.agrees is False else past
