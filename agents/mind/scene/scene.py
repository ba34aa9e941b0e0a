"""A scene: the few lines that a small model needs to speak as an agent, and their rendering.

A scene shows no transcript.  A small model copies what it reads, so it reads only the character's
own voice, true sentences with their source, and the words to answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.mind.speech.history import Exchanged
from agents.prose import soften_quotes
from late.late_dataclass import late_dataclass
from world.calendar import WorldTime
from world.vault.texts import Texts
from world.vault.time_words import describe_moment

#: What ends a model's words in a scene: the cue opens a quotation.
STOPS = ('"', "”", "\n")


@late_dataclass(frozen=True, slots=True)
class Scene:
    """What a scene shows."""

    name: str
    about: Sequence[str]
    """Sentences that the agent may say of itself."""
    place: str
    present: Sequence[str]
    facts: Sequence[str]
    """What it remembers that matters now, each with its source."""
    examples: Sequence[Exchanged]
    """Exchanges in its voice, the nearest to the words heard last."""
    before: Exchanged | None
    """Its last exchange with the speaker, if that was just now."""
    speaker: str
    heard: str
    time: WorldTime | None = None
    told: Sequence[str] = ()
    """Sentences that tell of it, of a persona or part of one that does not speak to it."""
    about_to: str = ""
    """What it is doing; empty: nothing in particular."""


def render_opening(texts: Texts, scene: Scene) -> str:
    """Return who the agent is: the part that stays the same from turn to turn."""
    about, told = (soften_quotes(" ".join(each)) for each in (scene.about, scene.told))
    lines = [texts.say("scene.told", name=scene.name, told=told)] if told else []
    if about or not told:
        about = about or texts.say("scene.self", name=scene.name)
        lines.append(texts.say("scene.about", name=scene.name, about=about))
    return "\n".join(lines) + "\n\n"


def render_examples(texts: Texts, scene: Scene) -> str:
    """Return the examples; empty if there are none."""
    if not scene.examples:
        return ""
    shown = "\n".join(
        _render_exchange(texts, scene.name, texts.say("scene.somebody"), each)
        for each in scene.examples
    )
    return texts.say("scene.examples", name=scene.name, examples=shown) + "\n\n"


def render_facts(texts: Texts, scene: Scene) -> str:
    """Return what the agent remembers; empty if it is nothing."""
    if not scene.facts:
        return ""
    return texts.say("scene.facts", name=scene.name, facts="\n".join(scene.facts)) + "\n\n"


def render_present(texts: Texts, scene: Scene) -> str:
    """Return where the agent is, the last exchange, the words to answer, and the cue.

    Without words to answer there is no cue: nothing is asked of a model.
    """
    lines = [texts.say("scene.place", name=scene.name, place=scene.place)]
    if scene.time:
        lines[0] += f" {describe_moment(texts, scene.time, 'scene.time')}"
    if scene.present:
        lines.append(texts.say("scene.present", names=", ".join(scene.present)))
    if scene.about_to:
        lines.append(texts.say("scene.intention", name=scene.name, doing=scene.about_to))
    if scene.before:
        lines.append(_render_exchange(texts, scene.name, scene.speaker, scene.before))
    if scene.speaker:
        heard = soften_quotes(scene.heard)
        lines.append(texts.say("scene.cue", name=scene.name, speaker=scene.speaker, heard=heard))
    return "\n".join(lines)


def _render_exchange(texts: Texts, name: str, speaker: str, exchanged: Exchanged) -> str:
    heard, answer = soften_quotes(exchanged.heard), soften_quotes(exchanged.answer)
    return texts.say("scene.exchange", name=name, speaker=speaker, heard=heard, answer=answer)
