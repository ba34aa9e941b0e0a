"""A mapping that keeps what was set last, so that people who come and go do not fill it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, MutableMapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

#: People of whom an agent keeps small things, unless a caller says otherwise.
MOST_PEOPLE = 1000


class Latest(MutableMapping[K, V]):
    """Keeps at most `most` keys: with one more, the one that was set longest ago is forgotten."""

    def __init__(self, most: int = MOST_PEOPLE) -> None:
        self._most = most
        self._kept: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        """Return the value of `key`. Raises `KeyError`."""
        return self._kept[key]

    def __setitem__(self, key: K, value: V) -> None:
        """Set `key`, which is the latest then."""
        self._kept.pop(key, None)
        self._kept[key] = value
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]

    def __delitem__(self, key: K) -> None:
        """Forget `key`. Raises `KeyError`."""
        del self._kept[key]

    def __iter__(self) -> Iterator[K]:
        """Yield the keys, the one that was set longest ago first."""
        return iter(self._kept)

    def __len__(self) -> int:
        """Return how many keys there are."""
        return len(self._kept)
