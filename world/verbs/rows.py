"""The rows of all commands of the world, in the order of help."""

from __future__ import annotations

from world.commands.command import Command
from world.verbs import (
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
from world.verbs.building import altering, destroying, finding, making

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
    *making.COMMANDS,
    *altering.COMMANDS,
    *destroying.COMMANDS,
    *finding.COMMANDS,
)
