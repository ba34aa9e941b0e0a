"""Lets strangers talk with the agents: ``python -m benchmarks.life.strangers FILE --out SHEET``.

The file, in YAML, has for each of its `strangers` a `name`, a `trade`, the agent they talk `with`
and their `lines`, written by somebody who saw no answer.  The sheet has each line and all that the
agent said or did until the next, for readers who judge; nothing is judged here.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from benchmarks.life.living import LivingWorld, run_life
from benchmarks.process import ROOT

#: Virtual seconds until a stranger's next line.
PACE = 12.0

#: The agents live so long, in virtual seconds, before the first stranger and after each.
BEFORE, BETWEEN = 600.0, 120.0


async def hear_strangers(world: LivingWorld, strangers: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the sheet's lines: what each stranger said, and what was answered."""
    sheet = []
    agents = {each.name: each for each in world.agents}
    await world.pass_time(BEFORE)
    for stranger in strangers:
        agent = agents[stranger["with"]]
        sheet.append(f"\n## {stranger['name']}, {stranger['trade']}, with {agent.name}\n")
        world.welcome(stranger["name"])
        world.visit(agent)
        await world.pass_time(PACE)
        for number, line in enumerate(stranger["lines"], start=1):
            before = len(world.visitor.seen)
            await world.say(agent, f"say {line}")
            await world.pass_time(PACE)
            said = [
                each.text
                for each in world.visitor.seen[before:]
                if each.nature.is_expression and each.actor and each.actor != stranger["name"]
            ]
            sheet.append(f"{number}. > {line}")
            sheet += [f"   < {each}" for each in said] or ["   < (nothing)"]
        world.app.world.move(world.ada.id, world.app.world.start_room.id)
        await world.pass_time(BETWEEN)
    return sheet


def main() -> None:
    """Let the strangers of a file talk, and write the sheet."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.life.strangers", description=__doc__
    )
    parser.add_argument("file", type=Path, help="the strangers, as YAML")
    parser.add_argument("--config", type=Path, default=ROOT / "config", help="settings folder")
    parser.add_argument("--out", type=Path, default=Path("strangers.md"), help="the sheet")
    given = parser.parse_args()
    strangers = yaml.safe_load(given.file.read_text("utf-8"))["strangers"]
    with tempfile.TemporaryDirectory(prefix="tarn-strangers-") as folder:
        sheet = run_life(
            Path(folder),
            given.config.resolve(),
            lambda world: hear_strangers(world, strangers),
        )
    given.out.write_text("\n".join(sheet).strip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
