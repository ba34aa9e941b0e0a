"""A prompt that cannot be made to fit, seen from outside: the agent thinks on, and says so."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import Client, flat, until
from tests.e2e.model_server import ModelServer
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import (
    CLOSED_HALL,
    PROMPT,
    World,
    come_and_be_greeted,
    has_decided,
    llm,
    make_world,
    profile,
)

NOTE = "older memories do not fit here and are left out for now"


def show_prompt(world: World) -> str:
    """Return the prompt of the last turn as ``tarn memory show`` renders it from the log."""
    shown = run_tarn("memory", "--vault", str(world.vault), "show", "Moss")
    assert shown.returncode == 0, shown.stderr
    assert "has the digest that was recorded" in shown.stderr
    return shown.stdout


def ask_moss(world: World, client: Client, question: str) -> None:
    """Ask, and wait for the turn of the answer."""
    client.send(f"say Moss, {question}")
    until(lambda: has_decided(world, "Moss", f'Rowan says, "Moss, {question}'), "a turn of Moss")


def test_with_compaction_switched_off_an_agent_thinks_on(tmp_path: Path) -> None:
    """Its model is given the newest memories and the marked line; by hand it is compacted."""
    notes = {
        "config/memory_compaction.md": "**auto_compact**: false\n",
        "config/agents.md": PROMPT,
        **CLOSED_HALL,
    }
    with ModelServer() as model:
        settings = llm(model.url, more=", context_tokens: 1200, max_tokens: 48")
        world = make_world(tmp_path, {"Moss": profile("Moss", interval=None)}, settings, notes)
        with world.server() as server:
            client = come_and_be_greeted(world, server, "Rowan", "Moss")
            client.say(150)
            for question in ("what was the last line?", "and the one before?"):
                ask_moss(world, client, question)
            server.logged(r"^\[Memory\] Moss: WARNING: the prompt does not fit .* left out")
            report = flat(client.ask("@memory-status Moss", r"Recent Past \(Summary\)\n.*\n"))
            assert "automatic compaction is off" in report
            assert "are left out of it for now" in report and "Left out: 1-" in report
            client.ask("@pause Moss", "paused")
            prompt = show_prompt(world)
            assert prompt.count(NOTE) == 1 and "@compact-memories Moss" in prompt
            assert prompt in model.prompts
            # The rehearsed model says the same each time; what it repeats is decided by rule.
            assert any("left_out_from" in turn and "model" in turn for turn in world.turns("Moss"))
            client.ask("@compact-memories Moss", "You will be told")
            client.expect("compaction complete")
            client.ask("@resume Moss", "takes turns again")
            client.send("say Moss, and now?")
            server.logged("the prompt shows every memory again")
            assert "Left out" not in client.ask("@memory-status Moss", r"Recent Past .*\n")
        assert server.errors().count("WARNING: the prompt does not fit") == 1
