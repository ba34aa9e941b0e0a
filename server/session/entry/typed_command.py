"""A line at the login prompt: which command it means, and words that the command cannot use."""

from __future__ import annotations

from server.session.boundaries import Sentences
from world.text import clean_line

#: Commands of the login prompt that take no words.
WORDLESS = ("who", "help", "quit")
COMMANDS = ("connect", "create", "guest", *WORDLESS)

_SHORTEST_PREFIX = 2
_SHOWN = 40


def complete_command(typed: str) -> str:
    """Return the command that is typed, whole or by its first letters; empty: there is none."""
    if typed == "?":
        return "help"
    if typed in COMMANDS:
        return typed
    meant = [each for each in COMMANDS if each.startswith(typed)]
    return meant[0] if len(typed) >= _SHORTEST_PREFIX and len(meant) == 1 else ""


def describe_surplus(command: str, rest: str, texts: Sentences) -> str:
    """Return what a person is told of words behind a command that takes none; else nothing.

    The sentences are those of the world (decision 157).
    """
    if not rest or command not in WORDLESS:
        return ""
    key = "refuse.words-behind" if refuses_words(command) else "unknown.left-out"
    return texts.say(key, rest=clean_line(rest, _SHOWN), syntax=command)


def refuses_words(command: str) -> bool:
    """Return whether a command with words behind it does nothing: it cannot be taken back."""
    return command == "quit"
