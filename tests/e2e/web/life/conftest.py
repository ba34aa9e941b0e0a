"""Moss, who has lived for long, and Fern, who has not, for the tests of the view Memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.life.addresses import LIFE, MEMORIES
from tests.e2e.web.support.long_life import write_life
from tests.e2e.web.support.reader import Reader, log_reader_in
from tests.e2e.worlds import RULES, make_world, profile


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A world with Moss, who has lived for long, and with Fern, who has not."""
    by_words = "memory: {semantic_recall: false}\n"
    agents = {name: profile(name, more=by_words) for name in ("Moss", "Fern")}
    world = make_world(tmp_path_factory.mktemp("memory"), agents, RULES)
    write_life(world.agent("Moss"), MEMORIES)
    with world.server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, which is an administrator's."""
    return server.client().create("Ada")


@pytest.fixture(scope="module")
def reader(server: Server, ada: Client) -> Reader:
    """A program with the rights of Ada, once the archive is read."""
    reader = log_reader_in(server)
    until(lambda: reader.ask("GET", LIFE)[1]["read_up_to"] >= MEMORIES, "the whole life")
    return reader


@pytest.fixture(scope="module")
def page(server: Server, reader: Reader, chromium: Chromium) -> Chromium:
    """A browser in which Ada has logged in."""
    chromium.resize(1280, 900)
    log_in(chromium, server.web)
    return chromium
