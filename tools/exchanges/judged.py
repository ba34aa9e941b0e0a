"""Reads the exchanges that readers judged: what is learnt from, and what is kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

JUDGED = Path(__file__).with_name("judged.txt")

#: Behind the name of an agent to whom a line was said that is kept apart.
APART = "*"

#: How good an answer is: good, passable, or beside the point.
GOOD = {"g": 1.0, "p": 0.5, "b": 0.0}


class JudgedLine(NamedTuple):
    """What was said to an agent, and how good the exchanges of these wordings answer it."""

    agent: str
    line: str
    good: Mapping[str, float]
    """A wording → 1: good; 0.5: passable; 0: beside the point."""
    is_apart: bool
    """Whether it is kept apart."""


def read_judged_lines() -> Iterator[JudgedLine]:
    """Yield the judged lines."""
    for block in JUDGED.read_text("utf-8").strip().split("\n\n")[1:]:  # behind what they are
        head, *rows = block.split("\n")
        agent, _, line = head.partition(": ")
        good = {wording: GOOD[mark] for mark, _, wording in (row.partition(" ") for row in rows)}
        yield JudgedLine(agent.rstrip(APART), line, good, agent.endswith(APART))
