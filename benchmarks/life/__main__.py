"""Lives some hours with the real model, and counts: ``python -m benchmarks.life --hours 2``.

Prints figures, and writes a sheet of sampled lines with their context for blind readers.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from agents.memory.core.records import Experience
from agents.mind.agent import Agent
from benchmarks.life.living import LivingWorld, run_life
from benchmarks.life.sense import distinct_pairs, find_nonsense, share_of_most_frequent
from benchmarks.process import ROOT

QUESTIONS = Path(__file__).with_name("questions.yaml")
_QUOTED = re.compile(r'"(.*)"', re.DOTALL)


@dataclass
class Findings:
    """What one run has found."""

    lives: dict[str, list[Experience]] = field(default_factory=dict)
    answers: list[tuple[str, str, str, str, bool]] = field(default_factory=list)
    """Agent, kind of question, question, answer, right."""
    cpu: float = 0.0
    seconds: float = 0.0


async def live_and_answer(world: LivingWorld, hours: float, questions: dict[str, Any]) -> Findings:
    """Let the agents live alone, then visit and ask."""
    found = Findings()
    began, cpu = time.perf_counter(), time.process_time()
    await world.pass_time(hours * 3600)
    found.lives = {agent.name: world.read_life(agent) for agent in world.agents}
    found.cpu, found.seconds = time.process_time() - cpu, time.perf_counter() - began
    for agent in world.agents:
        await _ask_all(world, agent, questions, found)
    return found


async def _ask_all(
    world: LivingWorld, agent: Agent, questions: dict[str, Any], found: Findings
) -> None:
    name = agent.name
    for each in questions["persona"].get(name, ()):
        await _ask(world, agent, "persona", each, found)
    for each in questions["told"]:
        await world.say(agent, f"say {name}, {each['tell']}")
    for each in questions["saw"]:
        world.visit(agent)
        world.app.world.perform(world.ada.id, each["do"])
        await world.pass_time(3)
    for kind in ("told", "saw"):
        for each in questions[kind]:
            await _ask(world, agent, kind, each, found)


async def _ask(
    world: LivingWorld, agent: Agent, kind: str, each: dict[str, Any], found: Findings
) -> None:
    answer = await world.say(agent, f"say {agent.name}, {each['ask']}")
    right = any(str(word).casefold() in answer.casefold() for word in each["right"])
    found.answers.append((agent.name, kind, each["ask"], answer, right))


def list_speech(life: Sequence[Experience]) -> list[tuple[int, str]]:
    """Return the agent's own speech: the index of the memory, and the words."""
    return [
        (at, quoted[1])
        for at, each in enumerate(life)
        if each.line and each.ok and each.nature.is_speech and (quoted := _QUOTED.search(each.text))
    ]


def print_figures(found: Findings) -> None:
    """Print what was counted."""
    spoken = {name: [words for _, words in list_speech(life)] for name, life in found.lives.items()}
    lines = [words for each in spoken.values() for words in each]
    faults = Counter(
        fault
        for name, words in spoken.items()
        for at, line in enumerate(words)
        for fault in find_nonsense(line, name, found.lives, words[:at])[:1]
    )
    sound = 1 - sum(faults.values()) / len(lines) if lines else 0.0
    deeds = Counter(each.command for life in found.lives.values() for each in life if each.line)
    print(f"lines of speech: {len(lines)}; mechanically sound {sound:.0%} ({dict(faults)})")
    print(f"ten most frequent lines: {share_of_most_frequent(lines):.1%} (aim at most 10 %)")
    print(f"distinct-2: {distinct_pairs(lines):.2f}")
    print(f"commands: {dict(deeds.most_common())}")
    for name, life in found.lives.items():
        rooms = {each.place for each in life if each.line}
        print(f"{name}: {len(life)} memories, {len(rooms)} rooms, {len(spoken[name])} speeches")
    turns = sum(deeds.values())
    print(f"CPU: {found.cpu:.0f} s, {found.cpu / max(1, turns) * 1000:.0f} ms a turn")
    for kind in ("persona", "told", "saw"):
        rows = [row for row in found.answers if row[1] == kind]
        right = sum(row[4] for row in rows)
        print(f"right answers, {kind}: {right} of {len(rows)}")


def write_sheets(found: Findings, folder: Path, count: int, rng: random.Random) -> None:
    """Write all answers, and `count` sampled lines with the two memories before each."""
    rows = [
        f"{'right' if right else 'WRONG'}\t{name}\t{kind}\t{ask}\t{answer}"
        for name, kind, ask, answer, right in found.answers
    ]
    (folder / "answers.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    samples = [(name, life, at, words) for name, life in found.lives.items()
               for at, words in list_speech(life)]  # fmt: skip
    chosen = rng.sample(samples, min(count, len(samples)))
    blocks = []
    for number, (name, life, at, words) in enumerate(chosen, start=1):
        before = [" / ".join(each.text.split("\n")[-1:]) for each in life[max(0, at - 2) : at]]
        context = "\n".join(f"    {line[:200]}" for line in before)
        blocks.append(
            f"{number}. In {life[at].place}, before:\n{context}\n  {name} says: {words}\n"
        )
    (folder / "lines.txt").write_text("\n".join(blocks), "utf-8")


def main() -> None:
    """Live, ask, count and sample."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life", description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0, help="virtual hours alone (2)")
    parser.add_argument("--config", type=Path, default=ROOT / "config", help="settings folder")
    parser.add_argument(
        "--out", type=Path, default=Path("life"), help="folder of the sheets (life)"
    )
    parser.add_argument("--lines", type=int, default=100, help="lines on the readers' sheet (100)")
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="what is asked, as YAML")
    given = parser.parse_args()
    questions = yaml.safe_load(given.questions.read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="tarn-life-") as folder:
        found = run_life(
            Path(folder),
            given.config.resolve(),
            lambda world: live_and_answer(world, given.hours, questions),
        )
    given.out.mkdir(parents=True, exist_ok=True)
    write_sheets(found, given.out, given.lines, random.Random(1))
    print_figures(found)


if __name__ == "__main__":
    main()
