"""Views with memories of given sizes, and a small context to hold them."""

from __future__ import annotations

from datetime import UTC, datetime

from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Experience, Summary
from agents.memory.core.view import View
from agents.memory.strategies.sleep import Sleep
from tests.agents.memory.support import PlainCounter

AT = datetime(2026, 1, 1, tzinfo=UTC)
THOUSAND = Sleep(context_tokens=1000)


def memory_of(seq: int, tokens: int) -> Experience:
    return Experience(seq, AT, "abcd" * tokens, "observation")


def view_of(*sizes: int, covered: int = 0) -> View:
    """A view whose tail has memories of so many tokens each."""
    tail = tuple(memory_of(covered + n, size) for n, size in enumerate(sizes, 1))
    stood = (Summary("s", "recent", "", (1, covered), "llm", AT),) if covered else ()
    return View(stood, tail, last_seq=covered + len(tail))


def gauge(overhead: int = 0) -> Gauge:
    return Gauge(PlainCounter(), overhead)
