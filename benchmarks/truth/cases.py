"""The labelled sentences of ``tests/data/sentences``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from agents.memory.language.evidence import Source
from world.nature import Nature

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "sentences"

_QUOTE = r"[,:：、،]? ?[\"“«„「]"
_SPOKEN = re.compile(
    rf"(?P<who>[^\"“«„「:]+?) (?:\([^)]*\) )?\w+(?: (?:to|on) [^,]+)?(?: \([^)]*\))? ?{_QUOTE}"
    rf"|(?P<unspaced>[^\"“«„「:]+?)(?:[はが]?(?:言う|言いました)|说|说道|說|问|問){_QUOTE}"
)
_SELF = ("You", "Du", "Tu", "Вы", "Ты", "Ty", "你", "您", "あなた", "أنت")


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled sentence, with the memories that it names and all that stand beside them."""

    id: str
    sentence: str
    label: str
    cited: Sequence[Source]
    memories: Sequence[Source]


def load_cases(name: str, *, sentence: str = "sentence", label: str = "label") -> list[Case]:
    """Return the cases of one file; `sentence` and `label` name their fields."""
    rows = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return [_read_case(row, row[sentence], row[label]) for row in rows]


def _read_case(row: dict[str, Any], sentence: str, label: str) -> Case:
    lines = {
        int(number): read_memory(text, (int(number),)) for number, text in row["memories"].items()
    }
    cited = [lines[number] for number in sorted(row.get("cites") or []) if number in lines]
    return Case(str(row["id"]), sentence, str(label), cited, list(lines.values()))


def read_memory(text: str, numbers: tuple[int, ...] = ()) -> Source:
    """Return a line as the world would have recorded it: who speaks in it, if it is not ``You``."""
    spoken = _SPOKEN.match(text)
    who = (spoken["who"] or spoken["unspaced"]).strip() if spoken else ""
    if not who or who.split()[0] in _SELF:
        return Source(text, numbers=numbers)
    return Source(text, who, Nature.SPEECH, numbers)
