"""What the session asks of a connection, and a connection of the session; no logic here."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from server.boundaries import Connection
from server.session.terminal import Terminal


class Sentences(Protocol):
    """The server's sentences, by key; values are put in literally."""

    def say(self, key: str, /, **values: str) -> str:
        """Return the sentence."""
        ...

    def page(self, name: str, /) -> str:
        """Return a whole page."""
        ...


class Wire(Connection, Protocol):
    """A connection to a person: `Connection` plus what a dialogue and a display need."""

    @property
    def terminal(self) -> Terminal:
        """What is known of the terminal at this moment."""
        ...

    @property
    def hides_input(self) -> bool:
        """Whether the client is known to do as it is asked about echo."""
        ...

    def show(self, text: str, kind: str) -> None:
        """Write whole lines; only `kind` decides how they look."""
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
        """Keep the lines that arrive until `release`; none is lost."""
        ...

    def release(self) -> None:
        """Deliver lines again."""
        ...

    def mark_admitted(self) -> None:
        """The person is in the world: the login time-out no longer holds."""
        ...


class Listener(Protocol):
    """What a connection brings its lines to."""

    def on_opened(self) -> None:
        """The connection stands: greet."""
        ...

    def on_line(self, text: str) -> None:
        """One whole line was typed."""
        ...

    def on_closed(self) -> None:
        """The connection is gone."""
        ...


Log = Callable[[str], None]
"""Takes one event as one line; whatever came from outside is escaped by `quote_for_log`."""

Seconds = Callable[[], float]
"""Tells the time on a clock that never goes backwards."""

Spawn = Callable[[Coroutine[Any, Any, None]], object]
"""Runs a coroutine that nobody waits for; what it returns is kept until it is done."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What every session shares."""

    texts: Sentences
    log: Log
    seconds: Seconds
    spawn: Spawn


MAX_QUOTED = 120


def quote_for_log(text: str) -> str:
    """Return foreign `text` fit for one line of a log: printable, quoted, cut if it is long."""
    cut = text if len(text) <= MAX_QUOTED else text[:MAX_QUOTED] + "…"
    return '"' + "".join(_visible(char) for char in cut) + '"'


def _visible(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
