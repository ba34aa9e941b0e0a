"""Small vaults for the end-to-end tests, and a look at what a server has made of them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from agents.memory.core.records import REFUSED_REPLY
from tests.e2e.harness import Client, Server, until, write
from tests.limits import HANG_SECONDS
from world.nature import Nature

ROOMS = {
    "The Hall": "---\nstart: true\nexits: {garden: The Garden, landing: The Landing}\n---\n"
    "A long stone hall.\n",
    "The Garden": "---\nexits: {hall: The Hall}\n---\nBeans in rows.\n",
    "The Landing": "---\nexits: {hall: The Hall}\n---\nWater slaps at the stones.\n",
}
#: A hall without a way out. An agent that chooses its own lines may walk off: in its first seconds,
#: on its way to a newcomer, or as its answer; and then it does not hear what a test says.
CLOSED_HALL = {"world/The Hall.md": "---\nstart: true\n---\nA long stone hall.\n"}
#: No limits: a test says hundreds of lines at once. A closed connection leaves at once.
SERVER = (
    "limits: {commands_per_second: 0, burst: 0, connections_per_address: 0, linkdead_seconds: 0,"
    " guests_per_address: 0, accounts_per_hour: 0}\n"
    "budgets: {command_seconds_per_minute: 0, heard_per_minute: 0, recorded_bytes_per_hour: 0,"
    " answers_per_hour: 0, kept_bytes_per_hour: 0,"
    " things_per_hour: 0, rooms_per_hour: 0, exits_per_hour: 0}\n"
)
#: A test's log is the same where a model server happens to run.
UNLOOKED = "model_servers: {look: false}\n"
#: What a profile says of its model's time: an answer is late only where a test means it to be.
TIMEOUT = f"timeout: {HANG_SECONDS:g}"
#: On the discard port of this machine nobody listens.
NOBODY = "http://127.0.0.1:9"
#: Settings by which agents and summaries follow rules and no model is asked.
RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"
#: Turns come when an agent is spoken to, at once, and at no other time.
PROMPT = (
    "**reply_delay**: 0\n**jitter**: 0\n**turns_per_minute**: 0\n"
    "**think_interval**: 86400\n**repeat_limit**: 0\n"
)


def profile(name: str, home: str = "The Hall", interval: float | None = 0, more: str = "") -> str:
    """A profile note; without an interval the settings' holds."""
    think = "" if interval is None else f"think_interval: {interval}\n"
    return f"---\nhome: {home}\n{think}{more}---\nYou are {name}, patient and plain.\n"


def llm(url: str = NOBODY, provider: str = "ollama", more: str = "") -> str:
    """An ``llm.yaml`` whose two profiles ask one server."""
    limits = f"retries: 0, {TIMEOUT}, agent_calls_per_minute: 0"
    keys = f'provider: {provider}, url: "{url}", model: tiny, {limits}{more}'
    return f"default: npc\nprofiles:\n  npc: {{{keys}}}\n  summarizer: {{{keys}}}\n"


#: By so many characters what was said is found among memories, of which long ones are cut.
MARKED = 30
#: The natures of what an agent does to greet somebody.
EXPRESSIONS = (Nature.SPEECH, Nature.GESTURE)


@dataclass(frozen=True, slots=True)
class World:
    """A folder with a vault and its settings."""

    root: Path

    @property
    def vault(self) -> Path:
        return self.root / "vault"

    @property
    def config(self) -> Path:
        return self.root / "config"

    def server(self, *options: str) -> Server:
        return Server(self.vault, self.config, options)

    def copy(self, root: Path) -> World:
        """The same world, as it is on disk now, in another folder."""
        shutil.copytree(self.root, root, dirs_exist_ok=True)
        return World(root)

    def agent(self, name: str) -> Path:
        return self.vault / "agents" / name

    def records(self, name: str) -> list[dict[str, Any]]:
        """Every whole line of an agent's archive, in order."""
        lines: list[dict[str, Any]] = []
        for segment in sorted((self.agent(name) / "archive").glob("*.jsonl")):
            whole = segment.read_bytes().rpartition(b"\n")[0]
            lines += [json.loads(line) for line in whole.split(b"\n") if line]
        return lines

    def memories(self, name: str) -> list[str]:
        """The texts of all memories; their numbers are 1, 2, 3 … without a gap."""
        found = [each for each in self.records(name) if each["kind"] == "memory"]
        assert [each["seq"] for each in found] == list(range(1, len(found) + 1))
        return [each["text"] for each in found]

    def turns(self, name: str) -> list[dict[str, Any]]:
        """The turns that are decided: a reply of no use has a record of its own before them."""
        turns = (each for each in self.records(name) if each["kind"] == "turn")
        return [each for each in turns if not each.get("outcome", "").startswith(REFUSED_REPLY)]

    def summary(self, name: str, file: str) -> tuple[dict[str, Any], str]:
        """Front matter and text of a summary file."""
        text = (self.agent(name) / "summaries" / file).read_text(encoding="utf-8")
        _, front, body = text.split("---\n", 2)
        return yaml.safe_load(front), body.strip()

    def files(self) -> dict[str, bytes]:
        """Everything in the folder, to compare before and after, but for the journals of SQLite,
        which a running server makes and deletes while one looks."""
        return {
            str(path.relative_to(self.root)): path.read_bytes() if path.is_file() else b"(folder)"
            for path in self.root.rglob("*")
            if not path.name.endswith("-journal")
        }


def come_and_be_greeted(world: World, server: Server, person: str, agent: str) -> Client:
    """A person who is new here, once the agent has greeted them.

    It does so by rule, whatever its model, and its first turn of its own is over then, too: from
    here on it takes turns when it is spoken to, and its model is asked for them.
    """
    client = server.client().create(person)

    def is_greeted() -> bool:
        told = (each for each in world.records(agent) if each.get("nature") in EXPRESSIONS)
        return any(person in (each.get("line") or "") for each in told)

    until(is_greeted, f"a greeting by {agent}")
    return client


def has_decided(world: World, agent: str, words: str) -> bool:
    """Whether a turn of the agent knew of words that it heard, of which the first count.

    The next turn may be one whose prompt was written before they were said; but what decides by
    rule in the end, because a model's answer is of no use, knows of them.
    """
    records = world.records(agent)
    observed = [at for at, each in enumerate(records) if each.get("source") == "observation"]
    heard = [at for at in observed if words[:MARKED] in records[at]["text"]]
    if not heard:
        return False
    later, seq = records[heard[-1] + 1 :], records[heard[-1]]["seq"]
    turns = (each for each in later if each["kind"] == "turn" and each.get("command"))
    return any(t["after"] >= seq or t.get("outcome", "").startswith("brain: ") for t in turns)


def is_at_rest(administrator: Client, agent: str) -> bool:
    """Whether no compaction of the agent runs; its last line of the log comes before its end."""
    asks = f"@memory-status {agent}", r"Compaction running: +\w+"
    return administrator.ask(*asks).endswith(" no")


@contextmanager
def serve_people(world: World, *names: str) -> Iterator[Server]:
    """A server on which these people have accounts and are away; it ends without a traceback."""
    with world.server() as server:
        for name in names:
            server.client().create(name).ask("quit", r"Goodbye\.")
        yield server
        assert server.stop() == 0
        assert "Traceback" not in server.errors()


def make_world(
    root: Path,
    agents: dict[str, str] | None = None,
    settings: str | None = None,
    notes: dict[str, str] | None = None,
) -> World:
    """Three rooms, these agents (name → profile note), ``llm.yaml`` and notes of the vault."""
    world = World(root)
    for name, text in ROOMS.items():
        write(world.vault / "world" / f"{name}.md", text)
    for name, text in (agents or {}).items():
        write(world.agent(name) / "profile.md", text)
    for name, text in (notes or {}).items():
        write(world.vault / name, text)
    write(world.config / "server.yaml", SERVER + UNLOOKED)
    write(world.config / "llm.yaml", settings or llm())
    return world
