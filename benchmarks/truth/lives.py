"""Whether recall finds what answers questions about two lives in a world (``tests/data/lives``)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from agents.memory.core.records import Experience
from agents.models.embedding.protocol import Embedder
from benchmarks.locomo import (
    LocomoConversation,
    LocomoQuestion,
    list_evidence,
    measure_conversations,
    together,
)
from benchmarks.truth.cases import read_memory

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "lives"
FIRST_DAY = datetime(2026, 3, 1, tzinfo=UTC)

_OWN = re.compile(r"You \w+")


def report_lives(embedder: Embedder | None = None) -> str:
    """Return what one search by the question's own words finds, within budgets of tokens."""
    lives = [_read_life(path) for path in sorted(FOLDER.glob("*.life.jsonl"))]
    parts = []
    for name, worded in (("with a shared word", True), ("without any", False)):
        chosen = [_select(life, worded=worded) for life in lives]
        parts.append(together(measure_conversations(chosen, embedder=embedder), name))
    return "\n".join(list_evidence(parts))


def load_lives() -> dict[str, tuple[Experience, ...]]:
    """Return the memories of each life, by its name."""
    lives = (_read_life(path)[0] for path in sorted(FOLDER.glob("*.life.jsonl")))
    return {each.name: each.memories for each in lives}


def _read_life(path: Path) -> tuple[LocomoConversation, list[bool]]:
    """Return a life, and of each question whether it shares a word with what answers it."""
    asked = _read_lines(path.with_name(path.name.replace(".life.", ".questions.")))
    rows = list(asked)
    questions = tuple(
        LocomoQuestion(each["question"], 0, frozenset(each["evidence"])) for each in rows
    )
    memories = tuple(map(_make_memory, _read_lines(path)))
    name = path.name.partition(".")[0]
    return LocomoConversation(name, memories, questions), [each["shares_words"] for each in rows]


def _select(life: tuple[LocomoConversation, list[bool]], *, worded: bool) -> LocomoConversation:
    conversation, shares = life
    asked = zip(conversation.questions, shares, strict=True)
    return replace(conversation, questions=tuple(each for each, has in asked if has == worded))


def _read_lines(path: Path) -> Iterable[dict[str, Any]]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _make_memory(row: dict[str, Any]) -> Experience:
    hours, _, minutes = row["hour"].partition(":")
    at = FIRST_DAY + timedelta(days=row["day"] - 1, hours=int(hours), minutes=int(minutes))
    seen = read_memory(row["text"])
    source = "action" if _OWN.match(row["text"]) else "observation"
    return Experience(row["n"], at, row["text"], source, speaker=seen.speaker, nature=seen.nature)
