"""Views without a disk, and compactions of them that finish at once."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from agents.clock import VirtualClock
from agents.memory.core.records import Compaction, Experience, Summary
from agents.memory.core.view import View, apply, fold
from agents.memory.strategies.protocol import NewSummary, Strategy
from agents.memory.summarization.background import Background
from agents.memory.summarization.writer import GuardedWriter
from tests.agents.memory.support import PlainCounter

T = TypeVar("T")
START = VirtualClock().now()


def make_observation(seq: int, text: str = "", speaker: str = "") -> Experience:
    text = text or f"Fern hums the {seq}th verse of an old song."
    return Experience(seq, START, text, source="observation", speaker=speaker)


def view_of(count: int, make: Callable[[int], Experience] = make_observation) -> View:
    return fold([make(n) for n in range(1, count + 1)])


def compact_view(strategy: Strategy, view: View, more: int) -> View:
    """Return the view with `more` memories, and everything compacted without a model."""
    for n in range(view.last_seq + 1, view.last_seq + more + 1):
        view = apply(view, make_observation(n))
    span = view.covered + 1, view.last_seq
    background = Background(tokens=PlainCounter().count)
    writer = GuardedWriter(None, VirtualClock(), lambda line: None, background)
    new = run_at_once(strategy.write_summaries(view, span, writer))
    made = tuple(map(_summary, new))
    return apply(view, Compaction(view.last_seq, START, span, made, "llm", "automatic"))


def run_at_once(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`, which must not wait for anything."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("it waits")


def _summary(new: NewSummary) -> Summary:
    return Summary(
        id=f"{new.type}-{new.covers[0]}-{new.covers[1]}",
        type=new.type,
        text=new.draft.text,
        covers=new.covers,
        method=new.draft.method,
        at=START,
        replaces=new.replaces,
        level=new.level,
        shown=new.shown,
        excerpt=new.excerpt,
    )
