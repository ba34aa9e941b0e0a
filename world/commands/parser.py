"""Turning a line into an action: `verb args | private reason`.

The private reason begins at the first single ``|`` that has a space before it and a space
or the line's end after it, and that does not stand between double quotes: ``a||b``,
``a|b`` and ``say "one | two"`` are plain text.  A quote opens at the beginning of a word
and closes at the end of one; one that is never closed quotes nothing, so that a stray
quote cannot make a private reason public.

A command's shorthand needs no space behind it (``"words``).  Otherwise the verb is, in this
order, a command's exact name or alias, an exit of the room (the whole line), a unique beginning
of a command, a single neighbour by spelling.  An exit or a place alone is a line for the first
command that is a movement; a misspelt one is suggested, and nobody walks by mistake.  Only
commands that the actor may use are completed or corrected; builders' and administrators'
commands are never reached by correction, and `Command.exact` ones by neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.commands.command import Command, Permission
from world.commands.distance import damerau_levenshtein
from world.commands.table import CommandTable
from world.commands.talk import is_talk
from world.names import key_of
from world.nature import Nature
from world.text import close_gaps

DIRECTIONS = {
    "n": "north",
    "s": "south",
    "e": "east",
    "w": "west",
    "u": "up",
    "d": "down",
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
}
LONGEST_VERB = 30
"""A longer first word is not looked for among neighbours by spelling, in characters."""
_LEAST_BEGINNING = 3
"""The fewest letters by which the beginning of an exit is taken for it."""

#: Whose commands are never reached by correction.
_FOR_THE_TRUSTED = (Permission.BUILDERS, Permission.ADMINISTRATORS)

_BAR = late_pattern(r"(?<=\s)\|(?=\s|$)")
_QUOTED = late_pattern(r'(?:(?<=[\s(])|^)(?:"(?=\S)[^"]*"|“[^”]*”)(?=[\s.,;:!?)]|$)')


@late_dataclass(frozen=True, slots=True)
class Action:
    """A line that names a command, ready to run."""

    command: Command
    args: str
    reason: str
    verb: str
    """The first word as it was typed."""
    correction: tuple[str, str] | None = None
    """The misspelt verb and what it was taken for."""

    @property
    def line(self) -> str:
        """The line as it runs, without the reason."""
        return f"{self.command.name} {self.args}".rstrip()

    def close_gaps(self) -> Action:
        """Return the action without runs of spaces, unless its command keeps them."""
        if self.command.keeps_gaps or not (self.args or self.reason):
            return self
        args = close_gaps(self.args)
        reason = close_gaps(self.reason) if self.reason else ""
        if args == self.args and reason == self.reason:
            return self
        return replace(self, args=args, reason=reason)


@late_dataclass(frozen=True, slots=True)
class Unrecognised:
    """A line that names no command, or more than one."""

    line: str
    reason: str
    verb: str
    candidates: tuple[str, ...] = ()
    """What the verb may have been meant for."""
    ambiguous: bool = False
    """True: the verb is the beginning of every candidate; False: they are near by spelling."""
    is_talk: bool = False
    """Whether the line reads as something that is said."""

    def close_gaps(self) -> Unrecognised:
        """Return the same without runs of spaces."""
        return replace(self, line=close_gaps(self.line), reason=close_gaps(self.reason))


def parse(
    line: str,
    table: CommandTable,
    *,
    may: Callable[[Command], bool] = lambda _: True,
    exits: Iterable[str] = (),
    is_way: Callable[[str], bool] = lambda _: False,
) -> Action | Unrecognised:
    """Read one cleaned line. Total: every line gives one action or none, and never an error.

    `may` says which commands the actor may use; an exact name is recognised even if it may
    not, so that the refusal can say so.  `exits` are the names of the room's exits; `is_way` says
    whether a text names a room, or an exit of another one: alone on a line it means to go there.
    What reads as talk is neither completed nor corrected.
    """
    text, reason = split_reason(line)
    if table.may_be_shorthand(text):
        for mark, command in table.shorthands():
            if text.startswith(mark):
                return Action(command, text.removeprefix(mark).strip(), reason, mark)
    verb, _, args = text.partition(" ")
    named = table.get(verb)
    if is_talk(text, named=named is not None):
        return Unrecognised(text, reason, verb, is_talk=True)
    if named:
        return Action(named, args.strip(), reason, verb)
    return _Reader(table, may, exits, is_way).read(text, verb, args.strip(), reason)


def split_reason(line: str) -> tuple[str, str]:
    """Split a line into text and private reason; the reason may be empty."""
    if "|" not in line:
        return line.strip(), ""
    quoted = [match.span() for match in _QUOTED.finditer(line)]
    for bar in _BAR.finditer(line):
        if not any(start < bar.start() < end for start, end in quoted):
            return line[: bar.start()].strip(), line[bar.end() :].strip()
    return line.strip(), ""


def find_exit_name(text: str, exits: Iterable[str]) -> str | None:
    """Return the exit that `text` names exactly or by a compass letter, or None."""
    wanted = key_of(text)
    wanted = wanted.removeprefix("the ")
    for name in exits:
        if key_of(name).removeprefix("the ") in (wanted, DIRECTIONS.get(wanted)):
            return name
    return None


class _Reader:
    """Reads one line; `parse` says how."""

    def __init__(
        self,
        table: CommandTable,
        may: Callable[[Command], bool],
        exits: Iterable[str],
        is_way: Callable[[str], bool],
    ) -> None:
        self.table, self.may, self.exits, self.is_way = table, may, tuple(exits), is_way

    def read(self, text: str, verb: str, args: str, reason: str) -> Action | Unrecognised:
        """Read a line whose first word is no command's."""
        return (
            self._read_exit(text, verb, reason)
            or self._read_direction(text, verb, reason)
            or self._complete(text, verb, args, reason)
            or self._read_far_place(text, verb, reason)
            or self._correct(text, verb, args, reason)
        )

    def _read_exit(self, text: str, verb: str, reason: str) -> Action | None:
        name = find_exit_name(text, self.exits)
        go = self._find_movement()
        return Action(go, name, reason, verb) if go and name else None

    def _read_direction(self, text: str, verb: str, reason: str) -> Action | None:
        """Return a movement in a direction without an exit; the command then lists the exits."""
        word = key_of(text)
        direction = DIRECTIONS.get(word, word)
        go = self._find_movement() if direction in DIRECTIONS.values() else None
        return Action(go, direction, reason, verb) if go else None

    def _read_far_place(self, text: str, verb: str, reason: str) -> Action | None:
        """Return a movement to a place further off, or by an exit of another room."""
        go = self._find_movement() if self.is_way(text) else None
        return Action(go, text, reason, verb) if go else None

    def _find_movement(self) -> Command | None:
        return self.table.of_nature(Nature.MOVEMENT)

    def _complete(
        self, text: str, verb: str, args: str, reason: str
    ) -> Action | Unrecognised | None:
        start = verb.casefold()
        found = {
            command.name: command
            for word, command in self.table.items()
            if start and word.startswith(start) and self._offers(command)
        }
        if not found:
            return None
        if len(found) > 1:
            return Unrecognised(text, reason, verb, tuple(sorted(found)), ambiguous=True)
        [command] = found.values()
        return Action(command, args, reason, verb)

    def _correct(self, text: str, verb: str, args: str, reason: str) -> Action | Unrecognised:
        near = self._find_neighbours(verb.casefold())
        ways = self._find_near_ways(text)
        if ways:
            # An exit that is nearer than any command was meant; else both are offered.
            least = min(ways.values())
            near = [each for each in near if each[0] <= least]
        nearest = {command.name: (word, command) for _, word, command in sorted(near, key=_far)}
        found = dict(nearest.values())
        if len(found) == 1 and not ways:
            [(word, command)] = found.items()
            return Action(command, args, reason, verb, (verb, word))
        return Unrecognised(text, reason, verb, tuple(sorted({*found, *ways})))

    def _find_neighbours(self, verb: str) -> list[tuple[int, str, Command]]:
        """Return the commands near `verb` by spelling, with how far and which word of each."""
        near = []
        for word, command in self.table.items() if len(verb) <= LONGEST_VERB else ():
            apart = _find_distance(verb, word)
            if apart is not None and self._corrects_to(command):
                near.append((apart, word, command))
        return near

    def _find_near_ways(self, text: str) -> dict[str, int]:
        """Return the exits and directions near a whole line by spelling, and how far they are."""
        wanted = key_of(text).removeprefix("the ")
        if len(wanted) > LONGEST_VERB or self._find_movement() is None:
            return {}
        near = {}
        for name in (*DIRECTIONS.values(), *self.exits):
            key = key_of(name).removeprefix("the ")
            begun = len(wanted) >= _LEAST_BEGINNING and key.startswith(wanted)
            apart = 1 if begun else _find_distance(wanted, key)
            if apart is not None:
                near[name] = apart
        return near

    def _offers(self, command: Command) -> bool:
        return not command.exact and self.may(command)

    def _corrects_to(self, command: Command) -> bool:
        return self._offers(command) and command.permission not in _FOR_THE_TRUSTED


def _find_distance(typed: str, word: str) -> int | None:
    """Return how many letters `typed` is from `word`; None: too many for a misspelling."""
    limit = 1 if len(typed) <= 4 else 2
    apart = damerau_levenshtein(typed, word, limit)
    return apart if apart < min(limit + 1, len(typed), len(word)) else None


def _far(near: tuple[int, str, Command]) -> int:
    """Sort the farthest first, so that the nearest word of a command is kept."""
    return -near[0]
