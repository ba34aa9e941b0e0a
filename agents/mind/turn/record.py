"""The archive's record of a turn, or of a reply that was of no use."""

from __future__ import annotations

from collections.abc import Iterable

from agents.memory.core.records import REFUSED_REPLY, Turn
from agents.memory.log.codec import digest
from agents.mind.speech.candidates import Origin, Unused
from agents.mind.speech.judgement import Judgement
from agents.mind.turn.thinking import Decision

#: The record keeps so many candidates, the best, each with so many characters at most.
CHOICES, CHOICE_KEPT = 12, 300

#: Who decides a turn, in words.
_DECIDERS = {
    Origin.MODEL: "the model",
    Origin.VOICE: "its voice",
    Origin.MEMORY: "its memory",
    Origin.PLAIN: "a plain answer",
    Origin.PROFILE: "its profile",
    Origin.INTENTION: "rule: its intention",
    Origin.MANNERS: "rule: manners",
    Origin.FALLBACK: "rule: the fallback",
}
_UNUSED = {
    Unused.LATE: "too late",
    Unused.REFUSED: "refused: nothing it said was good enough",
    Unused.UNAVAILABLE: "not to be had",
}


def describe_choices(judged: Iterable[Judgement]) -> tuple[str, ...]:
    """Return candidates as the record keeps them: origin and score, words, reasons."""
    return tuple(each.describe()[:CHOICE_KEPT] for each in judged)[:CHOICES]


def make_turn_record(
    decision: Decision, model: str, profile: str, seconds: float, choices: tuple[str, ...]
) -> Turn:
    """Return the archive's record of a turn; its prompt can be rendered again from it.

    `choices` are the candidates for its line, the best first.
    """
    completion, prompt = decision.completion, decision.prompt
    return Turn(
        head=prompt.head,
        frames=prompt.frames,
        prompt_id=digest(prompt.text),
        notes=prompt.notes,
        situation=prompt.situation,
        reply=decision.reply,
        command=decision.line,
        model=model if completion else "",
        profile=profile,
        prompt_tokens=completion.prompt_tokens if completion else decision.prompt_tokens,
        completion_tokens=completion.completion_tokens if completion else 0,
        cached_tokens=completion.cached_tokens if completion else 0,
        seconds=round(seconds, 3),
        after=prompt.after,
        revision=prompt.revision,
        left_out_from=prompt.left_out[0] if prompt.left_out else 0,
        left_out_to=prompt.left_out[1] if prompt.left_out else 0,
        left_out_note=prompt.left_out_note,
        form=prompt.form,
        outcome=_describe_outcome(decision),
        blocks=tuple(f"{each.name} {len(each.text)}" for each in prompt.blocks),
        choices=choices,
        decided_by="" if decision.refused else decision.by.value,
        model_unused=decision.unused.value if decision.unused else "",
    )


def describe_decision(decision: Decision) -> str:
    """Return who decided a turn and, if the model was asked and not used, why, for a watcher."""
    unused = f"; the model was {_UNUSED[decision.unused]}" if decision.unused else ""
    return f"decided by {_DECIDERS[decision.by]}{unused}"


def _describe_outcome(decision: Decision) -> str:
    if decision.refused:
        return f"{REFUSED_REPLY}{decision.refused}"
    if decision.why_fallback:
        return f"brain: {decision.why_fallback}"
    if decision.chosen:
        return decision.chosen
    return "" if decision.completion else "brain: by rule"
