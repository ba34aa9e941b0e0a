"""What an agent hears in a line: whom it is of, and what of it is for the agent, in plain words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agents.memory.core.records import Experience
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.speech.history import read_talk_history
from agents.mind.speech.parties.answered_part import split_answer
from agents.mind.speech.parties.own_part import read_own_part
from agents.mind.speech.plain_answers import address_hearer
from agents.mind.speech.remembered import Asked
from agents.mind.speech.statements.antecedents import name_antecedents, name_mine
from agents.mind.speech.statements.restating import restate
from agents.mind.voice.asking import remove_address
from world.boundaries import Perception, Situation
from world.verbs.calling import find_called


def describe_asked(
    question: Perception,
    situation: Situation,
    me: str,
    agents: Collection[str],
    memories: Sequence[Experience],
) -> Asked:
    """Return what `me`, one of the `agents`, is asked by words that it heard.

    The `memories` are its latest, the words among them.
    """
    partner, line = question.actor or "", extract_speech(question.text)
    others, from_agent = situation.occupants, question.actor_kind == "agent"
    overheard = not question.nature.is_private and bool({*others} - {partner})
    own = line if from_agent else read_own_part(line, me, others, agents)
    called = find_called(line, others)  # of a question that was handed over
    heard = address_hearer(remove_address(remove_address(own, me), next(iter(called), me)), me)
    anew = False
    if not from_agent:
        heard = name_antecedents(heard, {*agents} - {me})
        talk = read_talk_history(memories, partner, line, me=me)
        if talk.last:
            heard = name_mine(heard, talk.last.heard, talk.last.answer)
        again = restate(heard, talk.asked)
        heard, anew = again, again != heard
        parts = split_answer(heard, talk.own[-1]) if talk.own else None
        heard = parts.question if parts else heard
    return Asked(me, partner, heard, overheard, line, from_agent, anew)
