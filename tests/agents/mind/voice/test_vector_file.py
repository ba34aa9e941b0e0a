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


def test_a_file_is_mapped_and_not_copied(tmp_path: Path) -> None:
    """Its vectors are those that are read, and no array but the keys is the process's own."""
    file, rows = VectorFile(tmp_path / "vectors.npz"), make_rows(20)
    file.write("letters", rows)
    (mapped,) = file.map("letters")
    assert isinstance(mapped.rows, numpy.memmap)
    for key, row in rows.items():
        assert (mapped.find(key) == row).all()
    unknown = digest_line("no such line")
    assert mapped.find(unknown) is None
    places = mapped.find_places([unknown, *rows, b"\0" * 8, b"\xff" * 8])
    assert places[0] == places[-2] == places[-1] == -1
    assert sorted(places[1:-2]) == list(range(20))
    assert file.map("another") == ()
    assert VectorFile(tmp_path / "nowhere.npz").map("letters") == ()


def test_what_cannot_be_mapped_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    file = VectorFile(tmp_path / "vectors.npz")
    keys = numpy.zeros((1, 8), "u1")
    rows = numpy.ones((1, 64), "i1")
    numpy.savez_compressed(file.path, model=numpy.array("letters"), keys=keys, rows=rows)
    assert file.map("letters") == ()
    assert len(file.read("letters")) == 1


def test_an_empty_file_has_no_vectors(tmp_path: Path) -> None:
    file = VectorFile(tmp_path / "vectors.npz")
    keys, rows = numpy.zeros((0, 8), "u1"), numpy.zeros((0, 64), "i1")
    numpy.savez(file.path, model=numpy.array("letters"), keys=keys, rows=rows)
    assert all(each.find(digest_line("a")) is None for each in file.map("letters"))


@pytest.mark.parametrize("more", [1, 3])
def test_a_few_lines_more_change_a_few_bytes(tmp_path: Path, more: int) -> None:
    """What two versions of a file share is found by who keeps both."""
    before, after = VectorFile(tmp_path / "before.npz"), VectorFile(tmp_path / "after.npz")
    before.write("letters", make_rows(60))
    after.write("letters", make_rows(60 + more))
    old, new = before.path.read_bytes(), after.path.read_bytes()
    shared = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    assert len(new) - sum(block.size for block in shared if block.size >= 16) < 400 + 100 * more
