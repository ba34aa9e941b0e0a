"""Prompts that leave out the oldest memories, where not all fit the model's context.

The view does not change: it still has every memory.  A turn records the span that its prompt left
out, and the line in its place, so that the prompt can be rendered again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace

from agents.memory.core.records import Span
from agents.memory.core.view import View

#: Summaries are left out too if beside them not even this many of the newest memories fit.
LEAST_NEWEST = 4

Fits = Callable[[Span], bool]
"""Whether a prompt that leaves out these memories is short enough."""


def hide_span(view: View, span: Span) -> View:
    """Return what a prompt without the memories of `span` shows of `view`.

    A summary is left out if all its memories are; so the result is not a whole view.
    """
    first, last = span
    summaries = tuple(
        each for each in view.summaries if not (first <= each.covers[0] and each.covers[1] <= last)
    )
    begin = bisect_left(view.tail, last + 1, key=lambda each: each.seq)
    return replace(view, summaries=summaries, tail=view.tail[begin:])


def find_left_out(view: View, fits: Sequence[Fits]) -> Span | None:
    """Return the memories to leave out, as few of the oldest as possible; None: nothing helps.

    Each of `fits` is tried in turn, first with all summaries beside at least the newest few
    memories, then without summaries.
    """
    tail = len(view.tail)
    for first, least in ((view.covered + 1, min(LEAST_NEWEST, tail)), (1, 0)):
        for each in fits:
            newest = _count_newest(view, first, each)
            if newest >= least and (first, view.last_seq - newest) != (1, 0):
                return first, view.last_seq - newest
    return None


def _count_newest(view: View, first: int, fits: Fits) -> int:
    """Return how many of the newest memories fit; -1: the prompt is too long without any.

    Only the memories that fit are looked at, and as many again: the tail may be very long.
    """
    most, last = len(view.tail), view.last_seq
    if not fits((first, last)):
        return -1
    low, high = 0, 1
    while high <= most and fits((first, last - high)):
        low, high = high, high * 2
    unknown = range(low + 1, min(high, most + 1))
    return low + bisect_left(unknown, True, key=lambda count: not fits((first, last - count)))
