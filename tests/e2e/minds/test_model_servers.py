"""A model server on this machine is named, used and put away again over a real connection."""

from __future__ import annotations

import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from tests.e2e.harness import flat, until
from tests.e2e.model_server import ModelServer
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import (
    CLOSED_HALL,
    PROMPT,
    SERVER,
    World,
    come_and_be_greeted,
    make_world,
    profile,
)

RULES = """\
profiles:
  npc:
    provider: rules  # until there is something better
  summarizer: {provider: rules}
"""


def _make_world(root: Path, model: ModelServer, port: int | None = None) -> World:
    notes = {"config/agents.md": PROMPT, **CLOSED_HALL}
    world = make_world(root, {"Moss": profile("Moss", interval=None)}, RULES, notes)
    found = urlsplit(model.url).port if port is None else port
    places = f"model_servers: {{ollama: {found}, lmstudio: 0, llamacpp: 0, vllm: 0}}\n"
    (world.config / "server.yaml").write_text(SERVER + places)
    return world


def test_a_found_model_thinks_from_the_next_turn_on_and_after_a_restart(tmp_path: Path) -> None:
    with ModelServer() as model:
        world = _make_world(tmp_path, model)
        with world.server() as server:
            server.logged(r"^\[Models\] ollama runs on this machine .* with: rehearsal")
            client = come_and_be_greeted(world, server, "Rowan", "Moss")
            status = flat(client.ask("@llm-status", r"(?s)ollama runs on.*@llm-use.*rehearsal"))
            assert "npc: rules" in status
            client.ask("@llm-use ollama nothing", r"(?s)Nothing was changed: .*rehearsal")
            client.ask("@llm-use olama", r"(?s)Nothing was changed: 'olama' is no.*server")
            assert (world.config / "llm.yaml").read_text() == RULES
            model.says("Moss", "say A better evening.")
            client.ask("@llm-use ollama rehearsal", r"(?s)The agents think with.*whole\)")
            client.send("say Moss, well?")
            client.expect(r'Moss says, "A better evening\."')
            assert "provider: ollama  # until" in (world.config / "llm.yaml").read_text()
            guest = server.client()
            guest.ask("guest", r"no way out.*\n")
            guest.ask("@llm-use ollama rehearsal", "administrators")
            assert server.stop() == 0
            assert "Traceback" not in server.errors()
        with world.server() as server:
            client = server.client().connect("Rowan")
            client.ask("@llm-status", r"npc: ollama rehearsal at (?s:.*)prompting:\s+whole")
            model.turns = "500"
            client.ask("@llm-use ollama rehearsal", r"Nothing was changed: ")
            assert server.stop() == 0


def test_the_shell_does_the_same(tmp_path: Path) -> None:
    with ModelServer() as model:
        world = _make_world(tmp_path, model)
        listed = _models(world)
        assert listed.returncode == 0
        assert "  tarn models use ollama rehearsal\n" in listed.stdout
        wrong = _models(world, "use", "ollama", "no")
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert wrong.stderr == "tarn: ollama has no model 'no', allowed: rehearsal\n"
        assert _models(world, "use").stderr.startswith("tarn: the server is missing")
        assert (
            _models(world, "sue").stderr
            == "tarn: the action is 'sue', allowed: use (did you mean use?)\n"
        )
        assert (world.config / "llm.yaml").read_text() == RULES
        done = _models(world, "use", "ollama", "rehearsal")
        assert done.returncode == 0 and "ollama rehearsal answered" in done.stdout
        assert f"url: {model.url}\n" in (world.config / "llm.yaml").read_text()


def test_nothing_is_asked_where_that_is_switched_off(tmp_path: Path) -> None:
    with ModelServer() as model:
        world = _make_world(tmp_path, model)
        path = world.config / "server.yaml"
        path.write_text(path.read_text().replace("{ollama", "{look: off, ollama"))
        with world.server() as server:
            client = server.client().create("Rowan")
            until(lambda: "look" in flat(client.ask("@llm-use", r"(?s)Model servers.*off\.")), "it")
            assert "runs on this machine" not in server.errors()
            assert server.stop() == 0


def _models(world: World, *words: str) -> subprocess.CompletedProcess[str]:
    folders = ["--config", str(world.config), "--vault", str(world.vault)]
    return run_tarn("models", *words, *folders)
