"""The file of the vectors of lines."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path

import numpy
import pytest

from agents.mind.voice.vector_file import VectorFile, digest_line, pack_vector


def make_rows(lines: int) -> dict[bytes, numpy.ndarray]:
    """Return vectors of 64 numbers for so many lines, the same at each call."""
    numbers = numpy.random.default_rng(7)
    return {
        digest_line(f"line {number}"): pack_vector(numbers.normal(size=64))
        for number in range(lines)
    }


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """A file gives back the vectors of its own model, and none of another's."""
    file, rows = VectorFile(tmp_path / "vectors.npz"), make_rows(20)
    file.write("letters", rows)
    read = file.read("letters")
    assert read.keys() == rows.keys()
    assert all((read[key] == rows[key]).all() for key in rows)
    assert file.read("another") == {}


@pytest.mark.parametrize("more", [1, 3])
def test_a_few_lines_more_change_a_few_bytes(tmp_path: Path, more: int) -> None:
    """What two versions of a file share is found by who keeps both."""
    before, after = VectorFile(tmp_path / "before.npz"), VectorFile(tmp_path / "after.npz")
    before.write("letters", make_rows(60))
    after.write("letters", make_rows(60 + more))
    old, new = before.path.read_bytes(), after.path.read_bytes()
    shared = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    assert len(new) - sum(block.size for block in shared if block.size >= 16) < 400 + 100 * more
