"""CPU of the shipped settings, model and world with nobody connected: at full pace, then slowed.

The slowed server is at the slowest that its settings lead to, which the shipped ones reach half
an hour after the last person has left.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.process import ROOT, RunningServer, put_starter_vault, scratch

SETTLED_SECONDS = 30.0
"""Seconds after which every agent has had its first turn."""
FULL_SECONDS = 60.0
SLOW_SECONDS = 600.0
"""As long as agents wait between turns at most: each takes about one."""
HOUR = 3600.0


def measure(repeat: int) -> list[list[Figure]]:
    """Measure, each time with two new servers in new copies of the starter vault."""
    return [[*_measure_pace("off", FULL_SECONDS), *_measure_pace("0.001", SLOW_SECONDS)]
            for _ in range(repeat)]  # fmt: skip


def _measure_pace(quiet_after: str, seconds: float) -> list[Figure]:
    with scratch() as root:
        put_starter_vault(root)
        shutil.copy(ROOT / "config" / "llm.yaml", root / "config")
        _set_quiet_after(root / "vault" / "config" / "agents.md", quiet_after)
        with RunningServer(root) as server:
            time.sleep(SETTLED_SECONDS)
            turns, before = _count_turns(root), server.cpu_ms()
            time.sleep(seconds)
            cpu, turns = (server.cpu_ms() - before) / 1000, _count_turns(root) - turns
    name = "at a constant pace" if quiet_after == "off" else "slowed"
    return [
        Figure(f"CPU in an hour, {name}", cpu * HOUR / seconds, "s"),
        Figure(f"turns in an hour, {name}", turns * HOUR / seconds, ""),
    ]


def _set_quiet_after(note: Path, value: str) -> None:
    text = note.read_text(encoding="utf-8")
    changed = text.replace("**quiet_after**: 10\n", f"**quiet_after**: {value}\n")
    assert changed != text, "the shipped note sets quiet_after"
    note.write_text(changed, encoding="utf-8")


def _count_turns(root: Path) -> int:
    logs = (root / "vault" / "agents").glob("*/archive/*.jsonl")
    return sum(log.read_text(encoding="utf-8").count('"kind":"turn"') for log in logs)
