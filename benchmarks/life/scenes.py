"""Plays scenes with several in a room: ``python -m benchmarks.life.scenes FILE --out SHEET``.

The file, in YAML, has for each of its `scenes` the agents that are there, ``with``, the `visitors`,
and `lines`.  A line says `who` speaks, the `line`, and who should answer, `right`: an agent, a list
of those of whom one should, or ``nobody``.  Before it agents `come` or `go`, and say what is under
`after`.  Counted is who speaks aloud until the next line; what an agent says to another by name is
talk among themselves.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import yaml

from agents.memory.language.normalize import mentions_name
from agents.prose import find_quoted
from benchmarks.life.living import STEP, Asker, LivingWorld, run_life
from benchmarks.life.strangers import PACE
from benchmarks.process import ROOT
from world.boundaries import Perception
from world.nature import Nature

NOBODY = "nobody"
STAGE, ASIDE = "The Hall", "The Saddle"

#: The agents live so long, in virtual seconds, before the first scene and after each.
SETTLING, CLEARING = 60.0, 20.0

SceneOutcome = Literal["right", "another", "two", "silence"]
OUTCOMES: tuple[SceneOutcome, ...] = ("right", "another", "two", "silence")


class _Stage:
    """One room, those who are to be in it, and those who are sent away."""

    def __init__(self, world: LivingWorld, scene: Mapping[str, Any]) -> None:
        self._world, self._realm = world, world.app.world
        self._agents = {each.name: each.character for each in world.agents}
        self._here = set(scene["with"])
        self._visitors = {name: self._welcome(name) for name in scene["visitors"]}

    def _welcome(self, name: str) -> int:
        person = self._realm.add_character(name, self._find_room(ASIDE).id)
        self.watching = Asker()
        self._realm.attach(person.id, self.watching)
        return person.id

    def _find_room(self, name: str) -> Any:
        return next(each for each in self._realm.rooms() if each.name == name)

    def arrange(self) -> None:
        """Have exactly those agents here that should be, and all visitors."""
        stage, aside = self._find_room(STAGE), self._find_room(ASIDE)
        for name, id in self._agents.items():
            self._place(id, stage if name in self._here else aside)
        for id in self._visitors.values():
            self._place(id, stage)

    def clear(self) -> None:
        """Send the visitors away."""
        for id in self._visitors.values():
            self._place(id, self._find_room(ASIDE))

    def _place(self, id: int, room: Any) -> None:
        if self._realm.character(id).place is not room:
            self._realm.move(id, room.id)

    async def play(self, cue: Mapping[str, Any]) -> list[Perception]:
        """Play one line, and return what is said by agents until the next."""
        self._here |= {cue["come"]} if "come" in cue else set()
        self._here.discard(cue.get("go", ""))
        self.arrange()
        await self._world.pass_time(STEP)
        for each in cue.get("after", ()):
            name, _, words = each.partition(": ")
            self._realm.perform(self._agents[name], f"say {words}")
            await self._world.pass_time(STEP)
        before = len(self.watching.seen)
        self._realm.perform(self._visitors[cue["who"]], f"say {cue['line']}")
        await self._world.pass_time(PACE)
        return [
            each
            for each in self.watching.seen[before:]
            if each.nature is Nature.SPEECH and each.actor in self._agents
        ]

    def is_among_agents(self, said: Perception) -> bool:
        """Return whether an agent speaks to another by name, and to no visitor."""
        words = " ".join(find_quoted(said.text))
        others = self._agents.keys() - {said.actor or ""}
        to_visitor = any(mentions_name(words, each) for each in self._visitors)
        return not to_visitor and any(mentions_name(words, each) for each in others)


async def play_scenes(
    world: LivingWorld, scenes: Sequence[Mapping[str, Any]]
) -> tuple[list[str], Counter[SceneOutcome]]:
    """Return the sheet's lines, and how often who answered was right."""
    sheet: list[str] = []
    counts: Counter[SceneOutcome] = Counter()
    await world.pass_time(SETTLING)
    for scene in scenes:
        stage = _Stage(world, scene)
        sheet.append(f"\n## {scene['name']}: {', '.join(scene['with'])}\n")
        stage.arrange()
        await world.pass_time(PACE)
        for cue in scene["lines"]:
            said = await stage.play(cue)
            answered = [each.actor or "" for each in said if not stage.is_among_agents(each)]
            outcome = judge_answerers(answered, cue["right"])
            counts[outcome] += 1
            sheet += [f"   * {each}" for each in cue.get("after", ())]
            sheet.append(f"{cue['who']}: {cue['line']}  [{outcome}; right: {cue['right']}]")
            sheet += [f"   < {each.text}" for each in said] or ["   < (nothing)"]
        stage.clear()
        await world.pass_time(CLEARING)
    return sheet, counts


def judge_answerers(answered: Sequence[str], right: str | Sequence[str]) -> SceneOutcome:
    """Return how it stands with those who answered; of several who may, one should."""
    may = [right] if isinstance(right, str) else list(right)
    spoke = set(answered)
    if not spoke:
        return "right" if NOBODY in may else "silence"
    if not spoke & set(may):
        return "another"
    return "right" if len(spoke) == 1 else "two"


def main() -> None:
    """Play the scenes of a file, write the sheet, and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life.scenes", description=__doc__)
    parser.add_argument("file", type=Path, help="the scenes, as YAML")
    parser.add_argument("--config", type=Path, default=ROOT / "config", help="settings folder")
    parser.add_argument("--out", type=Path, default=Path("scenes.md"), help="the sheet")
    given = parser.parse_args()
    scenes = yaml.safe_load(given.file.read_text("utf-8"))["scenes"]
    with tempfile.TemporaryDirectory(prefix="tarn-scenes-") as folder:
        sheet, counts = run_life(
            Path(folder), given.config.resolve(), lambda world: play_scenes(world, scenes)
        )
    given.out.write_text("\n".join(sheet).strip() + "\n", "utf-8")
    print(", ".join(f"{each}: {counts[each]}" for each in OUTCOMES))


if __name__ == "__main__":
    main()
