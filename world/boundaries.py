"""The plain data and the Protocols that cross the world's edge; no logic of its own.

Lines come in through `World.perform`, `Perception`s go out to minds, `ThingRow`s go
out to a store.  All of it is frozen, so a mind may one day live in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Literal, Protocol

from late.late_dataclass import late_dataclass
from world.calendar import WorldTime
from world.nature import Nature

MindKind = Literal["person", "agent"]
ThingKind = Literal["room", "thing", "character"]


class Role(StrEnum):
    """What a person may do here; each may do what those before it may."""

    GUEST = "guest"
    PLAYER = "player"
    BUILDER = "builder"
    ADMINISTRATOR = "administrator"

    def includes(self, other: Role) -> bool:
        """Return whether this role may do whatever `other` may."""
        order = list(Role)
        return order.index(self) >= order.index(other)


@late_dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in one room, with every viewpoint of it.

    `kind` is a short word such as ``say``, ``emote``, ``arrive``, ``leave``, ``room``.
    Texts are complete, plain and already cleaned; they are never templates.
    An `ambient` event is shown to people and remembered by nobody.
    """

    kind: str
    actor: int | None
    place: int
    others: str = ""
    """What anyone else present perceives; empty: nothing."""
    own: str = ""
    """What the actor perceives; empty: nothing."""
    told: Mapping[int, str] = field(default_factory=dict)
    """Viewpoints of particular characters, by id; they stand in place of `others`."""
    addressed: frozenset[int] = frozenset()
    """Characters that are spoken to: an agent among them thinks sooner."""
    ambient: bool = False
    only_told: bool = False
    """True: `others` is empty for everyone who is not in `told` (a whisper)."""
    nature: Nature | None = None
    """None: that of the command that emits it."""
    thing: int | None = None
    """The thing that something is done with, if it is one."""
    signed: str = ""
    """`others` with its author in front, where those are the actor's own words for what it does."""
    overseen: str = ""
    """Private words as one reads them who is neither of the two: who says them, and to whom."""


@late_dataclass(frozen=True, slots=True)
class Perception:
    """One event, or the whole result of a mind's own command, from that mind's viewpoint.

    It is captured before the change is committed and delivered after it, so a mind
    may keep it for ever.
    """

    kind: str
    """An event's kind; ``result``, ``room``, ``ways`` or ``refusal`` for the mind's own command;
    ``fault`` if the world itself failed at it; or ``notice``."""
    text: str
    """Complete plain text; lines are separated by ``\\n``."""
    place: str
    """The name of the room in which it was perceived."""
    occupants: tuple[str, ...] = ()
    """Names of the others who were present, in alphabetical order; none where a person perceives,
    who has no record of it."""
    actor: str | None = None
    """Who did it, by name."""
    actor_kind: MindKind | None = None
    own: bool = False
    addressed: bool = False
    ambient: bool = False
    line: str = ""
    """For the mind's own command: the line as it ran (after correction), without the reason."""
    command: str = ""
    """For the mind's own command: the command's canonical name."""
    reason: str = ""
    """For the mind's own command: the private reason after ``|``."""
    nature: Nature = Nature.DEED
    """The nature of the event, or of the mind's own command."""
    signed: str = ""
    """`text` with its author in front, where another's own words say what that one does; empty:
    `text` is the world's report, or speech, which names its speaker."""


class Mind(Protocol):
    """A person's session or an agent. It animates a character and perceives for it."""

    @property
    def kind(self) -> MindKind:
        """Whether a person or an agent."""
        ...

    def perceive(self, perception: Perception) -> None:
        """Take in what happened; must return at once and never raise."""
        ...


@late_dataclass(frozen=True, slots=True)
class Situation:
    """Where a character is and what is at hand, at this moment."""

    name: str
    place: str
    description: str
    exits: Mapping[str, str]
    """Exit name → name of the room it leads to, in the order of the room."""
    occupants: tuple[str, ...]
    """Names of the other characters present (those with a mind), alphabetical."""
    things: tuple[str, ...]
    """Names of the things that lie here."""
    carrying: tuple[str, ...]
    """Names of the things the character carries."""
    time: WorldTime | None = None
    """The world's own time; None: the world keeps none."""
    states: Mapping[str, str] = field(default_factory=dict)
    """The name of each thing at hand that has a state → the word for its present one."""
    deeds: tuple[str, ...] = ()
    """Lines for what can be done with the things at hand, such as ``light great lamp``."""
    fixtures: tuple[str, ...] = ()
    """Names of those things here that cannot be taken."""
    writable: tuple[str, ...] = ()
    """Names of the things at hand in which one can write."""
    descriptions: Mapping[str, str] = field(default_factory=dict)
    """The name of each thing at hand → what one reads who looks at it."""


@late_dataclass(frozen=True, slots=True)
class ExitRow:
    """A way out of a room. `origin` is ``note`` for a room note's exit, else ``play``."""

    name: str
    to: int
    origin: str = "play"


@late_dataclass(frozen=True, slots=True)
class ThingRow:
    """A thing, room or character as a store keeps it: whole, and referring by id."""

    id: int
    kind: ThingKind
    name: str
    description: str
    aliases: tuple[str, ...]
    place: int | None
    properties: Mapping[str, str]
    exits: tuple[ExitRow, ...] = ()


class CommandList(Protocol):
    """The command table as commands see it: names, summaries and help."""

    def words(self) -> tuple[str, ...]:
        """Return every name and alias."""
        ...

    def summaries(self, kind: MindKind | None) -> str:
        """Return a line for each command that any such mind may use, under its category."""
        ...

    def more_names(self, kind: MindKind | None, role: Role) -> str:
        """Return, as `names` does, what the role adds to that; empty: nothing."""
        ...

    def names(self, kind: MindKind | None, role: Role) -> str:
        """Return a line for each category with the names of its commands for such a mind."""
        ...

    def help_on(self, word: str, kind: MindKind | None, role: Role) -> str | None:
        """Return the help of the command `word` (``@`` is optional); None if it has none."""
        ...


class Store(Protocol):
    """Where committed changes go. `record` returns at once; writing happens behind it."""

    @property
    def refuses(self) -> str:
        """Why no change can be kept now; empty: all can."""
        ...

    def record(self, saved: Sequence[ThingRow], removed: Sequence[int]) -> None:
        """Take one transaction's changes: rows to insert or replace, ids to delete."""
        ...


@late_dataclass(slots=True)
class OuterRules:
    """What the program around the world decides and the world asks."""

    gag: Callable[[int, Nature], str] = lambda who, nature: ""
    """Returns why a character may not do what is of this nature now; empty: it may."""
    find_dwellers: Callable[[str], Sequence[str]] = lambda room: ()
    """Returns the names of those whose home the room of this name is."""
    find_leave: Callable[[int, str], bool] = lambda character, command: False
    """Returns whether an agent's character has leave to use a command that needs it."""
    list_happening_words: Callable[[], Iterable[str]] = tuple
    """Returns what is seen of the happenings in force, in words."""
    list_news: Callable[[], Mapping[str, str]] = dict
    """Returns the news of each of those wordings that is some: ``the wheel stopped``."""


@late_dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a line, for callers that are not minds."""

    ok: bool
    command: str
    """Canonical name of the command that ran; empty if none was recognised."""
    text: str
    """What the actor was told."""
    is_begun: bool = False
    """Whether the answer comes later, so that it may still be refused."""
