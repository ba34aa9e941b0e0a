"""A command: one row of an explicit table.

Help, the list of commands, prefix matching, correction, an agent's basic commands and
the documentation are all generated from the rows.  Rows come from the world, the minds and
the server; `server.command_rows` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from enum import Enum

from late.late_dataclass import late_dataclass
from world.commands.invocation import Invocation
from world.nature import Nature


class Permission(Enum):
    """Who may use a command."""

    EVERYONE = "everyone"
    PEOPLE = "people"
    AGENTS = "agents"
    BUILDERS = "builders"
    ADMINISTRATORS = "administrators"
    ADMINISTRATORS_AND_AGENTS = "administrators, and agents on themselves"


_PRIVILEGED = (
    Permission.BUILDERS,
    Permission.ADMINISTRATORS,
    Permission.ADMINISTRATORS_AND_AGENTS,
)


class Privacy(Enum):
    """What bystanders notice of a command.

    PUBLIC: the events that the command emits.  PRIVATE: only behaviour, the row's
    `behaviour` sentence ("Moss pauses in thought."), as an ambient event.  SILENT: nothing.
    """

    PUBLIC = "public"
    PRIVATE = "private"
    SILENT = "silent"


@late_dataclass(frozen=True, slots=True)
class Command:
    """One command. `run` gets an `Invocation`, acts through it and returns nothing."""

    name: str
    run: Callable[[Invocation], None]
    syntax: str
    """As the user types it: ``whisper <someone> <words>``."""
    summary: str
    """One line, without a full stop, for the list of commands."""
    category: str
    """``social``, ``movement``, ``things``, ``memory``, ``self``, ``building``, ``query``,
    ``admin``."""
    nature: Nature = field(kw_only=True)
    """What it is to those who perceive and remember it."""
    aliases: tuple[str, ...] = ()
    shorthands: tuple[str, ...] = ()
    """Marks that stand for the name right before the arguments: ``"hello``."""
    help: str = ""
    """Further help: a paragraph or two, with an example."""
    permission: Permission = Permission.EVERYONE
    privacy: Privacy = Privacy.PUBLIC
    behaviour: str = ""
    """Key of the sentence bystanders see of a PRIVATE command (in the texts)."""
    offered: bool = False
    """Listed in an agent's prompt among the basic commands."""
    keeps_gaps: bool = False
    """Runs of spaces in its arguments stay: what it writes only the actor reads."""
    by_leave: bool = False
    """An agent may use it only if its profile says so: it changes who the agent is to others or to
    itself, and a model can be talked into typing anything."""
    exact: bool = False
    """Runs only when its name or an alias is typed out whole: what cannot be taken back."""

    undoable: bool = False
    """Whether ``@undo`` takes it back."""

    wordless: frozenset[str] = frozenset()
    """Arguments, in small letters, with which it tells nobody anything: who is muted may type it
    with them."""

    @property
    def is_privileged(self) -> bool:
        """Whether only some people may use it: builders or administrators."""
        return self.permission in _PRIVILEGED

    def find_surplus(self, args: str) -> str:
        """Return `args` if the command cannot use them; else nothing.

        A syntax without ``<…>`` spells out all that the command takes: ``map [list]``.
        """
        if not args or "<" in self.syntax:
            return ""
        spelled = self.syntax.removeprefix(self.name).strip(" []").split("|")
        return "" if args.casefold() in {each.strip() for each in spelled} else args

    @property
    def is_strict(self) -> bool:
        """Whether words that it cannot use refuse it: what it does is of weight or ends a visit."""
        return self.nature is Nature.REST or (self.is_privileged and self.nature is Nature.DEED)

    @property
    def is_public(self) -> bool:
        """Whether others may perceive its events."""
        return self.privacy is Privacy.PUBLIC
