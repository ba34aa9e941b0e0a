"""A file of the vectors of lines, each number in a byte."""

from __future__ import annotations

import hashlib
import importlib
import io
import os
import struct
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from late.late_dataclass import late_dataclass

#: Bytes of a line's digest; two of a million lines share one with a chance of one in 100 million.
KEY_BYTES = 8

#: The largest number of a signed byte.
_MOST = 127


def digest_line(line: str) -> bytes:
    """Return what stands for a line in the file."""
    return hashlib.sha256(line.encode("utf-8", "replace")).digest()[:KEY_BYTES]


def pack_vector(vector: Any) -> Any:
    """Return a vector as signed bytes, a quarter of its size; its length is lost.

    A cosine of two of them is 0.01 off at most.
    """
    numpy: Any = importlib.import_module("numpy")
    return (vector / numpy.abs(vector).max() * _MOST).round().astype("i1")


def unpack_vector(packed: Any) -> Any:
    """Return the vector of length 1 that was packed."""
    numpy: Any = importlib.import_module("numpy")
    vector = packed.astype("<f4")
    return vector / numpy.linalg.norm(vector)


class MappedVectors:
    """The packed vectors of a file, whose pages are in memory once they are used.

    Nothing is made for each of the thousands of lines.
    """

    def __init__(self, keys: Any, rows: Any) -> None:
        """`keys` are rows of `KEY_BYTES` bytes in ascending order, `rows` their vectors."""
        numpy: Any = importlib.import_module("numpy")
        self.rows = rows
        self._keys = keys.reshape(-1).view(">u8").astype("=u8") if len(keys) else keys.reshape(-1)
        self._numpy = numpy

    def find_places(self, keys: Sequence[bytes]) -> Sequence[int]:
        """Return the place of each key's vector among `rows`, -1 where there is none."""
        if not len(self._keys) or not keys:
            return [-1] * len(keys)
        wanted = self._numpy.frombuffer(b"".join(keys), ">u8").astype("=u8")
        places = self._numpy.searchsorted(self._keys, wanted)
        places[places == len(self._keys)] = 0
        found: list[int] = self._numpy.where(self._keys[places] == wanted, places, -1).tolist()
        return found

    def find(self, key: bytes) -> Any:
        """Return the vector of a key; None if there is none."""
        (place,) = self.find_places([key])
        return self.rows[place] if place >= 0 else None


@late_dataclass(frozen=True, slots=True)
class VectorFile:
    """Packed vectors by the keys of their lines, in numpy's ``.npz``."""

    path: Path

    def read(self, model: str) -> dict[bytes, Any]:
        """Return what the file has of this model; nothing if it cannot be read."""
        numpy: Any = importlib.import_module("numpy")
        try:
            with numpy.load(self.path, allow_pickle=False) as file:
                if str(file["model"]) != model:
                    return {}
                keys, rows = file["keys"], file["rows"]
            return {bytes(key): row for key, row in zip(keys, rows, strict=True)}
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return {}

    def map(self, model: str) -> tuple[MappedVectors, ...]:
        """Return the same without a copy of it, for a file that nobody writes; nothing likewise."""
        numpy: Any = importlib.import_module("numpy")
        try:
            with numpy.load(self.path, allow_pickle=False) as file:
                if str(file["model"]) != model:
                    return ()
                keys = file["keys"]
            return (MappedVectors(keys, _map_array(numpy, self.path, "rows.npy")),)
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return ()

    def write(self, model: str, vectors: Mapping[bytes, Any]) -> None:
        """Write all vectors, whole or not at all. Raises `OSError`.

        In the order of their keys and as they are: compressed, a file with one line more would
        share hardly a byte with the one before, and a history of versions would keep each whole.
        """
        numpy: Any = importlib.import_module("numpy")
        ordered = sorted(vectors.items())
        keys = numpy.frombuffer(b"".join(key for key, _ in ordered), "u1")
        content = io.BytesIO()
        numpy.savez(
            content,
            model=numpy.array(model),
            keys=keys.reshape(len(ordered), KEY_BYTES),
            rows=numpy.stack([row for _, row in ordered]),
        )
        _replace_file(self.path, content.getvalue())


@late_dataclass(frozen=True, slots=True)
class VectorFiles:
    """Several such files that are read as one."""

    files: tuple[VectorFile, ...]

    def map(self, model: str) -> tuple[MappedVectors, ...]:
        """Return what the files have of this model, without copies."""
        return tuple(found for each in self.files for found in each.map(model))


def _map_array(numpy: Any, path: Path, name: str) -> Any:
    """Return an array of an ``.npz`` file as a map of the file, if it is stored as it is.

    https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html says what is before the
    numbers. Before that comes the zip file's own header: 30 bytes, the last four two lengths.
    """
    with path.open("rb") as file:
        with zipfile.ZipFile(file) as parts:
            part = parts.getinfo(name)
        if part.compress_type != zipfile.ZIP_STORED:
            raise ValueError(f"{path}: {name} is compressed")
        file.seek(part.header_offset)
        header = file.read(30)
        file.seek(sum(struct.unpack("<HH", header[26:])), os.SEEK_CUR)
        version = numpy.lib.format.read_magic(file)
        if version != (1, 0):
            raise ValueError(f"{path}: {name} has format {version}")
        shape, by_column, kind = numpy.lib.format.read_array_header_1_0(file)
        order = "F" if by_column else "C"
        return numpy.memmap(path, kind, "r", file.tell(), shape, order)


def _replace_file(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
