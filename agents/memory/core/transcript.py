"""Renders the verbatim tail for the prompt.

Between two compactions the transcript only grows at its end, so that a model server's prefix
cache stays valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile

from agents.memory.core.masks import put_mask
from agents.memory.core.records import ONCE, Experience
from agents.memory.core.shown_once import find_heading, leave_out_answer, leave_out_description
from agents.memory.core.view import View


def render_transcript(view: View, form: str = "") -> str:
    """Return every memory of the tail, oldest first; equal neighbours are folded into one.

    `form` is that of the prompt: under `ONCE` nothing stands there twice.
    """
    shown = show_tail(view) if form == ONCE else (show_memory(each, view) for each in view.tail)
    return "\n".join(_fold_repeats(shown))


def show_tail(view: View) -> Iterator[str]:
    """Yield the text of each memory of the tail as a prompt of the form `ONCE` shows it."""
    seen = dict[str, Experience]()
    for memory in view.tail:
        heading = _find_shown_heading(memory, view)
        yield _show_behind(memory, view, seen.get(heading))
        if heading:
            seen[heading] = memory


def show_memory_once(memory: Experience, view: View) -> str:
    """Return the text that `show_tail` yields for one memory of the tail."""
    same = list[Experience]()
    if heading := _find_shown_heading(memory, view):
        earlier = takewhile(lambda each: each.seq < memory.seq, view.tail)
        same = [each for each in earlier if _find_shown_heading(each, view) == heading]
    return _show_behind(memory, view, same[-1] if same else None)


def _find_shown_heading(memory: Experience, view: View) -> str:
    return "" if memory.seq in view.masked else find_heading(memory)


def _show_behind(memory: Experience, view: View, before: Experience | None) -> str:
    """Return a memory as it is shown behind `before`, the last that described the same."""
    if memory.seq in view.masked:
        return put_mask(memory, view.masks)
    if before is not None:
        return leave_out_description(memory.text, before.text)
    return leave_out_answer(memory)


def show_memory(memory: Experience, view: View) -> str:
    """Return the text of one memory of the tail as the transcript shows it."""
    return put_mask(memory, view.masks) if memory.seq in view.masked else memory.text


def _fold_repeats(texts: Iterable[str]) -> Iterator[str]:
    for text, run in groupby(texts):
        yield text
        repeats = sum(1 for _ in run) - 1
        if repeats:
            yield f"(repeated {repeats} more times)"
