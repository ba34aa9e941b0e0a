"""The plain data and the Protocols inside the server; no logic of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Mapping, Sequence
from typing import Any, Protocol

from late.late_dataclass import late_dataclass
from server.upgrade.handover import HandedBody, HandedPerson
from world.boundaries import Mind, Perception
from world.boundaries import Role as Role  # noqa: PLC0414  # accounts have it, too


class Refused(Exception):
    """A request at the door was refused; the message is for the person, in whole sentences."""

    def __init__(self, message: str = "", *, fault: str = "") -> None:
        """Take the message and, if the server itself is at fault, what the log is told."""
        super().__init__(message)
        self.fault = fault


class Overloaded(Refused):
    """Too many passwords wait to be checked; this one was not looked at."""


@late_dataclass(frozen=True, slots=True)
class Account:
    """A person's account. A guest's is not stored."""

    name: str
    role: Role = Role.PLAYER

    @property
    def administrator(self) -> bool:
        """Whether it is an administrator's."""
        return self.role is Role.ADMINISTRATOR

    @property
    def guest(self) -> bool:
        """Whether it is a guest's."""
        return self.role is Role.GUEST


class Record(Protocol):
    """Takes one line of the audit log; never raises."""

    def __call__(self, event: str, who: str, /, **fields: str) -> None:
        """Record that `who` did or caused `event`."""
        ...


def ignore_record(event: str, who: str, /, **fields: str) -> None:
    """Record nothing."""


def make_account(said: Mapping[str, Any]) -> Account:
    """Return the account whose fields another program has written down."""
    return Account(said["name"], Role(said["role"]))


class Accounts(Protocol):
    """Names and passwords. Hashing happens off the reactor thread (argon2)."""

    async def create(self, name: str, password: str) -> Account:
        """Make an account; the first one is the administrator's.

        Raises `Refused` with the reason: name taken, reserved, not plain, password too
        short, creation switched off.
        """
        ...

    async def check(self, name: str, password: str) -> Account:
        """Return the account if the password is right, else raise `Refused`.

        An unknown name costs as much time as a wrong password and reads the same.
        """
        ...

    def guest(self) -> Account:
        """Return a fresh guest (``Guest1`` …), or raise `Refused` if guests are off."""
        ...


@late_dataclass(frozen=True, slots=True)
class Visitor:
    """One line of ``who``: a person or agent that is here. Times are in seconds."""

    name: str
    kind: str
    """``person``, ``guest``, ``builder``, ``administrator`` or ``agent``."""
    place: str
    connected_seconds: float
    idle_seconds: float
    mark: str = ""
    """A word on whether the person can read at all: link lost, away."""


@late_dataclass(frozen=True, slots=True)
class Surroundings:
    """The room where a character is, for a client that draws maps."""

    number: int
    name: str
    exits: Mapping[str, int]
    """Exit name → number of the room it leads to."""


class Habits(Protocol):
    """What a person has set for themselves, as their session uses it."""

    last_line: str
    """The line that was read last, as it ran; empty: none was."""

    @property
    def ignorers(self) -> Collection[str]:
        """Everybody who ignores somebody, up to date; while there are none, nothing is hidden."""
        ...

    def preferences(self) -> Mapping[str, str]:
        """Return every preference with its value."""
        ...

    def hides(self, perception: Perception) -> bool:
        """Return whether the person does not want to see a perception: somebody ignored."""
        ...

    def notice(self, perception: Perception) -> None:
        """Take note of what is shown to the person."""
        ...

    def read_line(self, line: str) -> str:
        """Return the line that a typed one stands for; empty: for none, as nothing can be
        repeated."""
        ...


class Gate(Protocol):
    """The part of the world that a session needs."""

    async def prepare(self, account: Account) -> None:
        """Read from disk what the account's person will need; to be awaited before `enter`."""
        ...

    def habits(self, account: Account) -> Habits:
        """Return what the account's person has set; a guest begins with the defaults."""
        ...

    def enter(self, account: Account, mind: Mind) -> int:
        """Wake (or make) the account's character with `mind` in it; return its id.

        The room sees the arrival and the mind perceives the room.  If the account is
        already here, the older connection is told and closed and the character goes on.
        """
        ...

    def hand_over(self, character: int) -> Mapping[str, Any]:
        """Return what the parts of the server keep for a person here, as plain data."""
        ...

    def resume(self, account: Account, person: HandedPerson, mind: Mind) -> None:
        """Put `mind` into the body that the person had in the program before; nobody sees it.

        Raises `Refused` if the body is gone.
        """
        ...

    def resume_lost(self, account: Account, body: HandedBody, mind: Mind) -> None:
        """Put `mind` into a body that waits for its person, as in the program before.

        Raises `Refused` if the body is gone.
        """
        ...

    def ask_again(self, character: int, dialogue: str) -> None:
        """Begin a dialogue, by its name, that the program before had to break off."""
        ...

    def lose(self, character: int, mind: Mind) -> None:
        """Let the character stand there for a while: its person has lost the connection.

        Whoever comes in with the account within that time goes on in it, and is shown what
        `mind` has perceived in between. Then it falls asleep as by `leave`.
        """
        ...

    def leave(self, character: int, mind: Mind) -> None:
        """Put the character to sleep if `mind` still animates it; the room sees it."""
        ...

    def perform(self, character: int, line: str) -> Awaitable[None] | None:
        """Submit one line at the one door; the results arrive as perceptions.

        If it changed the world, the returned awaitable ends once the change is in the
        database. Await it before showing the result: a crash could still undo the change.
        It raises `StorageError` within a second or so if the change is not there then.
        """
        ...

    def surroundings(self, character: int) -> Surroundings:
        """Return the room where the character is."""
        ...

    def visitors(self) -> Sequence[Visitor]:
        """Return the visitors: people first, then agents, each by name."""
        ...


class Connection(Protocol):
    """A person's connection, as the session uses it."""

    @property
    def address(self) -> str:
        """The peer's address without its port."""
        ...

    def send(self, text: str) -> None:
        """Write text; ``\\n`` ends a line. Encoding, wrapping and colour are done here."""
        ...

    def close(self, reason: str = "") -> None:
        """Say `reason`, if any, and hang up once it is written."""
        ...
