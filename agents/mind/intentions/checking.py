"""Checking intentions against the world: rooms, and commands that the agent may use."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from agents.memory.language.stems import stem_words
from agents.mind.intentions.intention import Intention, IntentionStep
from late.late_dataclass import late_dataclass
from world.commands.command import Command
from world.commands.table import CommandTable
from world.text import clean_line
from world.vault.markdown import NoteError

HasPlace = Callable[[str], bool]

MOST_NAMES = 16
"""So many names are read at a glance."""
NEAR_NAMES = 4


@late_dataclass(frozen=True, slots=True)
class KnownWorld:
    """What intentions may name."""

    has_room: HasPlace
    rooms: Sequence[str]
    """Their names."""
    commands: Sequence[Command]
    """The commands that an agent may use."""


def check_intentions(
    intentions: Sequence[Intention], path: Path, known: KnownWorld
) -> tuple[tuple[Intention, ...], tuple[NoteError, ...]]:
    """Return the intentions that `known` allows, and what is wrong with the others.

    `path` is the profile's note.
    """
    kept, errors = [], []
    table = CommandTable(known.commands)
    for each in intentions:
        wrong = [*_find_wrong(each, path, known, table)]
        errors += wrong
        if not wrong:
            kept.append(each)
    return tuple(kept), tuple(errors)


def _find_wrong(
    intention: Intention, path: Path, known: KnownWorld, table: CommandTable
) -> Iterator[NoteError]:
    def refuse(line: int, what: str, read: str, allowed: str) -> NoteError:
        return NoteError(path, line, f"the intention '{intention.name}': {what}", read, allowed)

    for words in intention.asked:
        if not stem_words(words):
            line = intention.line_number
            yield refuse(line, "these words say too little", words, "a verb and a thing or a place")
    for line, room in _list_rooms(intention):
        if not known.has_room(room):
            yield refuse(line, "there is no such room", room, suggest_rooms(room, known.rooms))
    for step in intention.steps:
        for each in step.lines:
            if not _is_line(each, table):
                read, allowed = clean_line(each, 40), _suggest_command(each, table)
                yield refuse(step.line_number, "no such command", read, allowed)


def _list_rooms(intention: Intention) -> Iterator[tuple[int, str]]:
    """Yield each room that an intention names, with its line."""
    for step in intention.steps:
        yield from ((step.line_number, each) for each in (*step.at, *_list_places(step)))
    for requirement in intention.when:
        if requirement.kind == "at":
            for each in (*requirement.values, *requirement.excluded):
                yield intention.line_number, each


def _list_places(step: IntentionStep) -> Iterator[str]:
    for requirement in step.until:
        if requirement.kind == "at":
            yield from (*requirement.values, *requirement.excluded)


def suggest_rooms(read: str, names: Sequence[str]) -> str:
    """Return names that stand for what was read: all of a few, else those most like it."""
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    near = difflib.get_close_matches(read, names, n=NEAR_NAMES, cutoff=0.4)
    such = f", such as {', '.join(near)}" if near else ""
    return f"the name of one of {len(names)} rooms{such}"


def _is_line(line: str, table: CommandTable) -> bool:
    if any(line.startswith(mark) for mark, _ in table.shorthands()):
        return True
    return table.get(line.split(None, 1)[0]) is not None


def _suggest_command(line: str, table: CommandTable) -> str:
    near = difflib.get_close_matches(line.split(None, 1)[0].lower(), table.words(), n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"a command that agents may use{hint}"
