"""The disk works on systems that lack some of the system calls."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from agents.memory.log.disk import SystemDisk, open_readonly, open_to_append
from tests.windows import WindowsCalls


@pytest.mark.parametrize("system", [os, WindowsCalls()], ids=["posix", "windows"])
def test_bytes_are_written_read_and_cut_as_they_are(tmp_path: Path, system: Any) -> None:
    """A newline is one byte everywhere, and a line is written behind what is there."""
    path, disk = tmp_path / "000000000001.jsonl", SystemDisk(system)
    path.write_bytes(b"first\n")
    fd = open_to_append(path, system)
    assert disk.write(fd, b"second\n") == 7
    disk.sync(fd)
    assert path.read_bytes() == b"first\nsecond\n"
    assert disk.read_at(fd, 6, 6) == b"second"
    disk.cut(fd, 6)
    assert disk.write(fd, b"third\n") == 6
    system.close(fd)
    with open_readonly(path, system) as reading:
        assert disk.read_at(reading, 100, 0) == b"first\nthird\n"
        assert disk.read_at(reading, 3, 9) == b"rd\n"
