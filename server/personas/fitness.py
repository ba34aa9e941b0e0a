"""What keeps an agent from living in the world as its profile says."""

from __future__ import annotations

from pathlib import Path

from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.settings import MemorySettings
from agents.mind.intentions.checking import KnownWorld, check_intentions, suggest_rooms
from agents.mind.intentions.intention import Intention
from agents.mind.profile import Profile
from config.errors import ConfigError
from server.memory_settings import memory_settings
from server.people.people import ACCOUNT
from server.settings import Settings
from world.vault.markdown import NoteError, read_note
from world.world import World


class Unfit(Exception):
    """A profile is readable but cannot live here. The message names the file and the cause."""


#: The errors of one agent, without which the rest of the world runs.
UNFIT = (Unfit, NoteError, ConfigError, ArchiveUnwritable)


def sort_intentions(
    profile: Profile, path: Path, world: World
) -> tuple[tuple[Intention, ...], tuple[NoteError, ...]]:
    """Return the intentions that fit `world`, and what is wrong with the others.

    `path` is the profile's note.
    """
    known = KnownWorld(
        lambda name: world.find_room(name) is not None,
        _name_rooms(world),
        world.table.for_mind("agent"),
    )
    kept, wrong = check_intentions(profile.intentions, path, known)
    return kept, (*profile.wrong_intentions, *wrong)


def check_profile(profile: Profile, path: Path, world: World, settings: Settings) -> MemorySettings:
    """Check that a profile's agent can live in `world`; return its memory settings.

    `path` is the profile's note.  Raises one of `UNFIT`.
    """
    memory, unfit = examine_profile(profile, path, world, settings)
    if unfit or memory is None:
        raise unfit[0]
    return memory


def examine_profile(
    profile: Profile, path: Path, world: World, settings: Settings
) -> tuple[MemorySettings | None, list[Unfit | NoteError | ConfigError]]:
    """Return a profile's memory settings, if they fit, and all that keeps it from living here."""
    unfit: list[Unfit | NoteError | ConfigError] = []
    names, memory = settings.llm.profiles, None
    if profile.model_profile and profile.model_profile not in names:
        what, allowed = "there is no such model profile", ", ".join(names)
        unfit.append(read_note(path).error("profile", what, allowed))
    if profile.home and world.find_room(profile.home) is None:
        what, allowed = "there is no such room", suggest_rooms(profile.home, _name_rooms(world))
        unfit.append(read_note(path).error("home", what, allowed))
    try:
        memory = memory_settings(profile, settings.compaction, path, settings.llm)
    except ConfigError as error:
        unfit.append(error)
    body = world.find_character(profile.name)
    if body is not None and ACCOUNT in body.properties:
        what = f"{path}: a person is called {body.name} already; name the folder otherwise"
        unfit.append(Unfit(what))
    return memory, unfit


def _name_rooms(world: World) -> list[str]:
    return sorted(room.name for room in world.rooms())
