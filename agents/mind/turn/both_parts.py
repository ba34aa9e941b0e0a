"""An answer with a question behind it is met by a word for the answer, then by the question's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agents.memory.language.stems import find_words
from agents.mind.manners.manners import Manners
from agents.mind.manners.social_lines import Encounter
from agents.mind.scene.composing import SceneMaterial
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.parties.answered_part import split_answer
from agents.mind.voice.question_kinds import HEARD
from agents.mind.voice.voice import VoiceLine

#: What stands in a line for an answer of few words.
HOLE = "{thing}"

#: An answer of so many words is said back.
SAID_BACK = 3

#: Longer than this a line is a speech.
LONGEST = 240

#: Words that are no answer to the question, and stand by themselves.
_BY_THEMSELVES = frozenset((Origin.MANNERS, Origin.MEMORY))


def meet_both(
    material: SceneMaterial, words: str, manners: Manners, here: Encounter
) -> SceneMaterial:
    """Return `material`, with a word for the answer that `words` begin with before what is said."""
    partner = material.question.actor or ""
    meeting = manners.lines.company.find_meeting(partner, here.now)
    parts = split_answer(words, meeting.last_own)
    said = _take_in(parts.answer, partner, manners, here) if parts else None
    if said is None:
        return material
    return replace(
        material,
        retrieved=_put_before(said.text, material.retrieved),
        otherwise=_put_before(said.text, material.otherwise),
    )


def _take_in(answer: str, partner: str, manners: Manners, here: Encounter) -> VoiceLine | None:
    lines = manners.lines
    if manners.caring.tells_worry(answer):
        return lines.choose_text("manners.answered.sorry", partner, here)
    bare = answer.strip(" .!")
    thing = f"{bare[:1].upper()}{bare[1:]}" if len(find_words(bare)) <= SAID_BACK else ""
    own = here.voice.voice.list_for(HEARD)
    fitting = [
        VoiceLine(each.replace(HOLE, thing)) for each in own if (HOLE in each) is bool(thing)
    ]
    return lines.choose_among(fitting, partner, here)


def _put_before(said: str, found: Iterable[Candidate]) -> Sequence[Candidate]:
    return [
        each
        if each.is_gesture or each.origin in _BY_THEMSELVES or len(each.words) + len(said) > LONGEST
        else replace(each, words=f"{said} {each.words}")
        for each in found
    ]
