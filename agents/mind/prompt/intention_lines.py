"""The prompt's lines on what the agent is about, or could be about."""

from __future__ import annotations

from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.vocabulary import Vocabulary
from agents.prose import end_sentence
from world.nature import Nature
from world.vault.texts import Texts

#: So many fitting intentions are listed.
MOST_LISTED = 8


def render_intention_lines(texts: Texts, keeper: IntentionKeeper) -> list[str]:
    """Return the present intention and its next step, or the names of those that fit now."""
    pursuit = keeper.state.present
    if pursuit is None:
        names = [each.name for each in keeper.list_fitting()][:MOST_LISTED]
        return [texts.say("prompt.intentions", names=", ".join(names))] if names else []
    intention = keeper.find_present()
    because = end_sentence(intention.because) if intention else ""
    about = texts.say("prompt.intention", name=pursuit.name, because=because)
    return [" ".join(about.split()), *_render_next(texts, keeper)]


def list_intending_lines(vocabulary: Vocabulary, keeper: IntentionKeeper) -> list[str]:
    """Return the lines that end the present intention, or else take up one that fits."""
    bare = vocabulary.bare_names(Nature.INTENTION)
    if keeper.state.present is not None:
        return bare
    names = [each for each in vocabulary.names(Nature.INTENTION) if each not in bare]
    fitting = keeper.list_fitting()[:MOST_LISTED]
    return [f"{name} {each.name}" for name in names for each in fitting]


def _render_next(texts: Texts, keeper: IntentionKeeper) -> list[str]:
    plan = keeper.plan
    if plan.kind == "travel":
        return [texts.say("prompt.next-way", exit=plan.exit, place=plan.place)]
    line = keeper.render_next() if plan.kind == "do" else ""
    return [texts.say("prompt.next", line=line)] if line else []
