"""Renders the memories of a prompt: summaries, oldest first, then the verbatim tail.

Rendering is a pure function of the view and the frames, so a prompt that is rendered again from
the log is the same to the byte.
"""

from __future__ import annotations

from collections.abc import Iterator

from agents.memory.core import transcript
from agents.memory.core.records import Frames, Span, Summary
from agents.memory.core.templates import fill_template
from agents.memory.core.view import View, display_summary
from late.late_dataclass import late_dataclass

_PLACE = "{summary}"


@late_dataclass(frozen=True, slots=True)
class MemoryBand:
    """A part of a prompt's memories: a summary with its frame, or the verbatim tail."""

    text: str
    covers: Span | None
    """The memories that it stands for or shows; None: none."""
    summary: Summary | None = None
    """The summary; None: it is the tail."""


def render_memories(view: View, frames: Frames, note: str = "", form: str = "") -> str:
    """Return the framed summaries, as far as they exist, and the transcript.

    `note` is a line before the transcript, about memories that `view` leaves out; `form` is that
    of the prompt.
    """
    return "".join(each.text for each in list_memory_bands(view, frames, note, form))


def list_memory_bands(
    view: View, frames: Frames, note: str = "", form: str = ""
) -> list[MemoryBand]:
    """Return what `render_memories` returns in its parts, one for each standing summary."""
    bands = list(_list_longterm_bands(view, frames.longterm))
    if recent := view.recent:
        text = fill_template(frames.recent, summary=recent.text) + "\n\n"
        bands.append(MemoryBand(text, recent.covers, recent))
    told = "\n".join(filter(None, (note, transcript.render_transcript(view, form))))
    shown = (view.tail[0].seq, view.tail[-1].seq) if view.tail else None
    return [*bands, MemoryBand(f"---\n{told}\n---\n\n" if told else "---\n---\n\n", shown)]


def _list_longterm_bands(view: View, frame: str) -> Iterator[MemoryBand]:
    """Yield the long-term text, parted where one summary ends and the next begins."""
    whole, parts = view.longterm, view.older
    if whole is None:
        return
    before, _, behind = frame.partition(_PLACE)
    if len(parts) == 1 or frame.count(_PLACE) != 1:
        text = fill_template(frame, summary=whole.text) + "\n\n"
        yield MemoryBand(text, whole.covers, parts[0] if len(parts) == 1 else whole)
        return
    for number, each in enumerate(parts, 1):
        end = "\n" if number < len(parts) else f"{behind}\n\n"
        begin = before if number == 1 else ""
        yield MemoryBand(begin + display_summary(each) + end, each.covers, each)
