"""Moss, who has four turns and two summaries, for the tests of the view Mind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.harness import until
from tests.e2e.model_server import ModelServer
from tests.e2e.web.mind.scene import Scene
from tests.e2e.web.support.reader import log_reader_in
from tests.e2e.web.test_world_page import HOSTILE
from tests.e2e.worlds import PROMPT, come_and_be_greeted, llm, make_world, profile

SLOW = "**day_length**: 10080\n**seasons**: off\n**weather**: off\n"
"""A prompt tells the hour: here a minute of the world takes seven."""
LONG = "Each evening the heron stands in the reeds and looks at the ferry. "


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Moss has a long-term and a recent summary, a note about the Hall, and four turns."""
    root = tmp_path_factory.mktemp("mind")
    with ModelServer() as model:
        world = make_world(
            root,
            {"Moss": profile("Moss", interval=None), "Wren": profile("Wren")},
            llm(model.url, more=", context_tokens: 32000"),
            {
                "config/agents.md": PROMPT,
                "config/world.md": SLOW,
                "agents/Moss/notes/Hall.md": f"The Hall has a draught. {HOSTILE}\n",
            },
        )
        # It stays where it is, and never says the same again.
        model.says("Moss", *(f"tell Ada I have counted {n} herons." for n in range(600)))
        with world.server() as server:
            ada = come_and_be_greeted(world, server, "Ada", "Moss")
            found = Scene(world, model, server, ada, log_reader_in(server))
            found.hear(HOSTILE)
            found.hear("Do you know the heron?")
            ada.say(200)
            until(lambda: found.read("")["memory"]["summarised"] >= 129, "both summaries")
            found.hear(f"What do you see? {LONG * 4}")
            found.hear("And what else is there?")
            yield found
