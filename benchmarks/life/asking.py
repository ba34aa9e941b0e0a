"""The questions of a visitor, and whether the answers hold the right words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.mind.agent import Agent
from benchmarks.life.living import LivingWorld

#: Written by somebody who had seen neither the voices nor the rules that answer.
QUESTIONS = Path(__file__).with_name("questions.yaml")

#: Seconds that a person takes to read an answer and to type on. An agent takes a dozen turns a
#: minute at most: a faster asker waits.
READING = 4.0


@dataclass(frozen=True, slots=True)
class Answered:
    """One question and what the agent said to it."""

    agent: str
    kind: str
    """``persona``, ``told`` or ``saw``."""
    question: str
    answer: str
    right: bool


async def ask_everything(
    world: LivingWorld, agent: Agent, questions: Mapping[str, Any]
) -> list[Answered]:
    """Ask about the persona; tell and show everything; then ask about what was told and shown."""
    answers = await _ask_all(world, agent, "persona", questions["persona"].get(agent.name, ()))
    for each in questions["told"]:
        await world.say(agent, f"say {agent.name}, {each['tell']}")
        await world.pass_time(READING)
    for each in questions["saw"]:
        world.visit(agent)
        world.app.world.perform(world.ada.id, each["do"])
        await world.pass_time(READING)
    for kind in ("told", "saw"):
        answers += await _ask_all(world, agent, kind, questions[kind])
    return answers


async def _ask_all(
    world: LivingWorld, agent: Agent, kind: str, asked: Sequence[Mapping[str, Any]]
) -> list[Answered]:
    answers = []
    for each in asked:
        answer = await world.say(agent, f"say {agent.name}, {each['ask']}")
        await world.pass_time(READING)
        right = any(str(word).casefold() in answer.casefold() for word in each["right"])
        answers.append(Answered(agent.name, kind, each["ask"], answer, right))
    return answers
