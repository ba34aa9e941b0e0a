"""The characters of agents, as their profiles describe them."""

from __future__ import annotations

from agents.mind.profile import Profile
from world.model import Character
from world.world import World

#: The property with the last description that a profile gave its character.
GIVEN_DESCRIPTION = "profile.description"


def embody(profile: Profile, world: World) -> Character:
    """Return the character of a profile's agent, a new one if there is none, as described now."""
    body = world.find_character(profile.name)
    if body is None:
        home = world.find_room(profile.home) if profile.home else None
        body = world.add_character(profile.name, home.id if home else None, profile.description)
    if body.properties.get(GIVEN_DESCRIPTION, "") != profile.description:
        world.set_description(body.id, profile.description)
        world.set_property(body.id, GIVEN_DESCRIPTION, profile.description)
    return body
