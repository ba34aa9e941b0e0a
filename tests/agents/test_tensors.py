"""The weights of a model are mapped from the file that was checked."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path

import pytest

from agents.tensors import map_tensors

numpy = pytest.importorskip("numpy")


def write_tensors(path: Path) -> str:
    """Write a file with two arrays that are read and one that is not; return its digest."""
    one, two, three = numpy.arange(6, dtype="<f4"), numpy.ones(2, "<f2"), numpy.ones(1, "<i8")
    header = {
        "__metadata__": {"format": "pt"},
        "one": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "two": {"dtype": "F16", "shape": [2], "data_offsets": [24, 28]},
        "three": {"dtype": "I64", "shape": [1], "data_offsets": [28, 36]},
    }
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % 8)
    body = one.tobytes() + two.tobytes() + three.tobytes()
    path.write_bytes(struct.pack("<Q", len(head)) + head + body)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_arrays_are_those_of_the_file_and_no_copies(tmp_path: Path) -> None:
    digest = write_tensors(tmp_path / "model.safetensors")
    found = map_tensors(tmp_path / "model.safetensors", digest)
    assert found["one"].tolist() == [[0, 1, 2], [3, 4, 5]] and found["two"].tolist() == [1, 1]
    assert set(found) == {"one", "two"}
    for each in found.values():
        assert not each.flags.writeable and each.flags.aligned and not each.flags.owndata
    maps = Path("/proc/self/maps")
    if maps.exists():
        assert str(tmp_path / "model.safetensors") in maps.read_text()


def test_another_file_is_refused(tmp_path: Path) -> None:
    write_tensors(tmp_path / "model.safetensors")
    with pytest.raises(ValueError, match="is not the published file"):
        map_tensors(tmp_path / "model.safetensors", "0" * 64)
