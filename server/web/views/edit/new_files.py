"""Files that the page makes: a new agent's profile, a voice for an agent that has none, a room.

An address names such a file as it would be called; of the path only a name is taken, and checked
as a name in the world is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from agents.mind.profile import PROFILE
from agents.mind.voice.voice_file import VOICE
from late.late_pattern import late_pattern
from server.administration.agent_making import (
    AgentTemplate,
    list_agent_folders,
    write_agent_folder,
)
from server.administration.agent_templates import PROFILE_TEMPLATE, VOICE_TEMPLATE
from server.web.views.edit.files import ROOM, EditableFile, find_file
from world.names import NameRefused, PathRefused, check_name, key_of, vault_path
from world.trust.looks import check_unmistakable
from world.vault.markdown import write_atomically
from world.world import World

ROOM_TEMPLATE = """\
---
exits:
  {way}: {start}
---
What one sees here.
"""

NEW_KINDS = ("profile", "voice", ROOM)
"""Kinds of files that the page makes."""

NEW_FILES = "agents/NAME/profile.md, agents/NAME/voice.md or world/NAME.md"

_PATHS = late_pattern(
    rf"(?:agents/(?P<agent>[^/]+)/(?P<file>{re.escape(PROFILE)}|{re.escape(VOICE)})"
    r"|world/(?P<room>[^/]+)\.md)"
)


class CannotBeMade(Exception):
    """There can be no such file; the message says why."""


def plan_file(vault: Path, world: World, known: Sequence[EditableFile], name: str) -> EditableFile:
    """Return a file that is not there yet, by its path in the vault. Raises `CannotBeMade`."""
    found = _PATHS.fullmatch(name)
    if found is None:
        raise CannotBeMade(f"{name[:80]}: the page can make {NEW_FILES}.")
    try:
        if found["room"] is not None:
            _check_room(world, known, found["room"])
            path = vault_path(vault, "world", f"{found['room']}.md")
            return EditableFile(name, ROOM, path)
        agent = found["agent"]
        if found["file"] == PROFILE:
            _check_agent(vault, world, agent)
        elif find_file(known, f"agents/{agent}/{PROFILE}") is None:
            raise CannotBeMade(f"{agent[:40]} has no profile, and so is no resident.")
        path = vault_path(vault, "agents", agent, found["file"])
        return EditableFile(name, Path(found["file"]).stem, path, agent)
    except (NameRefused, PathRefused) as refused:
        raise CannotBeMade(str(refused)) from refused


def make_template(file: EditableFile, world: World) -> str:
    """Return the text that a new file begins with."""
    if file.kind == "profile":
        return PROFILE_TEMPLATE.replace("NAME", file.agent)
    if file.kind == "voice":
        return VOICE_TEMPLATE.replace("NAME", file.agent)
    dug = world.find_room(file.path.stem)
    if dug is not None:  # its ways, made in play, stay as they are
        return f"{dug.description}\n"
    start = world.start_room.name
    return ROOM_TEMPLATE.format(way=key_of(start).removeprefix("the "), start=start)


def write_new_file(vault: Path, world: World, file: EditableFile, text: str) -> None:
    """Write a file that is not there yet. Raises `CannotBeMade` or `OSError`."""
    if file.kind != "profile":
        file.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file.path, text)
        return
    try:
        taken = [*list_agent_folders(vault), *(each.name for each in world.characters())]
        words = world.table.words()
        write_agent_folder(
            vault, file.agent, taken, words, AgentTemplate(profile=text, is_own_profile=True)
        )
    except (NameRefused, PathRefused) as refused:
        raise CannotBeMade(str(refused)) from refused


def _check_agent(vault: Path, world: World, name: str) -> None:
    taken = [*list_agent_folders(vault), *(each.name for each in world.characters())]
    check_unmistakable(check_name(name, taken=taken, commands=world.table.words()), taken)


def _check_room(world: World, known: Sequence[EditableFile], name: str) -> None:
    """A room that was dug in play may have a note; another room's name may not be like it."""
    own = key_of(name)
    rooms = [each.name for each in world.rooms() if each.key != own]
    notes = [each.path.stem for each in known if each.kind == ROOM]
    taken = [*rooms, *(each for each in notes if each != name)]
    check_unmistakable(check_name(name, "room", taken=taken), taken, "room")
