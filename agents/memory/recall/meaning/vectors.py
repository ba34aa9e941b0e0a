"""The vectors of one agent's memories, in a file beside the index.

Of each vector there are two forms: a bit for each number, its sign, and a byte for each number.  A
search compares the bits of all memories, which is quick, and then the bytes of those that agree in
most bits, which is exact.  The file is mapped while a search reads it and is not held afterwards.
It is a projection of the index: if anything is wrong with it, it is written anew.

A file is a header (`_HEADER`) and chunks; a chunk is the bits of `CHUNK` memories and then their
bytes.  The place of a memory follows from its number.  All zeros: the memory has no vector.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from late.late_dataclass import late_dataclass

#: Memories in a chunk.
CHUNK = 1024

#: So many of the nearest memories are returned.
NEAREST = 200

#: The bytes of so many memories are compared, those that agree in most bits.
COMPARED = 2_000

#: How near memories usually are is estimated from so many.
SAMPLED = 1_000

_MAGIC = b"TARNVEC1"

#: The magic, the digest of the embedder's name, the digest of the last memory's text, numbers in
#: a vector, and the last memory that was looked at.
_HEADER = struct.Struct("<8s16s16sIQ12x")


@late_dataclass(frozen=True, slots=True)
class VectorsHeld:
    """What a file of vectors holds."""

    numbers: int
    """Numbers in a vector, a multiple of 64."""
    covered: int
    """The last memory that was looked at, whether it has a vector or not."""
    text_digest: bytes
    """Of that memory's text."""


def digest_text(text: str) -> bytes:
    """Return the digest by which a file knows a text."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def read_held(path: Path, embedder: str) -> VectorsHeld | None:
    """Return what the file at `path` holds of `embedder`'s vectors; None if nothing. Raises
    `OSError`."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return None
    if len(header) < _HEADER.size:
        return None
    magic, name, text, numbers, covered = _HEADER.unpack(header)
    whole = size >= _find_end(numbers, covered)
    fits = magic == _MAGIC and name == digest_text(embedder) and whole
    return VectorsHeld(numbers, covered, text) if fits else None


def append_vectors(
    path: Path,
    embedder: str,
    vectors: Sequence[tuple[int, bytes]],
    covered: int,
    text: str,
) -> None:
    """Write the vectors of memories, by number and in order, and that all up to `covered` are done.

    `text` is that of memory `covered`.  A file of another embedder or another size of vectors is
    written anew.  Killed at any moment, the file holds what it held before.  Raises `OSError`, and
    `ImportError` without numpy.
    """
    held = read_held(path, embedder)
    numbers = _pad_numbers(len(vectors[0][1]) // 4) if vectors else held.numbers if held else 64
    if held is None or held.numbers != numbers:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    with path.open("r+b") as file:
        for seq, vector in vectors:
            bits, values = _make_forms(vector, numbers)
            begin, place = _find_chunk(seq, numbers), seq % CHUNK
            file.seek(begin + place * (numbers // 8))
            file.write(bits)
            file.seek(begin + CHUNK * (numbers // 8) + place * numbers)
            file.write(values)
        file.truncate(max(_find_end(numbers, covered), os.fstat(file.fileno()).st_size))
        os.fsync(file.fileno())
        file.seek(0)
        name, known = digest_text(embedder), digest_text(text)
        file.write(_HEADER.pack(_MAGIC, name, known, numbers, covered))


def measure_nearness(
    path: Path, embedder: str, question: bytes, span: tuple[int, int]
) -> dict[int, float]:
    """Return how near in meaning to `question` the nearest memories in `span` are, by number.

    The measure is the cosine, in standard deviations from the usual memory's; those nearer than
    usual are returned, at most `NEAREST`.  Empty if the file is not of `embedder`.  Raises
    `OSError`, and `ImportError` without numpy.
    """
    held = read_held(path, embedder)
    if held is None or _pad_numbers(len(question) // 4) != held.numbers:
        return {}
    first, last = max(span[0], 1), min(span[1], held.covered)
    if first > last:
        return {}
    numpy: Any = importlib.import_module("numpy")
    chunks = _map_chunks(numpy, path, held)
    wanted = numpy.zeros(held.numbers, "<f4")
    wanted[: len(question) // 4] = numpy.frombuffer(question, "<f4")
    seqs = _choose_compared(numpy, chunks, wanted, first, last)
    sample = numpy.linspace(first, last, min(SAMPLED, last - first + 1)).astype(int)
    usual = _measure_cosines(numpy, chunks, wanted, sample)
    usual = usual[usual > _NO_VECTOR]
    if not len(usual):
        return {}
    near = (_measure_cosines(numpy, chunks, wanted, seqs) - usual.mean()) / (usual.std() or 1.0)
    best = numpy.argsort(-near, kind="stable")[:NEAREST]
    found = zip(seqs[best].tolist(), near[best].tolist(), strict=True)
    return {seq: value for seq, value in found if value > 0}


# --- forms and places ---------------------------------------------------------------------

#: The cosine of a memory without a vector: below every real one.
_NO_VECTOR = -2.0


def _pad_numbers(numbers: int) -> int:
    """Return the size of a vector in the file: bits are compared by 64."""
    return max(64, -(-numbers // 64) * 64)


def _find_chunk(seq: int, numbers: int) -> int:
    return _HEADER.size + seq // CHUNK * CHUNK * (numbers + numbers // 8)


def _find_end(numbers: int, covered: int) -> int:
    return _find_chunk(covered + CHUNK, numbers)


def _make_forms(vector: bytes, numbers: int) -> tuple[bytes, bytes]:
    numpy: Any = importlib.import_module("numpy")
    values = numpy.zeros(numbers, "<f4")
    values[: len(vector) // 4] = numpy.frombuffer(vector, "<f4")
    largest = float(numpy.abs(values).max())
    if not 0 < largest < float("inf"):  # a text without any known word, or not a number
        return bytes(numbers // 8), bytes(numbers)
    small = numpy.rint(values * (127 / largest)).astype("i1")
    return numpy.packbits(values > 0).tobytes(), small.tobytes()


def _map_chunks(numpy: Any, path: Path, held: VectorsHeld) -> Any:
    chunk = numpy.dtype(
        [("bits", "<u8", (CHUNK, held.numbers // 64)), ("values", "i1", (CHUNK, held.numbers))]
    )
    count = held.covered // CHUNK + 1
    # Each step on a `memmap` itself makes another one, which takes longer than the step.
    return numpy.asarray(numpy.memmap(path, chunk, "r", offset=_HEADER.size, shape=(count,)))


def _choose_compared(numpy: Any, chunks: Any, wanted: Any, first: int, last: int) -> Any:
    """Return the numbers of the memories that agree with `wanted` in most bits."""
    if last - first < COMPARED:
        return numpy.arange(first, last + 1)
    begin = first // CHUNK
    bits = numpy.packbits(wanted > 0).view("<u8")
    held = chunks["bits"][begin : last // CHUNK + 1]
    apart = numpy.zeros(held.shape[:2], numpy.int16)
    for place, part in enumerate(bits):  # by columns: a sum over so short an axis is slow
        apart += numpy.bitwise_count(held[:, :, place] ^ part)
    apart = apart.reshape(-1)[first - begin * CHUNK : last + 1 - begin * CHUNK]
    return numpy.argpartition(apart, COMPARED)[:COMPARED] + first


def _measure_cosines(numpy: Any, chunks: Any, wanted: Any, seqs: Any) -> Any:
    values = chunks["values"][seqs // CHUNK, seqs % CHUNK].astype("<f4")
    squares = numpy.einsum("ij,ij->i", values, values)
    lengths = numpy.sqrt(squares) * (numpy.sqrt(wanted @ wanted) or 1.0)
    cosines = values @ wanted / numpy.maximum(lengths, 1e-9)
    return numpy.where(lengths > 0, cosines, _NO_VECTOR)
