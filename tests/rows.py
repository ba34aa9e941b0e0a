"""Every row of the command table, as a server puts it together."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from agents.mind.commands.admin import AdminVerbs
from agents.mind.commands.memory import MemoryVerbs
from agents.mind.commands.models import ModelVerbs
from agents.mind.commands.own import SelfVerbs
from agents.mind.commands.sleep import SleepVerbs
from server.verbs import ServerVerbs
from world.commands.command import Command
from world.verbs.rows import WORLD_COMMANDS

_GROUPS: tuple[Any, ...] = (
    SelfVerbs, SleepVerbs, AdminVerbs, MemoryVerbs, ModelVerbs, ServerVerbs,
)  # fmt: skip


def every_row() -> tuple[Command, ...]:
    """Rows that can be read; only a server can run those that need more than a world."""
    others = [row for group in _GROUPS for row in group(*[None] * len(fields(group))).rows()]
    return (*WORLD_COMMANDS, *others)
