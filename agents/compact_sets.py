"""Sets for what is long: of numbers, of texts that are only asked for, and of places of keys."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence

#: Bits in a byte.
_BITS = 8

#: What is brought in order at once is one of so many parts.
_PARTS = 64


class NumberSet:
    """A set of natural numbers, a bit for each number up to the largest."""

    def __init__(self) -> None:
        self._bits = bytearray()
        self._count = 0

    def __len__(self) -> int:
        """Return how many numbers it has."""
        return self._count

    def add(self, numbers: Iterable[int]) -> None:
        """Take in more numbers, each once."""
        for number in numbers:
            place, bit = number // _BITS, 1 << number % _BITS
            if place >= len(self._bits):
                self._bits.extend(bytes(place + 1 - len(self._bits)))
            if not self._bits[place] & bit:
                self._bits[place] |= bit
                self._count += 1


class TextSet:
    """Knows texts by 64 bits of a hash, 8 bytes for each; to find one, it looks through all.

    Two texts have the same by chance once in 10^19 times.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._hashes = array("q")
        self.add(texts)

    def __contains__(self, text: object) -> bool:
        """Return whether the text was added."""
        return hash(text) in self._hashes

    def add(self, texts: Iterable[str]) -> None:
        """Take in more texts."""
        self._hashes.extend(map(hash, texts))


class PlaceIndex:
    """Knows at which places keys are, by 64 bits of a hash, 12 bytes for each place of a key.

    Two keys have the same by chance once in 10^19 times.
    """

    def __init__(self) -> None:
        self._new: list[list[tuple[int, int]]] = [[] for _ in range(_PARTS)]
        self._hashes = [array("q") for _ in range(_PARTS)]
        self._places = [array("i") for _ in range(_PARTS)]

    def add(self, key: Hashable, place: int) -> None:
        """Take in that `key` is at `place`; it counts once all is settled."""
        found = hash(key)
        self._new[found % _PARTS].append((found, place))

    def settle(self) -> Iterator[None]:
        """Bring what was added in order, for `find`; yield after each part."""
        for at, new in enumerate(self._new):
            known = sorted([*zip(self._hashes[at], self._places[at], strict=True), *new])
            self._hashes[at] = array("q", (each for each, _ in known))
            self._places[at] = array("i", (place for _, place in known))
            self._new[at] = []
            yield

    def find(self, key: Hashable) -> Sequence[int]:
        """Return the places of `key`, in order."""
        wanted = hash(key)
        hashes, places = self._hashes[wanted % _PARTS], self._places[wanted % _PARTS]
        first = last = bisect_left(hashes, wanted)
        while last < len(hashes) and hashes[last] == wanted:
            last += 1
        return places[first:last]
