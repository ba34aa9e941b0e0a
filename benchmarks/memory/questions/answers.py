"""What an agent with the shipped model answers: the whole server, with the embedded runtime."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.mind.agent import Agent
from agents.prose import find_quoted
from benchmarks.life.living import LivingWorld, run_life
from benchmarks.memory.ordinary import OWN
from benchmarks.memory.questions.cases import PartName, QuestionCase, make_cases
from benchmarks.memory.questions.judge import PromptVerdict, judge
from benchmarks.memory.questions.lives import QuestionLife, live_through
from benchmarks.process import ROOT

#: Seconds between turns in the lived world, which has other things to do in the time, and between
#: two questions.
_BETWEEN_TURNS, _READING = 60.0, 5.0


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """What the agent said to a question, and how that was judged, by the rules for prompts."""

    case: QuestionCase
    answer: str
    verdict: PromptVerdict


def answer_all(part: PartName, seed: int, memories: int) -> list[JudgedAnswer]:
    """Let the agent of the starter world live and be asked; takes a process of its own."""
    plan = QuestionLife("waterfall", "none", part, seed, memories)

    async def live(world: LivingWorld) -> list[JudgedAnswer]:
        for agent in world.agents:
            agent.pause()
        agent = next(each for each in world.agents if each.name == OWN)
        cases = make_cases(part, seed)
        await live_through(agent.memory, world.clock, plan, cases, _BETWEEN_TURNS)
        await agent.recall.catch_up(agent.memory.experiences)
        agent.resume()
        return await _ask(world, agent, cases)

    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        return run_life(Path(folder), ROOT / "config", live)


async def _ask(
    world: LivingWorld, agent: Agent, cases: Sequence[QuestionCase]
) -> list[JudgedAnswer]:
    found = []
    for case in cases:
        said = await world.say(agent, f"say {agent.name}, {case.question}")
        words = "\n".join(find_quoted(said))
        found.append(JudgedAnswer(case, said, judge(case, words)))
        await world.pass_time(_READING)
    return found
