"""Examples for training, drawn from an archive: prompt, command and result of each turn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from agents.memory.core.records import WITHOUT_MEMORIES, Experience, Turn
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.inspect.prompt_replay import PastTurn, PastTurnUnknown, PromptReplay
from agents.memory.log.codec import find_record_type

TrainingForm = Literal["completion", "chat"]

#: Private words shorter than this give nothing away, and stand in any text.
TELLING = 4

_WORDS = re.compile(r'["“](.*)["”]', re.DOTALL)


@dataclass(frozen=True, slots=True)
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


@dataclass(slots=True)
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
    """How many were left out: with private words, refused, or not to be rendered as they were."""
    _secrets: set[str] = field(default_factory=set)

    def draw(self) -> Iterator[TrainingExample]:
        """Yield the examples, oldest first. It blocks. Raises `OSError`, `ArchiveRefused`."""
        lines = LineReader(self.archive)
        replay = PromptReplay(lines)
        waiting: tuple[LinePlace, Turn] | None = None
        for place, line in lines.forwards():
            kind = find_record_type(line)
            record = lines.decode_line(place, line) if kind in (Turn, Experience) else None
            if isinstance(record, Experience):
                if waiting is not None and record.is_own:
                    yield from self._make(replay, waiting, record)
                    waiting = None
                self._note_secret(record)
            elif isinstance(record, Turn):
                replay.learn(record)
                waiting = (place, record) if record.command and self.counts(record.after) else None

    def _note_secret(self, memory: Experience) -> None:
        """Keep in mind what was said to one hearer alone: no example may show it."""
        found = _WORDS.search(memory.text) if memory.nature.is_private else None
        if found and len(found[1]) >= TELLING:
            self._secrets.add(found[1])

    def _tells(self, text: str) -> bool:
        return any(each in text for each in self._secrets)

    def _make(
        self, replay: PromptReplay, waiting: tuple[LinePlace, Turn], own: Experience
    ) -> Iterator[TrainingExample]:
        """Yield the example of a turn, unless it is to be left out."""
        place, turn = waiting
        if self.accepted and not own.ok:
            self.refused += 1
            return
        try:
            earlier = () if turn.form == WITHOUT_MEMORIES else None
            past = replay.replay_turn(place, turn, earlier)
        except PastTurnUnknown:
            past = None
        if past is None or past.agrees is False:
            self.unknown += 1
        elif own.nature.is_private or self._tells(f"{past.prompt}\n{own.text}"):
            self.private += 1
        else:
            result = own.text.partition("\n")[2]
            yield TrainingExample(self.agent, past, result, own.ok)
