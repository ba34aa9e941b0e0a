"""How much of what readers would remember a summary by rule has (``tests/data/worth``)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.language.deterministic import LIMIT, summarise_memories
from agents.memory.log.codec import decode
from agents.prose import find_quoted
from world.nature import Nature

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "worth"
WRITTEN = sorted((FOLDER / "written").glob("*[02468].txt"))
"""What writers made to measure with; from files with an odd number is learnt."""

#: A quotation of fewer characters may be of another memory.
_LEAST = 12
_NO_LETTER = re.compile(r"[^a-z0-9 ]")

#: A written stretch begins so, and so its lines and what its writer would keep.
_HEAD, _LINE, _BEST = re.compile(r"(?m)^# "), re.compile(r"(\d+)\. (.+)"), "best:"
_SPOKEN = re.compile(r"(?P<who>[^\",]+?) (?:says?|asks?|whispers?|calls?|shouts?)\b[^\"]*, \"")
_BEGAN = datetime(2026, 5, 12, 8, tzinfo=UTC)


@dataclass(frozen=True)
class LabelledSpan:
    """Memories in a row, and those that each reader would keep, by their numbers."""

    best: Sequence[Sequence[int]]
    memories: list[Experience] = field(default_factory=list)


def report_remembered() -> str:
    """Return a line for each file: how many of the memories that readers chose are told."""
    return "\n".join(
        ["What readers would remember of a stretch of memories, and a summary by rule has"]
        + [_report(path.stem, read_labelled_spans(path)) for path in sorted(FOLDER.glob("*.jsonl"))]
        + [_report(f"written/{path.stem}", read_written_spans(path)) for path in WRITTEN]
    )


def _report(name: str, spans: Sequence[LabelledSpan]) -> str:
    kept = chosen = 0
    for each in spans:
        told = find_quoted_memories(each.memories, summarise_memories(each.memories, LIMIT))
        kept += sum(len(told.intersection(best)) for best in each.best)
        chosen += sum(map(len, each.best))
    return f"  {name}: {len(spans)} spans, {kept} of {chosen}, {kept / chosen:.0%}"


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


def read_written_spans(path: Path) -> list[LabelledSpan]:
    """Return the stretches of a file of ``written``, as an archive would have their lines."""
    found = list[LabelledSpan]()
    for block in _HEAD.split(path.read_text(encoding="utf-8")):
        rows = block.splitlines()
        best = [int(n) for row in rows if row.startswith(_BEST) for n in re.findall(r"\d+", row)]
        lines = [line for row in rows if (line := _LINE.match(row))]
        if best and lines:
            memories = [_make_memory(int(each[1]), each[2]) for each in lines]
            found.append(LabelledSpan([best], memories))
    return found


def _make_memory(seq: int, text: str) -> Experience:
    at, spoken = _BEGAN + timedelta(seconds=20 * seq), _SPOKEN.match(text)
    who = spoken["who"] if spoken else ""
    own = text.startswith("You ")
    nature = Nature.SPEECH if spoken else Nature.DEED if own else Nature.HAPPENING
    words = next(reversed(find_quoted(text)), "") if spoken else text
    return Experience(
        seq,
        at,
        text,
        "action" if own else "observation",
        speaker="" if own else who,
        nature=nature,
        line=f"say {words}" if own and spoken else "",
    )


def find_quoted_memories(memories: Iterable[Experience], summary: str) -> set[int]:
    """Return the numbers of the memories that `summary` quotes."""
    quoted = [_plain(each.removesuffix("…")) for each in find_quoted(summary)]
    long = [each for each in quoted if len(each) >= _LEAST]
    texts = {each.seq: _plain(each.text) for each in memories}
    return {seq for seq, text in texts.items() if any(each in text for each in long)}


def _plain(text: str) -> str:
    return _NO_LETTER.sub("", " ".join(text.casefold().split())).strip()
