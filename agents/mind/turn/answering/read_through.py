"""A reader goes through all that might be said, and says what each reply is worth there."""

from __future__ import annotations

from dataclasses import replace

from agents.mind.fallback.small_talk import extract_speech
from agents.mind.scene.material import SceneMaterial
from agents.mind.speech.choosing.reply_readings import ReplyReadings
from agents.mind.speech.choosing.worth import rate_replies
from agents.mind.speech.parties.own_part import take_own_part
from agents.mind.voice.asking import remove_address


async def read_through(material: SceneMaterial, readings: ReplyReadings) -> SceneMaterial:
    """Return `material` with the replies that were read alone, each with its worth.

    It stays as it is where nobody reads, and what agents say to each other is not read.
    """
    question, moment = material.question, material.moment
    if question.actor_kind == "agent":
        return material
    own = take_own_part(extract_speech(question.text), moment.me, question.occupants)
    line = remove_address(own, moment.me)
    found = [*material.retrieved, *material.otherwise, *material.offered]
    rated = await rate_replies(found, moment, line, readings)
    return replace(material, retrieved=rated, otherwise=()) if rated else material
