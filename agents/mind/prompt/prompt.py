"""The prompt: what an agent carries to its model, in an order that keeps the beginning stable.

Profile and commands never change between turns, the summaries only at a compaction, the
transcript only grows; whatever changes every turn comes last.  So a model server's prefix
cache holds nearly all of it, and the newest thing the model reads is where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.memory.core.records import NO_FRAMES, Frames
from world.boundaries import Situation
from world.vault.texts import Texts


@dataclass(frozen=True, slots=True)
class Prompt:
    """One turn's prompt in its parts; `text` is exactly what the model gets."""

    head: str
    """Who the agent is and what it can do."""
    memories: str
    """Both summaries and the transcript."""
    notes: str
    """Private notes that matter here; empty if none do."""
    situation: str
    """Where the agent is, and the cue for its line."""
    place: str
    """The room the situation describes: a reply for another room is stale."""
    after: int = -1
    revision: int = -1
    """Which view of the memories this is, as the log counts them."""
    frames: Frames = NO_FRAMES
    """The words around the summaries."""

    @property
    def text(self) -> str:
        """The whole prompt."""
        return self.head + self.memories + self.notes + self.situation


def line_cue(name: str) -> str:
    """What stands before a line of the agent's own, in the transcript and at the end."""
    return f"~{name}>"


def render_head(texts: Texts, name: str, persona: str, commands: Iterable[str]) -> str:
    """Who the agent is and its basic commands (one syntax line each)."""
    listed = "\n".join(f"- {command}" for command in commands)
    return texts.say("prompt.head", name=name, persona=persona, commands=listed) + "\n\n"


def read_frames(texts: Texts) -> Frames:
    """The words around the summaries, as the vault has them now."""
    return Frames(texts.raw("prompt.longterm"), texts.raw("prompt.recent"))


def render_notes(texts: Texts, notes: Sequence[tuple[str, str]]) -> str:
    """Private notes as (title, content); nothing if there are none."""
    if not notes:
        return ""
    listed = "\n".join(f"{title}: {' '.join(content.split())}" for title, content in notes)
    return texts.say("prompt.notes", notes=listed) + "\n\n"


def render_situation(texts: Texts, situation: Situation, heard: str = "") -> str:
    """Where the agent is now and what is at hand, what it is to answer, the cue for its line."""
    lines = [
        texts.say(
            "prompt.place",
            name=situation.name,
            place=situation.place,
            description=" ".join(situation.description.split()),
        )
    ]
    rows = (
        ("prompt.exits", [f"{exit_} ({to})" for exit_, to in situation.exits.items()]),
        ("prompt.occupants", list(situation.occupants)),
        ("prompt.things", list(situation.things)),
        ("prompt.carrying", list(situation.carrying)),
    )
    lines += [texts.say(key, names=", ".join(names)) for key, names in rows if names]
    if heard:
        lines.append(texts.say("prompt.heard", words=heard))
    return "\n".join([*lines, line_cue(situation.name)])
