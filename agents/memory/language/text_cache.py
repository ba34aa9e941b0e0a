"""Cache what was found in texts: all who hear a remark have the same text of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar, cast

#: Longer texts are not cached: they are seldom read twice, and would take memory for nothing.
KEPT_CHARACTERS = 1000

P = ParamSpec("P")
T = TypeVar("T")
Find: TypeAlias = Callable[Concatenate[str, P], T]


def cache_short_texts(count: int) -> Callable[[Find[P, T]], Find[P, T]]:
    """Cache a pure function of a text for the `count` short texts that were read last.

    All arguments must be positional and hashable, and the result must not be changed.
    """

    def decorate(find: Find[P, T]) -> Find[P, T]:
        if find.__code__.co_argcount == 1:  # as nearly all
            # What a dictionary has is looked up without a line of Python.
            return cast(Find[P, T], _Found(cast(Callable[[str], T], find), count).__getitem__)
        cached = cast(Find[P, T], lru_cache(maxsize=count)(find))

        @wraps(find)
        def look_up(text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
            if len(text) > KEPT_CHARACTERS:
                return find(text, *args, **kwargs)
            return cached(text, *args, **kwargs)

        return look_up

    return decorate


class _Found(dict[str, T]):
    """What was found in the `count` short texts that came last; another text is read by `find`."""

    def __init__(self, find: Callable[[str], T], count: int) -> None:
        self._find, self._count = find, count
        self._texts = deque[str]()

    def __missing__(self, text: str) -> T:
        found = self._find(text)
        if len(text) <= KEPT_CHARACTERS:
            self[text] = found
            self._texts.append(text)  # threads may add the same text twice: it goes the sooner
            while len(self._texts) > self._count:
                self.pop(self._texts.popleft(), None)
        return found
