"""Lets strangers talk with the agents: ``python -m benchmarks.life.strangers FILE --out SHEET``.

The file, in YAML, has for each of its `strangers` a `name`, a `trade`, the agent they talk `with`
and their `lines`, written by somebody who saw no answer.  The sheet has each line and all that the
agent said or did until the next, for readers who judge; nothing is judged here.

A line may be a mapping: its words are the `line`, and it may say `with` whom else the stranger
talks now, which agents come `beside` them, and what is said just before it, `after`: ``Moss: The
bees have been told.`` So what a visitor said of an agent's words meets the same words again.

A stranger may have questions for what they told, `asked`: each has its `line`, and in `want` a
group of words for each thing that an answer may hold.  It is counted of how many groups it has a
word, for `open` questions (what is known at all) and for those for one thing.

With ``--candidates`` the sheet is for whoever works on talk: below each answer stand the candidates
of the turns that the line gave occasion to, the best first, as the archive keeps them.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from agents.memory.core.records import Turn
from agents.mind.agent import Agent
from benchmarks.life.living import STEP, LivingWorld, run_life
from benchmarks.process import ROOT

#: Virtual seconds until a stranger's next line.
PACE = 12.0

#: How a question for what was told stands on the sheet.
_COUNTED = re.compile(r"   = (?P<kind>open|one thing): (?P<held>\d+) of \d+$")

#: The agents live so long, in virtual seconds, before the first stranger and after each.
BEFORE, BETWEEN = 600.0, 120.0


#: An agent takes at most so many turns until a stranger's next line.
TURNS = 20


async def hear_strangers(
    world: LivingWorld, strangers: Sequence[Mapping[str, Any]], candidates: bool = False
) -> list[str]:
    """Return the sheet's lines: what each stranger said, and what was answered.

    With `candidates` also what else might have been.
    """
    sheet = []
    agents = {each.name: each for each in world.agents}
    await world.pass_time(BEFORE)
    for stranger in strangers:
        agent = agents[stranger["with"]]
        sheet.append(f"\n## {stranger['name']}, {stranger['trade']}, with {agent.name}\n")
        world.welcome(stranger["name"])
        world.visit(agent)
        await world.pass_time(PACE)
        wanted = {each["line"]: each for each in stranger.get("asked", ())}
        for number, given in enumerate([*stranger["lines"], *wanted], start=1):
            cue = given if isinstance(given, Mapping) else {"line": given}
            agent, line = agents[cue.get("with", agent.name)], cue["line"]
            sheet += await _set_scene(world, agents, agent, cue)
            turns = await agent.memory.read_turns(1) if candidates else []
            said = await _hear(world, agent, line, stranger["name"])
            sheet.append(f"{number}. > {line}")
            sheet += [f"   < {each}" for each in said] or ["   < (nothing)"]
            if candidates:
                sheet += await _list_candidates(agent, turns)
            if line in wanted:
                sheet.append(f"   = {_count_wanted(wanted[line], said)}")
        world.app.world.move(world.ada.id, world.app.world.start_room.id)
        await world.pass_time(BETWEEN)
    return sheet


async def _set_scene(
    world: LivingWorld, agents: Mapping[str, Agent], agent: Agent, cue: Mapping[str, Any]
) -> list[str]:
    """Have those there whom a line needs, and say what goes before it; return that as lines."""
    world.visit(agent)
    for each in _list(cue, "beside"):
        place = world.app.world.character(agent.character).place
        assert place is not None
        world.app.world.move(agents[each].character, place.id)
    said = _list(cue, "after")
    for each in said:
        name, _, words = each.partition(": ")
        if name not in agents or not words:
            raise SystemExit(f"after: is {each!r}, allowed: 'NAME: words' of {', '.join(agents)}")
        world.app.world.perform(agents[name].character, f"say {words}")
        await world.pass_time(STEP)
    return [f"   * {each}" for each in said]


def _list(cue: Mapping[str, Any], key: str) -> list[str]:
    """Return what a line says under `key`: a text or a list of texts."""
    found = cue.get(key, ())
    return [found] if isinstance(found, str) else list(found)


async def _hear(world: LivingWorld, agent: Agent, line: str, name: str) -> list[str]:
    """Return what is said and done in the stranger's sight until the next line."""
    before = len(world.visitor.seen)
    await world.say(agent, f"say {line}")
    await world.pass_time(PACE)
    return [
        each.text
        for each in world.visitor.seen[before:]
        if each.nature.is_expression and each.actor and each.actor != name
    ]


async def _list_candidates(agent: Agent, before: Sequence[Turn]) -> list[str]:
    """Return the candidates of each turn after those `before` that had any, turn by turn."""
    turns = await agent.memory.read_turns(TURNS)
    start = turns.index(before[-1]) + 1 if before and before[-1] in turns else 0
    return [f"     {each}" for turn in turns[start:] for each in turn.choices]


def _count_wanted(asked: Mapping[str, Any], said: Sequence[str]) -> str:
    """Return ``open: 2 of 5``: how many of the things that an answer may hold it holds."""
    text = " ".join(said).casefold()
    held = sum(any(str(word).casefold() in text for word in group) for group in asked["want"])
    return f"{'open' if asked['open'] else 'one thing'}: {held} of {len(asked['want'])}"


def summarise(sheet: Sequence[str]) -> str:
    """Return how many questions for what was told were answered with any of it; empty: none."""
    found = filter(None, map(_COUNTED.match, sheet))
    counts = Counter((each["kind"], each["held"] != "0") for each in found)
    return "\n".join(
        f"{kind}: {counts[kind, True]} of {counts[kind, True] + counts[kind, False]} answered"
        for kind in ("open", "one thing")
        if counts[kind, True] + counts[kind, False]
    )


def main() -> None:
    """Let the strangers of a file talk, and write the sheet."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.life.strangers", description=__doc__
    )
    parser.add_argument("file", type=Path, help="the strangers, as YAML")
    parser.add_argument("--config", type=Path, default=ROOT / "config", help="settings folder")
    parser.add_argument("--out", type=Path, default=Path("strangers.md"), help="the sheet")
    parser.add_argument("--candidates", action="store_true", help="what else might have been said")
    given = parser.parse_args()
    strangers = yaml.safe_load(given.file.read_text("utf-8"))["strangers"]
    with tempfile.TemporaryDirectory(prefix="tarn-strangers-") as folder:
        sheet = run_life(
            Path(folder),
            given.config.resolve(),
            lambda world: hear_strangers(world, strangers, given.candidates),
        )
    given.out.write_text("\n".join(sheet).strip() + "\n", "utf-8")
    print(summarise(sheet), end="")


if __name__ == "__main__":
    main()
