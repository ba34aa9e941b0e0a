"""Searches for garbage leave out what is known to live, but not for ever."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from server.wiring.garbage import LATEST_SECONDS, THOROUGH_SECONDS, GarbageSearches


@dataclass
class Bench:
    """A collector that writes down what it is asked, and the time."""

    asked: list[str] = field(default_factory=list)
    waiting: list[Callable[[], object]] = field(default_factory=list)
    noticed: bool = True
    now: float = 100.0

    def __post_init__(self) -> None:
        """Make the searches."""
        self.collector: Any = SimpleNamespace(
            callbacks=[],
            freeze=lambda: self.asked.append("freeze"),
            unfreeze=lambda: self.asked.append("unfreeze"),
            collect=self._collect,
        )
        self.searches = GarbageSearches(
            self.waiting.append, lambda: self.noticed, lambda: self.now, self.collector
        )
        self.searches.begin()

    def _collect(self) -> None:
        self.asked.append("collect")
        self.search()

    def search(self, generation: int = 2) -> None:
        """Do what Python does around a search."""
        for phase in ("start", "stop"):
            for each in self.collector.callbacks:
                each(phase, {"generation": generation})

    def take(self) -> list[str]:
        """Return what was asked since, and do what waits."""
        for each in self.waiting:
            each()
        self.waiting.clear()
        asked, self.asked = self.asked, []
        return asked


@pytest.fixture(name="bench")
def make_bench() -> Bench:
    made = Bench()
    assert made.take() == ["freeze"]
    return made


def test_what_a_search_has_left_is_not_visited_again(bench: Bench) -> None:
    bench.search(0)
    bench.search(1)
    assert bench.take() == []
    bench.search()
    bench.search()
    assert bench.take() == ["freeze", "freeze"]


def test_once_an_hour_all_is_visited_while_nobody_is_there(bench: Bench) -> None:
    bench.now += THOROUGH_SECONDS
    bench.search()
    assert bench.take() == ["freeze"]  # somebody is there
    bench.noticed = False
    bench.search()
    assert bench.take() == ["freeze", "unfreeze", "collect", "freeze"]
    bench.search()
    assert bench.take() == ["freeze"]  # it was done just now
    bench.now += THOROUGH_SECONDS
    bench.search()
    bench.search()
    assert len(bench.waiting) == 1
    bench.noticed = True  # who comes meanwhile does not wait for it
    assert bench.take() == ["freeze", "freeze"]
    bench.noticed = False
    bench.search()
    assert "collect" in bench.take()


def test_once_a_day_all_is_visited_though_somebody_is_always_there(bench: Bench) -> None:
    bench.now += LATEST_SECONDS - 1
    bench.search()
    assert bench.take() == ["freeze"]
    bench.now += 1
    bench.search()
    assert bench.take() == ["freeze", "unfreeze", "collect", "freeze"]
    bench.search()
    assert bench.take() == ["freeze"]


def test_at_the_end_searches_are_pythons_own(bench: Bench) -> None:
    bench.searches.end()
    bench.search()
    assert bench.take() == []


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_that_was_left_out_is_found_by_the_thorough_search() -> None:
    waiting, now = list[Callable[[], object]](), [0.0]
    searches = GarbageSearches(waiting.append, lambda: False, lambda: now[0])
    knot = Knot()
    seen = weakref.ref(knot)
    searches.begin()
    try:
        del knot
        gc.collect()
        assert seen() is not None and not waiting
        now[0] += THOROUGH_SECONDS
        gc.collect()
        assert seen() is not None
        waiting.pop()()
        assert seen() is None
    finally:
        searches.end()
        gc.unfreeze()
