"""A running world whose page is visited, and its administrator."""

from __future__ import annotations

from dataclasses import dataclass

from tests.e2e.harness import Client, Server
from tests.e2e.worlds import World


@dataclass
class Stage:
    """What the tests of one view share."""

    world: World
    server: Server
    ada: Client
    """The administrator, at telnet."""
