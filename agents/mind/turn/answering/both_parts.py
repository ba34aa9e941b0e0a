"""What is told with a question behind it is met by a word for it, then by the question's answer.

"Two years. Do you like it here?" answers what the agent has asked; "I passed my exam! Have you a
family?" tells news that nobody passes over; "Thursday, not Friday, I said it wrong. Where do you
sleep?" puts right what was told.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from agents.memory.language.stems import find_words
from agents.mind.manners.manners import Manners
from agents.mind.manners.moves.answered import list_behind
from agents.mind.manners.moves.of_kind import OfKind
from agents.mind.manners.social_lines import Encounter
from agents.mind.scene.material import SceneMaterial
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.parties.answered_part import split_answer, split_told
from agents.mind.voice.asking import is_question
from agents.mind.voice.courtesies import wants_answer
from agents.mind.voice.question_kinds import HEARD
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences

#: What stands in a line for an answer of few words.
HOLE = "{thing}"

#: An answer of so many words is said back.
SAID_BACK = 3

#: Longer than this a line is a speech.
LONGEST = 240

#: Words that are no answer to the question, and stand by themselves.
_BY_THEMSELVES = frozenset((Origin.MANNERS, Origin.MEMORY))


def meet_both(
    material: SceneMaterial, words: str, manners: Manners, of_kind: OfKind, here: Encounter
) -> SceneMaterial:
    """Return `material`, with a word for what `words` begin with before what is said.

    That is news, to which `of_kind` has listened (`find_news`), or a short answer to the agent.
    """
    partner = material.question.actor or ""
    if righted := _take_correction(words, partner, manners, here):
        return _begin_with(righted, material, frozenset((Origin.MANNERS,)))
    news = find_news(words)
    if not news:
        return material
    said = of_kind.take_in(news, partner, here)
    meeting = manners.lines.company.find_meeting(partner, here.now)
    last_own = meeting.last_own
    if not said and split_answer(words, last_own):
        behind = list_behind(last_own, partner, manners.lines, here)
        answers = behind and manners.answers_last(news, meeting, here)
        taken = manners.lines.choose_among(behind, partner, here) if answers else None
        taken = taken or _take_in(news, partner, manners, here)
        said = taken.text if taken else ""
    return _begin_with(said, material, _BY_THEMSELVES) if said else material


def find_news(words: str) -> str:
    """Return what a person tells before a question that does not lean on it; empty: nothing."""
    parts = split_told(words)
    return parts.answer if parts else ""


def _take_in(answer: str, partner: str, manners: Manners, here: Encounter) -> VoiceLine | None:
    lines = manners.lines
    if manners.caring.tells_worry(answer):
        return lines.choose_text("manners.answered.sorry", partner, here)
    bare = answer.strip(" .!")
    if len(find_words(bare)) > SAID_BACK or "." in bare:
        return None  # a word that fits any answer says nothing to this one
    thing = f"{bare[:1].upper()}{bare[1:]}"
    own = here.voice.voice.list_for(HEARD)
    fitting = [VoiceLine(each.replace(HOLE, thing)) for each in own if HOLE in each]
    return lines.choose_among(fitting, partner, here)


def _take_correction(words: str, partner: str, manners: Manners, here: Encounter) -> str:
    """Return what is said to what a person puts right before they ask; empty: they do not."""
    told = list(takewhile(lambda each: not is_question(each), split_sentences(words)))
    if not told or len(told) == len(split_sentences(words)):
        return ""
    before = " ".join(told)
    if manners.declining.find_righted(before, partner, here) is None:
        return ""
    said = manners.declining.answer_protest(before, partner, here)
    return said.text if said else ""


def _begin_with(said: str, material: SceneMaterial, apart: Container[Origin]) -> SceneMaterial:
    """Return `material` with `said` before each answer whose origin is not in `apart`."""
    return replace(
        material,
        retrieved=_put_before(said, material.retrieved, apart),
        otherwise=_put_before(said, material.otherwise, apart),
    )


def _put_before(
    said: str, found: Iterable[Candidate], apart: Container[Origin]
) -> Sequence[Candidate]:
    return [
        replace(each, words=f"{said} {each.words}") if _may_follow(said, each, apart) else each
        for each in found
    ]


def _may_follow(said: str, candidate: Candidate, apart: Container[Origin]) -> bool:
    """Return whether a candidate answers the question alone; one for what is told says enough."""
    if candidate.is_gesture or candidate.origin in apart:
        return False
    if candidate.wording and not wants_answer(candidate.wording):
        return False
    return len(candidate.words) + len(said) <= LONGEST
