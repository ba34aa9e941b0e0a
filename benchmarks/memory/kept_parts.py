"""Keeps measured parts as JSON, so that several runs can make one long report."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.memory.findings import Finding, Part, Table, Wanted


@dataclass(frozen=True, slots=True)
class MeasuredPart:
    """One part with the time and the load of its measurement."""

    part: Part
    day: str
    """In ISO 8601."""
    minutes: float
    load: float
    """The machine's load average of one minute before the part began."""
    seed: int
    quick: bool
    commit: str = ""
    """The commit that was measured; empty where none was known."""

    def facts(self) -> str:
        """Return time, commit and load as a sentence."""
        return (
            f"Measured on {self.day}{f' at commit {self.commit}' if self.commit else ''} in"
            f" {self.minutes:.0f} minutes, seed {self.seed}; the load of the machine was"
            f" {self.load:.1f} before it."
        )


def save_part(folder: Path, name: str, measured: MeasuredPart) -> None:
    """Keep `measured` under `name`. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(measured), ensure_ascii=False, indent=1)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def load_part(folder: Path, name: str, wanted: Wanted) -> MeasuredPart | None:
    """Return the part kept under `name`, if its seed and thoroughness are the same."""
    path = folder / f"{name}.json"
    if not path.exists():
        return None
    content = json.loads(path.read_text(encoding="utf-8"))
    measured = MeasuredPart(**{**content, "part": _read_part(content["part"])})
    same = (measured.seed, measured.quick) == (wanted.seed, wanted.quick)
    return measured if same else None


def _read_part(content: dict[str, Any]) -> Part:
    findings = [Finding(**each) for each in content["findings"]]
    tables = [Table(**each) for each in content["tables"]]
    return Part(**{**content, "findings": findings, "tables": tables})
