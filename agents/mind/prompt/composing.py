"""Putting one agent's prompt together from all that it is made of."""

from __future__ import annotations

from collections.abc import Sequence

from agents.boundaries import TokenCounter
from agents.memory.memory import AgentMemory
from agents.mind.agent_context import AgentContext
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.prompt.few_shot import render_few_shot
from agents.mind.prompt.prompt import (
    Prompt,
    read_frames,
    render_head,
    render_notes,
    render_situation,
)
from world.boundaries import Situation


def compose_prompt(
    context: AgentContext,
    profile: Profile,
    memory: AgentMemory,
    notes: NoteBook,
    situation: Situation,
    *,
    heard: str,
    notes_limit: int,
    asides: Sequence[str] = (),
) -> Prompt:
    """The prompt of this moment. `heard` is what the agent is to answer, or empty; `asides` are
    blocks of its own kind that belong to this moment alone."""
    texts, frames = context.texts, read_frames(context.texts)
    shown = notes.relevant(situation.place, situation.occupants, limit=notes_limit)
    name, persona = profile.name, profile.persona
    head = render_head(
        texts, name, persona, [row.syntax for row in context.commands if row.offered]
    )
    return Prompt(
        head=head + render_few_shot(texts, name, persona),
        memories=memory.section(frames),
        notes=render_notes(texts, [(note.title, note.content) for note in shown]) + "".join(asides),
        situation=render_situation(texts, situation, heard),
        place=situation.place,
        after=memory.view.last_seq,
        revision=memory.view.revision,
        frames=frames,
    )


def describe_sizes(prompt: Prompt, count: int, tokens: TokenCounter) -> str:
    """The prompt's `count` tokens and those of its parts, in words for a watcher."""
    parts = (
        ("profile", prompt.head),
        ("memories", prompt.memories),
        ("notes", prompt.notes),
        ("situation", prompt.situation),
    )
    listed = ", ".join(f"{name} {tokens.count(text)}" for name, text in parts)
    return f"{count} tokens: {listed}"
