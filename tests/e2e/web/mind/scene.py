"""One agent in a running world, and whoever asks for its mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.e2e.harness import Client, Server, until
from tests.e2e.model_server import ModelServer
from tests.e2e.web.support.reader import Reader
from tests.e2e.worlds import World, has_decided

MINDS = "/api/v1/minds"


@dataclass(frozen=True)
class Scene:
    """A running world with one agent that a model server answers for."""

    world: World
    model: ModelServer
    server: Server
    ada: Client
    """An administrator, in the room of the agent."""
    reader: Reader
    """A program with the administrator's session."""

    def read(self, path: str) -> Any:
        status, data = self.reader.ask("GET", f"{MINDS}/Moss{path}")
        assert status == 200, data
        return data

    def hear(self, words: str) -> None:
        """Say something to Moss, and wait until a turn that knew of it is in the log."""
        self.ada.ask(f"tell Moss {words}", "You tell")
        until(lambda: has_decided(self.world, "Moss", words), "the turn")
        count = len(self.world.turns("Moss"))
        until(lambda: self.read("")["turns"] >= count, "the turn in the view")


def join(prompt: Any) -> str:
    """Return the text of a prompt, whose bands are given."""
    return "".join(band["text"] for band in prompt["bands"])
