"""The natures of memories in old archives, which do not record them.

The commands and events are those of the versions that wrote such archives.  The table never
grows: a command states its nature in its row of the command table, and its memories record it.
"""

from __future__ import annotations

from collections.abc import Mapping

from world.nature import Nature

_COMMANDS: Mapping[str, Nature] = {
    "say": Nature.SPEECH,
    "whisper": Nature.PRIVATE_SPEECH,
    "tell": Nature.DISTANT_SPEECH,
    "emote": Nature.GESTURE,
    "look": Nature.SIGHT,
    "examine": Nature.STUDY,
    "inventory": Nature.LISTING,
    "who": Nature.LISTING,
    "where": Nature.LISTING,
    "rooms": Nature.LISTING,
    "help": Nature.LISTING,
    "commands": Nature.LISTING,
    "@my-profile": Nature.REPORT,
    "@my-description": Nature.REPORT,
    "@memory-status": Nature.REPORT,
    "@llm-status": Nature.REPORT,
    "@why": Nature.REPORT,
    "go": Nature.MOVEMENT,
    "get": Nature.TAKING,
    "drop": Nature.DROPPING,
    "give": Nature.GIVING,
    "@create": Nature.MAKING,
    "@dig": Nature.MAKING,
    "@describe": Nature.MAKING,
    "@exit": Nature.MAKING,
    "think": Nature.THOUGHT,
    "note": Nature.NOTE,
    "@overwrite-note": Nature.REVISION,
    "recall": Nature.RECOLLECTION,
    "dream": Nature.DREAM,
    "sleep": Nature.REST,
    "wake": Nature.REST,
}
_EVENTS: Mapping[str, Nature] = {
    "room": Nature.SIGHT,
    "arrive": Nature.MOVEMENT,
    "leave": Nature.MOVEMENT,
}


def find_old_nature(command: str, event: str) -> Nature:
    """Return the nature of the agent's `command` or, without one, of the perceived `event`."""
    if command:
        return _COMMANDS.get(command, Nature.DEED)
    return _COMMANDS.get(event) or _EVENTS.get(event, Nature.DEED)
