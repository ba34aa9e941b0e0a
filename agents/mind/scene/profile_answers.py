"""What an agent answers from its profile: of its life, and where it lives."""

from __future__ import annotations

from dataclasses import replace

from agents.meaning import Meanings
from agents.mind.fallback.oneself import describe_life
from agents.mind.fallback.small_talk import lower_article
from agents.mind.profile import Profile
from agents.mind.scene.voice_answers import ABOUT_THE_TWO
from agents.mind.speech.candidates import Candidate
from agents.mind.speech.knowledge.answers import read_question
from agents.mind.speech.persona_answers import answer_by_persona
from agents.mind.speech.questions import find_favour
from agents.mind.speech.remembered import is_about_the_two
from agents.mind.voice.deciding.answer_signs import find_asking_part, find_form
from agents.mind.voice.question_kinds import may_answer
from world.vault.texts import Texts


def answer_by_profile(
    profile: Profile, heard: str, texts: Texts, meanings: Meanings
) -> list[Candidate]:
    """Return the sentences of a profile that answer `heard`; what one would do is not what one
    does."""
    if find_favour(heard) or find_form(find_asking_part(heard)) in ("suppose", "advice"):
        return []
    home = texts.say("scene.home", place=lower_article(profile.home))
    about = [*describe_life(profile.persona), *([home] if profile.home else [])]
    weight = ABOUT_THE_TWO if is_about_the_two(heard) else 1.0
    asked = read_question(heard)
    if asked and asked.kind.closed:
        about = [each for each in about if may_answer(each, asked.kind)]
    found = answer_by_persona(about, heard, profile.name, meanings)
    return [replace(each, fit=weight * each.fit) for each in found]
