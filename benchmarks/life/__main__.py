"""Lives some hours with the real model, and counts: ``python -m benchmarks.life --hours 2``.

Prints figures, and writes a sheet of sampled lines with their context for blind readers.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from benchmarks.life.asking import QUESTIONS, ask_everything
from benchmarks.life.before import read_turns
from benchmarks.life.figures import LifeFigure, LifeRun, count_deeds, count_lines, count_run
from benchmarks.life.living import LivingWorld, run_life
from benchmarks.life.sheets import render_table, write_answers, write_lines
from benchmarks.process import ROOT
from world.nature import Nature
from world.verbs.rows import WORLD_COMMANDS


async def live_and_answer(
    world: LivingWorld, hours: float, questions: Mapping[str, Any]
) -> LifeRun:
    """Let the agents live alone, then visit and ask."""
    run, cpu = LifeRun(hours=hours), time.process_time()
    await world.pass_time(hours * 3600)
    run.cpu = time.process_time() - cpu
    run.lives = {agent.name: world.read_life(agent) for agent in world.agents}
    run.finished, run.dropped = world.count_intentions()
    for agent in world.agents:
        run.answers += await ask_everything(world, agent, questions)
    return run


def describe_turns(path: Path) -> list[LifeFigure]:
    """Return the figures of a listing of turns."""
    turns = {name: [each.partition(" ") for each in own] for name, own in read_turns(path).items()}
    speech = {each.name for each in WORLD_COMMANDS if each.nature is Nature.SPEECH}
    spoken = {
        name: [words for verb, _, words in own if verb in speech] for name, own in turns.items()
    }
    deeds = Counter(verb for own in turns.values() for verb, _, _ in own)
    return [*count_lines(spoken), *count_deeds(deeds)]


def parse_arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life", description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0, help="virtual hours alone (2)")
    parser.add_argument("--config", type=Path, default=ROOT / "config", help="settings folder")
    parser.add_argument(
        "--out", type=Path, default=Path("life"), help="folder of the sheets (life)"
    )
    parser.add_argument("--lines", type=int, default=100, help="lines on the readers' sheet (100)")
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="what is asked, as YAML")
    parser.add_argument("--before", type=Path, help="a listing of turns to compare with")
    return parser.parse_args()


def main() -> None:
    """Live, ask, count and sample."""
    given = parse_arguments()
    questions = yaml.safe_load(given.questions.read_text("utf-8"))
    before = {"before": describe_turns(given.before)} if given.before else {}
    with tempfile.TemporaryDirectory(prefix="tarn-life-") as folder:
        run = run_life(
            Path(folder),
            given.config.resolve(),
            lambda world: live_and_answer(world, given.hours, questions),
        )
    given.out.mkdir(parents=True, exist_ok=True)
    write_answers(given.out / "answers.tsv", run.answers)
    write_lines(given.out / "lines.txt", run.lives, given.lines, random.Random(1))
    table = render_table({**before, "now": list(count_run(run))})
    (given.out / "figures.md").write_text(table, "utf-8")
    print(table)


if __name__ == "__main__":
    main()
