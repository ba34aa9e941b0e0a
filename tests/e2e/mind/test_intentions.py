"""Intentions over a real socket: seen, asked for, reloaded, and carried through a crash."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

from tests.e2e.harness import Client, flat, until
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import World, make_world, profile

RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n"
BRISK = (
    "**think_interval**: 1\n**jitter**: 0\n**reply_delay**: 0\n**turns_per_minute**: 0\n"
    "**quiet_after**: off\n"
)
WATER = """\
intentions:
  water the beans:
    every: 10 days
    limit: 10 days
    doing: watering the beans
    because: They were sown on Tuesday.
    steps:
      - {at: The Garden, do: emote fills the can.}
      - {until: {seen: handbell}}
      - emote waters the first row.
      - emote waters the last row.
"""
CAN, FIRST, LAST = (
    "emote fills the can.", "emote waters the first row.", "emote waters the last row.",
)  # fmt: skip


def make(root: Path, intentions: str = WATER) -> World:
    agents = {"Moss": profile("Moss", interval=None, more=intentions)}
    return make_world(root, agents, RULES, {"config/agents.md": BRISK})


def lines(world: World) -> list[str]:
    found = [each for each in world.records("Moss") if each["kind"] == "memory"]
    return [each["line"] for each in found if each.get("line") and each.get("ok", True)]


def state(world: World) -> dict[str, Any]:
    path = world.vault / ".tarn" / "intentions" / "Moss.json"
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return kept


def find_step(world: World) -> int:
    present = state(world)["present"]
    return int(present["step"]) if present else -1


def find_moss(client: Client) -> str:
    """What `who` says of Moss, who may be on his way from a newcomer."""
    client.send("who")
    return flat(client.hears_all()).partition("Moss (agent) - ")[2]


def test_a_kill_in_the_middle_repeats_nothing_and_skips_nothing(tmp_path: Path) -> None:
    """The step that waited waits on after SIGKILL and after a stop, and the rest follows once."""
    world = make(tmp_path)
    with world.server() as server:
        until(lambda: CAN in lines(world), "the can is filled")
        client = server.client().create("Rowan")
        until(lambda: "The Garden, watering the beans" in find_moss(client), "Moss in the Garden")
        until(lambda: find_step(world) == 1, "the wait")
        server.stop(signal.SIGKILL)
    with world.server() as server:
        client = server.client().connect("Rowan")
        client.send("go garden", "say What are you doing, Moss?")
        client.expect(r"I am watering the beans\.\s+They\s+were\s+sown\s+on\s+Tuesday\.")
        client.send("emote hears the handbell.")
        client.ask("@watch Moss", r"Means to: water the beans \(step 2 of 4\)")
        assert server.stop() == 0
    assert (lines(world).count(CAN), FIRST in lines(world)) == (1, False)
    with world.server() as server:
        client = server.client().connect("Rowan")
        client.ask("@create handbell", "handbell")
        client.ask("drop handbell", "handbell")
        until(lambda: FIRST in lines(world), "what was waited for")
        server.stop(signal.SIGKILL)
    with world.server() as server:
        until(lambda: LAST in lines(world), "the end")
        until(lambda: state(world)["present"] is None, "the end is kept")
        assert server.stop() == 0
    done = [line for line in lines(world) if line in (CAN, FIRST, LAST)]
    assert done == [CAN, FIRST, LAST]
    assert "You have done what you meant to: water the beans." in world.memories("Moss")


def test_wrong_intentions_are_named_and_the_rest_lives(tmp_path: Path) -> None:
    """By ``tarn check``, at start and at ``@reload``; what was good stays in force."""
    wrong = WATER + "  fly:\n    steps:\n      - {at: The Moon, do: look}\n      - {do: flyy up}\n"
    wrong += "  dig:\n    evry: 1 day\n    steps: [look]\n"
    world = make(tmp_path, wrong)
    told = run_tarn("check", "--vault", str(world.vault), "--config", str(world.config))
    named = (
        r"Moss/profile\.md:16: the intention 'fly': there is no such room; read: The Moon",
        r"Moss/profile\.md:17: the intention 'fly': no such command; read: flyy up",
        r"Moss/profile\.md:19: the intention 'dig': unknown key 'evry'.*did you mean every",
    )
    assert told.returncode == 1
    assert all(re.search(each, told.stdout) for each in named), told.stdout
    with world.server() as server:
        until(lambda: CAN in lines(world), "the good one is followed")
        assert all(re.search(each, server.errors()) for each in named)
        client = server.client().create("Rowan")
        note = world.agent("Moss") / "profile.md"
        note.write_text(note.read_text().replace("evry", "every").replace("10 days", "ten days"))
        report = flat(client.ask("@reload", r"Read again: .*\n"))
        assert "every is no time; read: ten days" in report
        assert "Intentions changed: Moss: dig" in report
        client.ask("@show-profile Moss", r"Means to:\s+(water|dig)")
        assert server.stop() == 0


def test_a_damaged_state_is_set_aside(tmp_path: Path) -> None:
    """The log says so, and the agent begins anew."""
    world = make(tmp_path)
    path = world.vault / ".tarn" / "intentions" / "Moss.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"v": 1, "present": {"name"')
    with world.server() as server:
        until(lambda: CAN in lines(world), "the can is filled")
        assert "Moss.json: cannot be read" in server.errors()
        assert path.with_suffix(".damaged").exists()
        assert server.stop() == 0
