"""Where these tests write: thousands of small files, of which none must outlast its test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_IN_RAM = Path("/dev/shm")


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Path]:
    """A folder in RAM where there is one: a medium's speed is no part of any promise here."""
    if not _IN_RAM.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="proof-", dir=_IN_RAM) as folder:
        yield Path(folder)
