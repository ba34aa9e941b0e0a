"""Every command as data: for checks, completion and documentation, without a server."""

from __future__ import annotations

from agents.mind.commands.admin import AdminVerbs
from agents.mind.commands.memory import MemoryVerbs
from agents.mind.commands.models import ModelVerbs
from agents.mind.commands.own import SelfVerbs
from agents.mind.commands.sleep import SleepVerbs
from server.verbs import ServerVerbs
from world.commands.command import Command
from world.verbs.rows import WORLD_COMMANDS


def list_commands() -> list[Command]:
    """Every row, to be read and not to be run: nothing that a running server has is behind it."""
    return [
        *WORLD_COMMANDS,
        *object.__new__(SelfVerbs).rows(),
        *object.__new__(SleepVerbs).rows(),
        *object.__new__(MemoryVerbs).rows(),
        *object.__new__(AdminVerbs).rows(),
        *object.__new__(ModelVerbs).rows(),
        *object.__new__(ServerVerbs).rows(),
    ]
