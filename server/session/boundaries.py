"""The Protocols between sessions and connections; no logic of its own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from late.late_dataclass import late_dataclass
from server.boundaries import Connection, Record, ignore_record
from server.session.terminal import Terminal
from server.upgrade.handover import HandedPerson


class Sentences(Protocol):
    """The server's sentences, by key; values are put in literally."""

    def say(self, key: str, /, **values: str) -> str:
        """Return the sentence."""
        ...

    def page(self, name: str, /) -> str:
        """Return a whole page."""
        ...


class Wire(Connection, Protocol):
    """A connection to a person: a `Connection` with prompts, hidden input and kinds of text."""

    @property
    def terminal(self) -> Terminal:
        """The terminal as known at this moment."""
        ...

    @property
    def hides_input(self) -> bool:
        """Whether the client is known to obey requests about echo."""
        ...

    def show(self, text: str, kind: str) -> None:
        """Write whole lines in the style of `kind`."""
        ...

    def prompt(self, text: str) -> None:
        """Write a question whose answer is typed on the same line."""
        ...

    def hide_input(self) -> None:
        """Ask the client not to show what is typed."""
        ...

    def show_input(self) -> None:
        """Let the client show it again."""
        ...

    def hold(self) -> None:
        """Keep arriving lines until `release`; none is lost."""
        ...

    def release(self) -> None:
        """Deliver lines again."""
        ...

    def mark_admitted(self) -> None:
        """End the login time-out: the person is in the world."""
        ...

    @property
    def takes_messages(self) -> bool:
        """Whether the client has asked for GMCP messages."""
        ...

    def gmcp(self, package: str, data: object = None) -> None:
        """Send a GMCP message, if the client has asked for its package; `data` becomes JSON."""
        ...

    def tell_status(self) -> None:
        """Answer a listing of games that asks in plain text what the server is (MSSP)."""
        ...

    def ready(self) -> None:
        """Show, if the person wants a prompt, that the next line may be typed."""
        ...

    def prefer(self, values: Mapping[str, str]) -> None:
        """Take the person's preferences, by name; see `server.people.preferences`."""
        ...


class Listener(Protocol):
    """The receiver of a connection's lines."""

    def on_opened(self) -> None:
        """Greet: the connection is open."""
        ...

    def on_line(self, text: str) -> None:
        """Take one whole typed line."""
        ...

    def on_packages(self) -> None:
        """Tell the client, by `Wire.gmcp`, how things stand: it has asked for packages."""
        ...

    def hand_over(self) -> HandedPerson | None:
        """Return the person in the world for the program to come; None at the door."""
        ...

    def ask_back(self, key: str) -> None:
        """Hang up with the sentence `key`; the body waits for the person as after a lost link."""
        ...

    def on_carried(self, person: HandedPerson | None) -> None:
        """Go on where the program before this one stopped, without a greeting."""
        ...

    def on_closed(self) -> None:
        """Clean up: the connection is closed."""
        ...


class Dialogue(Protocol):
    """Questions to a person who is in the world, such as for a new password.

    An upgrade asks them anew from the first one.
    """

    name: str
    """What it is about, for the program to come."""

    def open(self) -> None:
        """Ask the first question."""
        ...

    def on_line(self, text: str) -> bool:
        """Take an answer; return whether another one is awaited."""
        ...


Log = Callable[[str], None]
"""Logs one event as one line; `quote_for_log` escapes foreign text in it."""

Seconds = Callable[[], float]
"""Returns seconds of a clock that never goes backwards."""

Spawn = Callable[[Coroutine[Any, Any, None]], object]
"""Runs a coroutine in the background and returns its task."""


@late_dataclass(frozen=True, slots=True)
class Desk:
    """The parts that all sessions share."""

    texts: Sentences
    log: Log
    seconds: Seconds
    spawn: Spawn
    record: Record = ignore_record
    """Records logins and the makings of accounts."""


MAX_QUOTED = 120


def quote_for_log(text: str) -> str:
    """Return foreign `text` fit for one line of a log: printable, quoted, cut if it is long."""
    cut = text if len(text) <= MAX_QUOTED else text[:MAX_QUOTED] + "…"
    return '"' + "".join(_visible(char) for char in cut) + '"'


def _visible(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
