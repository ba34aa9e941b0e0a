"""A world without a model, on purpose: agents speak with their own voices, over a real socket."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from server.cli.start import start
from tests.e2e.harness import Client, Server, write
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import CLOSED_HALL, PROMPT, World, make_world, profile

VOICE = """# How Moss speaks

## Exchanges

### Who
> Who are you?
> What is your name?

Moss. The garden is mine, more or less.

### Nothing
> A line without an answer

### Fear, at The Nowhere
> What are you afraid of?

Never said.

## Remarks
- Never said either, as he only answers here.
"""
DEEPER = """## Exchanges
> How deep is the tarn?

Deep enough for carp.

> Who rings the bell?

Nobody, on weekdays.
"""
RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    agents = {"Moss": profile("Moss", interval=None)}
    notes = {"agents/Moss/voice.md": VOICE, "config/agents.md": PROMPT, **CLOSED_HALL}
    return make_world(tmp_path_factory.mktemp("voice"), agents, RULES, notes)


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    with world.server() as server:
        yield server
        assert server.stop() == 0
        assert not re.search(r"Traceback|\[Mind\]|\[Model", server.errors())


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The administrator."""
    return server.client().create("Ada")


def test_an_agent_answers_with_the_nearest_exchange(ada: Client) -> None:
    """Other words for the same question get the same answer."""
    ada.ask("say so, what's your name?", r'Moss says, "Moss\. The garden is mine, more or less\."')


def test_nothing_is_reported_as_a_failure(ada: Client, world: World) -> None:
    """There is no model, and none is missing; a trial says so plainly."""
    status = ada.ask("@llm-status", r"answers 0, failures 0\n")
    assert re.search(r"npc: rules \(no model: agents act by rule\).*\n  health OK\n", status)
    ada.ask("@llm-config npc test", "provider rules has no model to ask: agents act by rule")
    turns = world.turns("Moss")
    assert turns and not any(turn.get("model") for turn in turns)
    assert not any("Error" in turn["outcome"] or "Model" in turn["outcome"] for turn in turns)
    assert "voice" in {turn["decided_by"] for turn in turns}
    assert not any(turn.get("model_unused") for turn in turns)
    ada.ask("@llm-status", r"Who decided: of the last \d+ turns?: ")


def test_wrong_entries_are_named_at_the_start_and_the_rest_counts(server: Server) -> None:
    """With file and line, what was read and what is allowed."""
    server.logged(r"voice\.md:12: a line without an answer; read: > A line without an answer")
    server.logged(r"voice\.md:14: there is no such room; read: The Nowhere; allowed: the name of a")


def test_a_reload_takes_the_voice_over_and_a_broken_file_keeps_the_last_one(
    ada: Client, world: World
) -> None:
    """The agent speaks with the new lines at its next turn."""
    path = world.agent("Moss") / "voice.md"
    write(path, DEEPER)
    ada.ask("@reload", r"(?s)read again.*?\n|Reloaded.*?\n|rooms.*?\n")
    ada.ask("say How deep is this tarn?", r'Moss says, "Deep enough for carp\."')
    path.write_bytes(b"\xff")
    ada.ask("@reload", r"voice\.md:1:\s+is\s+not\s+UTF-8")
    ada.ask("say Who rings the bell?", r'Moss says, "Nobody, on weekdays\."')


def test_a_new_agent_comes_to_life_at_a_reload(
    ada: Client, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its templates are enough to be met and spoken to."""
    assert start(["agent", "new", "Ivy", "--vault", str(world.vault)]) == 0
    assert "Ivy" in capsys.readouterr().out
    assert start(["agent", "new", "ada", "--vault", str(world.vault)]) == 2
    assert "taken by 'Ada'" in capsys.readouterr().err
    ada.ask("@reload", r"2 agents")
    ada.ask("say Ivy, who are you?", r'Ivy says, "Ivy\. I came yesterday, with one bag\."')


def test_check_reads_the_voices(world: World) -> None:
    """The same errors, without a start; exit status 1: the world would run without them."""
    write(world.agent("Moss") / "voice.md", VOICE)
    done = run_tarn("check", "--vault", str(world.vault), "--config", str(world.config))
    assert done.returncode == 1
    assert f"{world.agent('Moss') / 'voice.md'}:12: a line without an answer" in done.stdout
    assert done.stdout.count("voice.md:") == 2
