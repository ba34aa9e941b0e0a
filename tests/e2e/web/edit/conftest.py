"""A world whose files are edited in the page, and an administrator's browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.harness import Client, Server, write
from tests.e2e.web.chromium import SIZE, Chromium, be_logged_in
from tests.e2e.web.edit.editor import HOSTILE, VOICE
from tests.e2e.web.support.reader import Reader, log_reader_in
from tests.e2e.worlds import RULES, World, make_world, profile


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    made = make_world(
        tmp_path_factory.mktemp("edit"), agents={"Moss": profile("Moss")}, settings=RULES
    )
    write(made.agent("Moss") / "voice.md", VOICE).chmod(0o600)
    write(made.agent("Moss") / "notes" / "Beans.md", f"Beans like {HOSTILE}.\n")
    settings = made.config / "server.yaml"
    text = settings.read_text("utf-8").replace("rooms_per_hour: 0", "rooms_per_hour: 1")
    settings.write_text(text, "utf-8")
    write(made.vault / "config" / "agents.md", "**think_interval**: 86400\n")
    return made


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    with world.server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, which is an administrator's."""
    return server.client().create("Ada")


@pytest.fixture(scope="module")
def reader(server: Server, ada: Client) -> Reader:
    return log_reader_in(server)


@pytest.fixture
def browser(chromium: Chromium, server: Server, ada: Client) -> Chromium:
    """The browser, in which Ada is logged in, as it is at the start."""
    be_logged_in(chromium, server.web)
    chromium.go("#/edit")
    chromium.prefer("light")
    chromium.resize(**SIZE)
    chromium.console.clear()
    return chromium
