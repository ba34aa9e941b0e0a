"""Renders the verbatim tail for the prompt.

Between two compactions the transcript only grows at its end, so that a model server's prefix
cache stays valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from agents.memory.core.masks import put_mask
from agents.memory.core.records import Experience
from agents.memory.core.view import View


def render_transcript(view: View) -> str:
    """Return every memory of the tail, oldest first; equal neighbours are folded into one."""
    return "\n".join(_fold_repeats(show_memory(each, view) for each in view.tail))


def show_memory(memory: Experience, view: View) -> str:
    """Return the text of one memory of the tail as the transcript shows it."""
    return put_mask(memory, view.masks) if memory.seq in view.masked else memory.text


def _fold_repeats(texts: Iterable[str]) -> Iterator[str]:
    for text, run in groupby(texts):
        yield text
        repeats = sum(1 for _ in run) - 1
        if repeats:
            yield f"(repeated {repeats} more times)"
