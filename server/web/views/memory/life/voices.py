"""Sorts and speakers of memories, kept in blocks of an index; and whose words rest on them."""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from server.web.views.memory.life.database import BLOCK
from server.web.views.memory.life.findings import Sort

SOMEBODY = "somebody"
"""In place of a speaker beyond `MOST_CODES`."""

MOST_CODES = 0xFFFF
"""Speakers of one life that are told apart: a memory has two bytes for its speaker."""

_SEPARATOR = ", "

_Block: TypeAlias = tuple[bytes, "array[int]"]


def add_sorts(
    index: sqlite3.Connection, first: int, sorts: bytes, speakers: Mapping[int, str]
) -> None:
    """Add the `Sort` of each memory from `first` on, and who said what was heard."""
    codes = {name: _find_code(index, name) for name in dict.fromkeys(speakers.values())}
    voices = array("H", bytes(2 * len(sorts)))
    for seq, name in speakers.items():
        voices[seq - first] = codes[name]
    packed, at = _pack(voices), 0
    while at < len(sorts):
        block, behind = divmod(first + at, BLOCK)
        end = min(len(sorts), at + BLOCK - behind)
        before = index.execute(
            "SELECT codes, voices FROM sorts WHERE block = ?", (block,)
        ).fetchone() or (b"", b"")
        index.execute(
            "INSERT OR REPLACE INTO sorts VALUES(?,?,?)",
            (
                block,
                _fit(before[0], behind) + sorts[at:end],
                _fit(before[1], 2 * behind) + packed[2 * at : 2 * end],
            ),
        )
        at = end


def _find_code(index: sqlite3.Connection, name: str) -> int:
    """Return the code of a speaker, who is added if new; 0: there are too many."""
    index.execute("INSERT OR IGNORE INTO speakers(name) VALUES(?)", (name,))
    (code,) = index.execute("SELECT code FROM speakers WHERE name = ?", (name,)).fetchone()
    return code if code <= MOST_CODES else 0


def _fit(content: bytes, size: int) -> bytes:
    return content[:size].ljust(size, b"\0")


def _pack(voices: array[int]) -> bytes:
    """Return codes as bytes for the file, the low byte first."""
    if sys.byteorder == "big":
        voices.byteswap()
    return voices.tobytes()


def _unpack(content: bytes) -> array[int]:
    voices = array("H", content)
    if sys.byteorder == "big":
        voices.byteswap()
    return voices


class Voices:
    """Tells whose words rest on which memories; as the index was when it first looked."""

    def __init__(self, index: sqlite3.Connection) -> None:
        self._index = index
        self._blocks: dict[int, _Block] = {}
        self._names: dict[int, str] = {0: SOMEBODY}

    def find_speakers(self, seqs: Iterable[int]) -> tuple[str, ...]:
        """Return who said these memories, if all are words of others; else nobody."""
        found = dict[str, None]()
        for seq in seqs:
            code = self._read(seq)
            if code is None:
                return ()
            found[self._find_name(code)] = None
        return tuple(found)

    def name_speakers(self, seqs: Iterable[int]) -> str | None:
        """Return `find_speakers` as one text, empty for nobody; None: there are no memories."""
        known = list(seqs)
        return _SEPARATOR.join(sorted(self.find_speakers(known))) if known else None

    def _read(self, seq: int) -> int | None:
        """Return the code of who said a memory; None: it is not what somebody else said."""
        block, behind = divmod(seq, BLOCK)
        if block not in self._blocks:
            self._blocks[block] = self._read_block(block)
        sorts, voices = self._blocks[block]
        return voices[behind] if sorts[behind : behind + 1] == bytes([Sort.HEARD]) else None

    def _read_block(self, block: int) -> _Block:
        row = self._index.execute(
            "SELECT codes, voices FROM sorts WHERE block = ?", (block,)
        ).fetchone()
        return (row[0], _unpack(row[1])) if row else (b"", array("H"))

    def _find_name(self, code: int) -> str:
        if code not in self._names:
            (self._names[code],) = self._index.execute(
                "SELECT name FROM speakers WHERE code = ?", (code,)
            ).fetchone()
        return self._names[code]


def join_speakers(one: str | None, other: str | None) -> str | None:
    """Return whose words a sentence gives that rests on two groups of memories.

    Each is as `Voices.name_speakers` returns it.
    """
    if one is None or other is None:
        return other if one is None else one
    if not one or not other:
        return ""
    names = dict.fromkeys([*one.split(_SEPARATOR), *other.split(_SEPARATOR)])
    return _SEPARATOR.join(sorted(names))
