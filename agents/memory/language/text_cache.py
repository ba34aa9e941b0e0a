"""Cache what was found in texts: all who hear a remark have the same text of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar, cast

#: Longer texts are not cached: they are seldom read twice, and would take memory for nothing.
KEPT_CHARACTERS = 1000

P = ParamSpec("P")
T = TypeVar("T")
Find: TypeAlias = Callable[Concatenate[str, P], T]
_OfText: TypeAlias = Callable[[str], T]


def cache_short_texts(count: int) -> Callable[[Find[P, T]], Find[P, T]]:
    """Cache a pure function of a text for the `count` short texts that were used last.

    All arguments must be positional and hashable, and the result must not be changed.
    """

    def decorate(find: Find[P, T]) -> Find[P, T]:
        cached = cast(Find[P, T], lru_cache(maxsize=count)(find))
        if find.__code__.co_argcount == 1:  # as nearly all; to hand on more takes twice as long
            return cast(Find[P, T], _look_up_text(cast(_OfText[T], find), cast(_OfText[T], cached)))

        @wraps(find)
        def look_up(text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
            if len(text) > KEPT_CHARACTERS:
                return find(text, *args, **kwargs)
            return cached(text, *args, **kwargs)

        return look_up

    return decorate


def _look_up_text(find: _OfText[T], cached: _OfText[T]) -> _OfText[T]:
    @wraps(find)
    def look_up(text: str, /) -> T:
        return cached(text) if len(text) <= KEPT_CHARACTERS else find(text)

    return look_up
