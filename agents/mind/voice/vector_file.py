"""A file of the vectors of lines, each number in a byte."""

from __future__ import annotations

import hashlib
import importlib
import io
import os
import tempfile
from collections.abc import Mapping
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

    def read(self, model: str) -> dict[bytes, Any]:
        """Return what the files have of this model."""
        return {key: row for each in self.files for key, row in each.read(model).items()}


def _replace_file(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
