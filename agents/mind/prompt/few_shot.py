"""How an agent speaks: a few lines of its own, made from its persona, as an example.

A base model goes on as the text before it went.  An agent that has not lived yet has no such
text, and one that only hears others' words soon speaks like them; with these lines it
answers as itself.  They are part of the prompt's stable beginning and no memories.
"""

from __future__ import annotations

from agents.mind.fallback.small_talk import describe_oneself
from agents.mind.prompt.prompt import line_cue
from world.vault.texts import Texts


def render_few_shot(texts: Texts, name: str, persona: str) -> str:
    """An example of talk with somebody, as a transcript; empty if the persona lends itself to none.

    Each question of the texts is answered by one sentence about itself that may be said aloud.
    """
    questions = texts.say("prompt.questions", name=name).splitlines()
    answers = describe_oneself(persona)
    lines = [
        texts.say("prompt.example", question=question, cue=line_cue(name), answer=answer)
        for question, answer in zip(questions, answers, strict=False)
    ]
    return "\n".join([texts.say("prompt.examples"), *lines]) + "\n\n" if lines else ""
