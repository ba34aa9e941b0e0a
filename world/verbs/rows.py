"""All of the world's commands, in the order in which help lists them."""

from __future__ import annotations

from world.commands import Command
from world.verbs import building, looking, movement, own, query, social, things, thinking

WORLD_COMMANDS: tuple[Command, ...] = (
    *looking.COMMANDS,
    *social.COMMANDS,
    *movement.COMMANDS,
    *things.COMMANDS,
    *thinking.COMMANDS,
    *own.COMMANDS,
    *query.COMMANDS,
    *building.COMMANDS,
)
