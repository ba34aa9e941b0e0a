"""A short life under every strategy, with a model that fails in every way, and a kill at its end.

One world has an agent for each strategy of the table.  All of them hear the same.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from agents.models.testing import Mode, plant_facts
from agents.models.testing.misbehaving import HELPFUL, REFUSAL
from tests.agents.memory.faults.trial import COMPACTING, MODELLED
from tests.agents.memory.proof.deeds import SMALL
from tests.agents.memory.settings import STRATEGIES
from tests.e2e.harness import Client, flat, until
from tests.e2e.model_server import ModelServer
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import World, llm, make_world, profile

#: Good, slow, refusing, echoing, failing; after the kill, which closes the circuit breaker that a
#: failing model opens, empty.
TURNS: tuple[Mode, ...] = ("ok", "slow-drip", "refusal", "echo", "500", "empty")

#: One agent for each strategy.
NAMES = {each: f"Moss{'abcdefghijklmnop'[n]}" for n, each in enumerate(STRATEGIES)}

(FACT,) = plant_facts(1, seed=7)


@dataclass(frozen=True)
class Seen:
    """What an administrator sees of one agent."""

    report: str
    why: str

    @property
    def summaries(self) -> str:
        """What it remembers, without how long ago that was written."""
        told = self.report.partition("Older Memories (Summary)")[2]
        return re.sub(r"\d+ \w+ ago|just now", "", told)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """What the summaries and the verbatim memories cover, oldest first."""
        found = re.findall(r"(\d+)-(\d+) \(\d+ memor(?:ies|y)\)", self.report)
        found += re.findall(r"Verbatim: \d+ \((\d+)(?:-(\d+))?\)", self.report)
        return sorted((int(first), int(last or first)) for first, last in found)

    @property
    def total(self) -> int:
        found = re.search(r"Memories: (\d+)", self.report)
        assert found, self.report
        return int(found[1])


@dataclass(frozen=True)
class Lives:
    """What was seen after each turn of the model, before and after the kill, and at the end."""

    world: World
    turns: Mapping[Mode, tuple[int, Mapping[str, Seen]]]
    before: Mapping[str, Seen]
    killed: Mapping[str, Seen]
    verified: str


def _ask(client: Client, line: str) -> str:
    client.send(line)
    return flat(client.hears_all())


def _settle(client: Client) -> None:
    until(lambda: "running" not in _ask_table(client), "every compaction ends")


def _ask_table(client: Client) -> str:
    """Return the table of all agents, which comes when it is made."""
    last = max(NAMES.values())
    return flat(client.ask("@memory-status", rf"{last} [^\n]*\n"))


def _look(client: Client) -> dict[str, Seen]:
    """Look at everybody, once nothing runs any more."""
    _settle(client)
    return {
        name: Seen(_ask(client, f"@memory-status {name}"), _ask_why(client, name))
        for name in NAMES.values()
    }


def _ask_why(client: Client, name: str) -> str:
    """Return the whole answer. After a restart the archive's index is complete a moment later."""
    return until(lambda: _find_why(client, name), f"why {name} knows of it")


def _find_why(client: Client, name: str) -> str:
    """Return the whole answer, which comes when the archive was read; empty: none was found."""
    begun = client.ask(f"@why {name} {FACT.cue}", rf"\b{name}\b[^\n]*\n")
    told = flat(begun + client.hears_all())
    return "" if "Nothing that" in told or "None of those memories" in told else told


def _live(client: Client, model: ModelServer, mode: Mode) -> tuple[int, dict[str, Seen]]:
    """Say some lines to all, have all compacted by hand, and look at them.

    Returns how often the model was asked, too.
    """
    model.summaries, asked = mode, len(model.prompts)
    client.say(8, 8 * TURNS.index(mode))
    _settle(client)
    for name in NAMES.values():
        client.ask(f"@compact-memories {name} force", rf"\b{name}\b[^\n]*\n|compact[^\n]*\n")
    assert "A long stone hall." in client.ask("look", r"Exits?: .*\n")
    seen = _look(client)
    return len(model.prompts) - asked, seen


def _verify(world: World) -> str:
    """Run ``tarn memory verify``."""
    done = run_tarn("memory", "--vault", str(world.vault), "verify")
    return f"{done.returncode} {done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Lives:
    note = "".join(f"**{key}**: {value}\n" for key, value in SMALL.items() if key in _KEYS)
    agents = {n: profile(n, more=f"memory: {{strategy: {s}}}\n") for s, n in NAMES.items()}
    with ModelServer(drip=0.001) as model:
        notes = {"config/memory_compaction.md": note}
        root = tmp_path_factory.mktemp("lives")
        world = make_world(root, agents, llm(model.url, more=", context_tokens: 4096"), notes)
        with world.server() as server:
            client = server.client().create("Rowan")
            client.ask(f"say {FACT.text}.", "You say, .*\n")
            turns = {mode: _live(client, model, mode) for mode in TURNS[:-1]}
            client.ask("go garden", r"Exits?: .*\n")  # so that nobody sees Rowan come back
            before = _look(client)
            server.stop(signal.SIGKILL)
        with world.server() as server:
            client = server.client().connect("Rowan")
            killed = _look(client)
            client.ask("go hall", r"Exits?: .*\n")
            turns[TURNS[-1]] = _live(client, model, TURNS[-1])
            assert server.stop() == 0
    return Lives(world, turns, before, killed, _verify(world))


_KEYS = SMALL.keys() - {"context_tokens"}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("mode", TURNS)
def test_every_memory_is_covered_once_whatever_the_model_does(
    lives: Lives, strategy: str, mode: Mode
) -> None:
    """The spans on the status join from memory 1 to the last; summaries are the model's or not."""
    asked, everybody = lives.turns[mode]
    seen = everybody[NAMES[strategy]]
    ends = [0, *(last for _, last in seen.spans)]
    assert [first for first, _ in seen.spans] == [end + 1 for end in ends[:-1]]
    assert ends[-1] == seen.total
    assert (len(seen.spans) > 1) == (strategy in COMPACTING)
    if strategy in MODELLED:
        assert asked > 0
        recent = seen.report.partition("Recent Past (Summary)")[2]
        assert ("llm by tiny" in recent) == (mode in ("ok", "slow-drip"))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_why_leads_to_the_memory_whatever_the_model_did(lives: Lives, strategy: str) -> None:
    """From the summary, the transcript or the archive: memory and words are told."""
    for everybody in (lives.killed, *(seen for _, seen in lives.turns.values())):
        seen = everybody[NAMES[strategy]]
        assert re.search(r"#\d+ ", seen.why) and FACT.text in seen.why


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_summaries_stand_after_a_kill(lives: Lives, strategy: str) -> None:
    """Texts, spans, methods and the verbatim memories; no memory has come or gone."""
    before, now = lives.before[NAMES[strategy]], lives.killed[NAMES[strategy]]
    assert now.summaries == before.summaries
    assert (now.spans, now.total) == (before.spans, before.total)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_nothing_that_a_failing_model_said_is_remembered(lives: Lives, strategy: str) -> None:
    """Neither its refusal nor its error is in any record of a compaction, and refusals count."""
    records = [each for each in lives.world.records(NAMES[strategy]) if each["kind"] != "turn"]
    for wrong in (HELPFUL, REFUSAL, "fell over", "HTTP"):
        assert wrong not in str(records)
    compactions = [each for each in records if each["kind"] == "compaction"]
    assert bool(compactions) == (strategy in COMPACTING)
    methods = {each["method"] for each in compactions} - {"deterministic"}
    assert methods == ({"llm"} if strategy in MODELLED else set())


def test_the_archives_are_sound(lives: Lives) -> None:
    """``tarn memory verify`` says so of every agent, after all that."""
    assert lives.verified.startswith("0 "), lives.verified
    assert all(name in lives.verified for name in NAMES.values())
