"""Renders the verbatim tail for the prompt.

Between two compactions the transcript only grows at its end, so that a model server's prefix
cache stays valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from agents.memory.core.records import Experience
from agents.memory.core.view import View


def render_transcript(view: View) -> str:
    """Return every memory of the tail, oldest first; equal neighbours are folded into one."""
    return "\n".join(_fold_repeats(show_memory(each, view.masked) for each in view.tail))


def show_memory(memory: Experience, masked: Iterable[int] = ()) -> str:
    """Return the text of one memory in the transcript."""
    return render_placeholder(memory) if memory.seq in masked else memory.text


def render_placeholder(memory: Experience) -> str:
    """Return the placeholder for bulky output: the command line and the memory's number."""
    given, parted, _ = memory.text.partition("\n")
    note = f"[{memory.command or 'command'} output archived, #{memory.seq}]"
    return f"{given}\n{note}" if parted else note


def _fold_repeats(texts: Iterable[str]) -> Iterator[str]:
    for text, run in groupby(texts):
        yield text
        repeats = sum(1 for _ in run) - 1
        if repeats:
            yield f"(repeated {repeats} more times)"
