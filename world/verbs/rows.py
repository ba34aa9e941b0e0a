"""The rows of all commands of the world, in the order of help."""

from __future__ import annotations

from world.commands.command import Command
from world.verbs import (
    building,
    looking,
    movement,
    query,
    self_description,
    social,
    things,
    thinking,
    using,
    wayfinding,
)

WORLD_COMMANDS: tuple[Command, ...] = (
    *looking.COMMANDS,
    *social.COMMANDS,
    *movement.COMMANDS,
    *things.COMMANDS,
    *using.COMMANDS,
    *thinking.COMMANDS,
    *self_description.COMMANDS,
    *query.COMMANDS,
    *wayfinding.COMMANDS,
    *building.COMMANDS,
)
