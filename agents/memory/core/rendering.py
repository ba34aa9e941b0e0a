"""Renders the memories of a prompt: summaries, oldest first, then the verbatim tail.

Rendering is a pure function of the view and the frames, so a prompt that is rendered again from
the log is the same to the byte.
"""

from __future__ import annotations

from agents.memory.core import transcript
from agents.memory.core.records import Frames
from agents.memory.core.templates import fill_template
from agents.memory.core.view import View


def render_memories(view: View, frames: Frames, note: str = "") -> str:
    """Return the framed summaries, as far as they exist, and the transcript.

    `note` is a line before the transcript, about memories that `view` leaves out.
    """
    parts = [
        fill_template(frame, summary=summary.text) + "\n\n"
        for frame, summary in ((frames.longterm, view.longterm), (frames.recent, view.recent))
        if summary is not None
    ]
    told = "\n".join(filter(None, (note, transcript.render_transcript(view))))
    return "".join([*parts, f"---\n{told}\n---\n\n" if told else "---\n---\n\n"])
