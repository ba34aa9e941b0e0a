"""Ledgers of an archive in a folder, and short memories to write."""

from __future__ import annotations

from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from agents.memory.log.ledger import Ledger
from tests.agents.memory.support import PlainDisk

NOW = VirtualClock().now()


def note_of(seq: int) -> Experience:
    return Experience(seq, NOW, f"Fern hums {seq}.", "observation")


def ledger(folder: Path, disk: PlainDisk | None = None, segment_bytes: int = 4000) -> Ledger:
    lines: list[str] = []
    made = Ledger(
        folder,
        name="Moss",
        clock=VirtualClock(),
        disk=disk or PlainDisk(),
        log=lines.append,
        segment_bytes=segment_bytes,
    )
    made.open()
    return made
