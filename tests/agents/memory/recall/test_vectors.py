"""The file of vectors: what is written is found again, and the nearest is exact."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.recall.meaning.vectors import (
    CHUNK,
    COMPARED,
    append_vectors,
    digest_text,
    measure_nearness,
    read_held,
)
from tests.agents.memory.recall.meanings import NUMBERS, make_vector

pytest.importorskip("numpy")

EVERYTHING = (1, 2**62)


def fill(path: Path, first: int, last: int) -> None:
    vectors = [(n, make_vector(f"text {n}")) for n in range(first, last + 1)]
    append_vectors(path, "model", vectors, last, f"text {last}")


def test_the_same_text_is_nearest_in_any_chunk(tmp_path: Path) -> None:
    """So among few, of which all are compared exactly, and among many, of which some are."""
    path = tmp_path / "Moss.vectors"
    for last in (40, COMPARED + 2 * CHUNK):
        held = read_held(path, "model")
        fill(path, held.covered + 1 if held else 1, last)
        for seq in (1, 39, last):
            near = measure_nearness(path, "model", make_vector(f"text {seq}"), EVERYTHING)
            assert next(iter(near)) == seq
            assert near[seq] > 5


def test_only_the_span_is_compared(tmp_path: Path) -> None:
    path = tmp_path / "Moss.vectors"
    fill(path, 1, 4000)
    near = measure_nearness(path, "model", make_vector("text 5"), (6, 3900))
    assert near and min(near) >= 6 and max(near) <= 3900
    assert not measure_nearness(path, "model", make_vector("text 5"), (4001, 5000))


def test_a_memory_without_a_vector_is_near_nothing(tmp_path: Path) -> None:
    path = tmp_path / "Moss.vectors"
    append_vectors(path, "model", [(3, make_vector("a")), (9, make_vector("b"))], 12, "")
    assert set(measure_nearness(path, "model", make_vector("a"), EVERYTHING)) == {3}
    append_vectors(path, "model", [], 2000, "text 2000")
    assert set(measure_nearness(path, "model", make_vector("b"), EVERYTHING)) == {9}


def test_a_file_says_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "Moss.vectors"
    assert read_held(path, "model") is None
    fill(path, 1, 7)
    held = read_held(path, "model")
    assert held is not None
    assert (held.numbers, held.covered, held.text_digest) == (NUMBERS, 7, digest_text("text 7"))
    assert read_held(path, "another") is None
    assert not measure_nearness(path, "another", make_vector("text 5"), EVERYTHING)


@pytest.mark.parametrize("left", [0, 10, 64, 5000])
def test_a_file_that_was_cut_holds_nothing(tmp_path: Path, left: int) -> None:
    path = tmp_path / "Moss.vectors"
    fill(path, 1, 7)
    path.write_bytes(path.read_bytes()[:left])
    assert read_held(path, "model") is None
    assert not measure_nearness(path, "model", make_vector("text 5"), EVERYTHING)
    fill(path, 1, 7)
    assert 5 in measure_nearness(path, "model", make_vector("text 5"), EVERYTHING)


def test_vectors_of_another_size_begin_the_file_anew(tmp_path: Path) -> None:
    path = tmp_path / "Moss.vectors"
    fill(path, 1, 7)
    append_vectors(path, "model", [(8, make_vector("a")[: 4 * 50])], 8, "")
    held = read_held(path, "model")
    assert held is not None and (held.numbers, held.covered) == (64, 8)
