"""Examples of an agent's speech, made from its persona.

A base model continues in the style of its prompt.  A new agent has no lines there, and an agent
that only hears others soon speaks like them; with these examples it answers as itself.  They are
part of the prompt's stable beginning and no memories.
"""

from __future__ import annotations

from agents.mind.fallback.oneself import describe_oneself
from agents.mind.prompt.prompt import line_cue
from world.vault.texts import Texts


def render_few_shot(texts: Texts, name: str, persona: str) -> str:
    """Return example talk as a transcript; empty if the persona has no suitable sentence.

    Each question of the texts is answered by one sentence that describes the agent.
    """
    questions = texts.say("prompt.questions", name=name).splitlines()
    answers = describe_oneself(persona)
    lines = [
        texts.say("prompt.example", question=question, cue=line_cue(name), answer=answer)
        for question, answer in zip(questions, answers, strict=False)
    ]
    return "\n".join([texts.say("prompt.examples"), *lines]) + "\n\n" if lines else ""
