"""A reader goes through all that might be said, and says what each reply is worth there."""

from __future__ import annotations

from dataclasses import replace

from agents.mind.agent_context import AgentContext
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.scene.material import SceneMaterial
from agents.mind.speech.choosing.worth import rate_replies
from agents.mind.speech.parties.own_part import take_own_part
from agents.mind.turn.answering.answered_questions import leave_out_answered
from agents.mind.turn.in_company import InCompany
from agents.mind.voice.asking import remove_address


async def complete_and_read(
    material: SceneMaterial, company: InCompany, context: AgentContext
) -> SceneMaterial:
    """Return `material` with what good manners say besides, each reply that was read with its
    worth, and the best without what it asks of one who has told it.

    Where nobody reads, rules choose; and what agents say to each other is not read.
    """
    question, moment = material.question, material.moment
    if question.actor_kind == "agent":
        return material
    material = company.complete_material(material)
    own = take_own_part(extract_speech(question.text), moment.me, question.occupants)
    line = remove_address(own, moment.me)
    found = [*material.retrieved, *material.otherwise, *material.offered]
    if rated := await rate_replies(found, moment, line, context.replies):
        material = replace(material, retrieved=rated, otherwise=())
    told = company.manners.lines.company.list_told(question.actor or "")
    kept = await leave_out_answered(material.retrieved, moment, told, context.asking.answers)
    return replace(material, retrieved=kept)
