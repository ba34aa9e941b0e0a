"""Temporary files that a kill has left are removed at the next start, and nothing else is."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from server.upkeep.leftovers import OLD_SECONDS, sweep

NOW = 1_000_000.0


def test_old_temporary_files_go_and_all_others_stay(tmp_path: Path) -> None:
    notes = tmp_path / "agents" / "Moss" / "notes"
    notes.mkdir(parents=True)
    names = [tempfile.mkstemp(prefix=".", suffix=".tmp", dir=notes) for _ in range(2)]
    for handle, _ in names:
        os.close(handle)
    old, young = (Path(name) for _, name in names)
    others = [notes / "Roses.md", notes / ".mine.tmp", notes / "a.tmp", young]
    for path in [old, *others]:
        path.touch()
        os.utime(path, (NOW - OLD_SECONDS,) * 2)
    os.utime(young, (NOW - OLD_SECONDS + 1,) * 2)
    assert sweep(tmp_path, NOW) == [old]
    assert sorted(notes.iterdir()) == sorted(others)
