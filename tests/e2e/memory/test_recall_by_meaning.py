"""Recall by meaning over a real server of embeddings, and without it when that is gone."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from agents.memory.recall.index import BATCH
from tests.e2e.harness import Client, flat, until
from tests.e2e.model_server import ModelServer
from tests.e2e.worlds import llm, make_world, profile


def search(client: Client, words: str) -> None:
    """Search the archive for words that no text in the prompt has."""
    client.ask(f"@why Moss {words}", r"Moss.*\n")
    client.hears_all()


def tells(client: Client, words: str) -> bool:
    report = flat(client.ask("@memory-status Moss", r"Recent Past"))
    client.hears_all()
    return words in report


def test_vectors_come_from_a_server_and_their_lack_harms_nothing(tmp_path: Path) -> None:
    with ExitStack() as stack:
        models = stack.enter_context(ModelServer())
        section = f'embedding: {{provider: ollama, url: "{models.url}", model: tiny}}\n'
        world = make_world(tmp_path, {"Moss": profile("Moss")}, llm() + section)
        made = world.vault / ".tarn" / "recall" / "Moss.vectors"
        with world.server() as server:
            client = server.client().create("Rowan")
            client.ask("say The brass lantern was stolen on Monday.", r"You say.*Monday")
            client.say(BATCH)
            assert not made.exists(), "before somebody searches nothing is made"
            search(client, "wolves howling")
            until(made.exists, "the vectors of the memories")
            assert not tells(client, "recall goes by words alone")
            stack.close()
            for animal in ("bears", "foxes", "herons"):
                search(client, f"{animal} howling")
            until(lambda: tells(client, "recall goes by words alone: tiny at "), "the reason")
            client.ask("@why Moss herons howling, Monday", r"brass\s+lantern\s+was\s+stolen\s+on")
