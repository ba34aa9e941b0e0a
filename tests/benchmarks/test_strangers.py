"""Each line of a stranger is said to the agent that is meant; the sheet has all that follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml

from benchmarks.life.living import Asker, LivingWorld
from benchmarks.life.strangers import hear_strangers
from tests.paths import ROOT
from world.boundaries import Perception
from world.nature import Nature

STRANGERS = sorted(Path(ROOT, "benchmarks", "life").glob("strangers_*.yaml"))


@dataclass
class EchoWorld:
    """A world in which `answers` says what is heard after each line."""

    answers: Callable[[str], list[tuple[str, str, Nature]]]
    visitor: Asker = field(default_factory=Asker)
    welcomed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.agents = [SimpleNamespace(name="Moss"), SimpleNamespace(name="Wren")]
        self.ada = SimpleNamespace(id="visitor")
        hall = SimpleNamespace(id="hall")
        self.app = SimpleNamespace(world=SimpleNamespace(start_room=hall, move=lambda *_: None))

    def welcome(self, name: str) -> None:
        self.visitor = Asker()
        self.welcomed.append(name)

    def visit(self, agent: Any) -> None:
        self.met = agent.name

    async def pass_time(self, seconds: float) -> None:
        assert seconds > 0

    async def say(self, agent: Any, line: str) -> None:
        for actor, text, nature in self.answers(f"{agent.name}: {line}"):
            self.visitor.seen.append(perceive(actor, text, nature))


def perceive(actor: str, text: str, nature: Nature) -> Perception:
    return cast(Perception, SimpleNamespace(actor=actor, text=text, nature=nature))


async def test_the_sheet_has_each_line_with_all_that_was_said_after_it() -> None:
    """The stranger's own words and what is no speech or gesture are left out."""

    def answers(line: str) -> list[tuple[str, str, Nature]]:
        if "bye" in line:
            return [("Wren", "Wren leaves north.", Nature.MOVEMENT)]
        return [
            ("Ida", "You say it.", Nature.SPEECH),
            ("Moss", f"heard {line}", Nature.SPEECH),
            ("Wren", "Wren nods.", Nature.GESTURE),
        ]

    world = EchoWorld(answers)
    ida = {"name": "Ida", "trade": "cooper", "with": "Moss", "lines": ["Good day.", "Goodbye."]}
    assert await hear_strangers(cast(LivingWorld, world), [ida]) == [
        "\n## Ida, cooper, with Moss\n",
        "1. > Good day.",
        "   < heard Moss: say Good day.",
        "   < Wren nods.",
        "2. > Goodbye.",
        "   < (nothing)",
    ]
    assert world.welcomed == ["Ida"] and world.met == "Moss"


@pytest.mark.parametrize("path", STRANGERS, ids=lambda path: path.stem)
def test_the_strangers_that_come_along_can_be_asked(path: Path) -> None:
    """Each has somebody to talk with, and lines that are one line each."""
    strangers = yaml.safe_load(path.read_text("utf-8"))["strangers"]
    assert len({each["name"] for each in strangers}) == len(strangers) >= 6
    for each in strangers:
        assert (Path(ROOT, "vault", "agents", each["with"])).is_dir()
        assert len(each["lines"]) >= 20
        assert all(isinstance(line, str) and line.strip() == line for line in each["lines"])
        assert not any("\n" in line for line in each["lines"])
