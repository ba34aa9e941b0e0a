"""Searches for garbage of which nobody notices anything.

Python looks for garbage among all objects now and then, and everything stands still meanwhile: of
agents with long lives that takes a tenth of a second.  What a search has left is therefore not
visited by the next one, until nobody is there who would notice: then all of it is, once an hour.
Where somebody is always there, it is once a day.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

#: Seconds from one search among all objects to the next, at the least.
THOROUGH_SECONDS = 3600.0

#: And from one to the next at the most, if there are any others between.
LATEST_SECONDS = 24 * 3600.0

#: The generation of a search among all that may be garbage.
_ALL = 2


class GarbageSearches:
    """Decides after each search what the next one visits.

    `later` calls something once the loop has time, `is_noticed` says whether somebody is there.
    """

    def __init__(
        self,
        later: Callable[[Callable[[], object]], object],
        is_noticed: Callable[[], bool],
        monotonic: Callable[[], float] = time.monotonic,
        collector: ModuleType | Any = gc,
    ) -> None:
        self._later, self._is_noticed = later, is_noticed
        self._monotonic, self._gc = monotonic, collector
        self._searched = monotonic()
        self._is_due = False

    def begin(self) -> None:
        """Begin with what there is now, which no search visits before the first thorough one."""
        self._gc.freeze()
        self._gc.callbacks.append(self._note)

    def end(self) -> None:
        """Leave all further searches as they are."""
        self._gc.callbacks.remove(self._note)

    def _note(self, phase: str, found: Mapping[str, int]) -> None:
        """Called before and after each search, in any thread."""
        if phase == "start" or found["generation"] != _ALL:
            return
        self._gc.freeze()
        if not self._is_due and self._may_search_all():
            self._is_due = True
            self._later(self._search_all)

    def _search_all(self) -> None:
        """Visit all objects, and so the garbage among those that were left out."""
        self._is_due = False
        if self._may_search_all():
            self._searched = self._monotonic()
            self._gc.unfreeze()
            self._gc.collect()

    def _may_search_all(self) -> bool:
        passed = self._monotonic() - self._searched
        return passed >= LATEST_SECONDS or (passed >= THOROUGH_SECONDS and not self._is_noticed())
