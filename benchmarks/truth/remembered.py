"""How much of what readers would remember a summary by rule has (``tests/data/worth``)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.language.deterministic import LIMIT, summarise_memories
from agents.memory.log.codec import decode
from agents.prose import find_quoted

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "worth"

#: A quotation of fewer characters may be of another memory.
_LEAST = 12
_NO_LETTER = re.compile(r"[^a-z0-9 ]")


@dataclass(frozen=True)
class LabelledSpan:
    """Memories in a row, and those that each reader would keep, by their numbers."""

    best: Sequence[Sequence[int]]
    memories: list[Experience] = field(default_factory=list)


def report_remembered() -> str:
    """Return a line for each file: how many of the memories that readers chose are told."""
    return "\n".join(
        ["What readers would remember of a stretch of memories, and a summary by rule has"]
        + [_report(path) for path in sorted(FOLDER.glob("*.jsonl"))]
    )


def _report(path: Path) -> str:
    spans = read_labelled_spans(path)
    kept = chosen = 0
    for each in spans:
        told = find_quoted_memories(each.memories, summarise_memories(each.memories, LIMIT))
        kept += sum(len(told.intersection(best)) for best in each.best)
        chosen += sum(map(len, each.best))
    return f"  {path.stem}: {len(spans)} spans, {kept} of {chosen}, {kept / chosen:.0%}"


def read_labelled_spans(path: Path) -> list[LabelledSpan]:
    """Return the stretches of a file."""
    found = list[LabelledSpan]()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "best" in row:
            found.append(LabelledSpan(row["best"]))
        elif isinstance(memory := decode(line.encode()), Experience):
            found[-1].memories.append(memory)
    return found


def find_quoted_memories(memories: Iterable[Experience], summary: str) -> set[int]:
    """Return the numbers of the memories that `summary` quotes."""
    quoted = [_plain(each.removesuffix("…")) for each in find_quoted(summary)]
    long = [each for each in quoted if len(each) >= _LEAST]
    texts = {each.seq: _plain(each.text) for each in memories}
    return {seq for seq, text in texts.items() if any(each in text for each in long)}


def _plain(text: str) -> str:
    return _NO_LETTER.sub("", " ".join(text.casefold().split())).strip()
