"""The verbatim tail as the prompt shows it.

Between two compactions it only grows: a new memory changes nothing but the end, so a
model server's prefix cache keeps its worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from agents.memory.core.records import Experience
from agents.memory.core.view import View


def render_transcript(view: View) -> str:
    """Every memory of the tail, oldest first; consecutive equal ones are folded."""
    return "\n".join(_fold_repeats(show_memory(each, view.masked) for each in view.tail))


def show_memory(memory: Experience, masked: Iterable[int] = ()) -> str:
    """One memory's text in the transcript."""
    return render_placeholder(memory) if memory.seq in masked else memory.text


def render_placeholder(memory: Experience) -> str:
    """What stands for bulky output: the line as it was given, and where to find the rest."""
    given, parted, _ = memory.text.partition("\n")
    note = f"[{memory.command or 'command'} output archived, #{memory.seq}]"
    return f"{given}\n{note}" if parted else note


def _fold_repeats(texts: Iterable[str]) -> Iterator[str]:
    for text, run in groupby(texts):
        yield text
        repeats = sum(1 for _ in run) - 1
        if repeats:
            yield f"(repeated {repeats} more times)"
