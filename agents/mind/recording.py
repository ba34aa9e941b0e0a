"""What of a perception becomes a memory, and in which words."""

from __future__ import annotations

from typing import Literal

from agents.memory.core.records import Experience, NewMemory, Turn
from agents.memory.log.codec import digest
from agents.mind.prompt.prompt import line_cue
from agents.mind.thinking import Decision
from world.boundaries import Perception
from world.nature import Nature

#: Kinds that are for a terminal alone: late results, a watcher's lines, the server's own
#: troubles.  None of them happened to the agent in its world.
NOT_EXPERIENCED = frozenset({"notice", "watch", "fault"})


def make_memory(perception: Perception, name: str) -> NewMemory | None:
    """What agent `name` remembers of `perception`; None if it remembers nothing."""
    if perception.ambient or perception.kind in NOT_EXPERIENCED or not perception.text.strip():
        return None
    own = perception.own and bool(perception.line)
    return NewMemory(
        text=_own_text(perception, name) if own else perception.text,
        source=_source(perception, own),
        event=perception.kind,
        place=perception.place,
        occupants=perception.occupants,
        speaker=perception.actor or "" if perception.nature.is_expression and not own else "",
        command=perception.command,
        line=perception.line,
        reason=perception.reason,
        ok=perception.kind != "refusal",
        nature=perception.nature,
    )


def is_searchable(experience: Experience) -> bool:
    """Whether searches may find a memory: found once more, memories would drown the rest."""
    return not experience.nature.is_recollection


def with_reason(line: str, reason: str) -> str:
    """A line as it was given: the private reason stands after a bar."""
    return f"{line} | {reason}" if reason else line


def _own_text(perception: Perception, name: str) -> str:
    given = with_reason(perception.line, perception.reason)
    return f"{line_cue(name)} {given}\n{perception.text}"


def _source(perception: Perception, own: bool) -> Literal["action", "observation", "thought"]:
    if not own:
        return "observation"
    return "thought" if perception.nature is Nature.THOUGHT else "action"


def turn_record(decision: Decision, model: str, profile: str, seconds: float) -> Turn:
    """What the archive keeps of a turn, so that its prompt can be rendered again."""
    completion, prompt = decision.completion, decision.prompt
    return Turn(
        head=prompt.head,
        frames=prompt.frames,
        prompt_id=digest(prompt.text),
        notes=prompt.notes,
        situation=prompt.situation,
        reply=decision.reply,
        command=decision.line,
        model="" if decision.why_fallback else model,
        profile=profile,
        prompt_tokens=completion.prompt_tokens if completion else decision.prompt_tokens,
        completion_tokens=completion.completion_tokens if completion else 0,
        cached_tokens=completion.cached_tokens if completion else 0,
        seconds=round(seconds, 3),
        after=prompt.after,
        revision=prompt.revision,
        outcome=decision.why_fallback and f"brain: {decision.why_fallback}",
    )
