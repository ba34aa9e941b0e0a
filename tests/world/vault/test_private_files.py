"""A private file is written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from world.vault.private_files import write_privately


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "pages" / "page.md"
    write_privately(path, "new")
    assert path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    write_privately(path, "old")
    with pytest.raises(TypeError):
        write_privately(path, None)  # type: ignore[arg-type]
    assert path.read_text() == "old" and [*tmp_path.iterdir()] == [path]
