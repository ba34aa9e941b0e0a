"""Files and names in folders are synced on every system."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.windows import WindowsCalls
from world.vault.durable import sync_file, sync_folder


@pytest.mark.parametrize("system", [os, WindowsCalls()], ids=["posix", "windows"])
def test_a_file_and_its_name_are_synced(tmp_path: Path, system: Any) -> None:
    """Where a folder cannot be opened, its names need no syncing."""
    path = tmp_path / "note.md"
    path.write_bytes(b"one\n")
    sync_file(path, system)
    sync_folder(tmp_path, system)
    assert path.read_bytes() == b"one\n"


def test_what_is_not_there_is_an_error(tmp_path: Path) -> None:
    """Of the file and of the folder."""
    for sync in (sync_file, sync_folder):
        with pytest.raises(FileNotFoundError):
            sync(tmp_path / "nowhere")
