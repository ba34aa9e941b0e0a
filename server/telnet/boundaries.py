"""The parts of Twisted that telnet uses, as Protocols; no logic of its own.

Type checkers cannot read Twisted's own interfaces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class DelayedCall(Protocol):
    """A scheduled call (Twisted's ``IDelayedCall``)."""

    def cancel(self) -> None:
        """Cancel the call; an error if it was made or cancelled already."""
        ...

    def active(self) -> bool:
        """Return whether the call is still due."""
        ...


class Timers(Protocol):
    """The clock of a reactor or of ``twisted.internet.task.Clock`` (``IReactorTime``)."""

    def seconds(self) -> float:
        """Return seconds on a clock that never goes backwards."""
        ...

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object) -> DelayedCall:  # noqa: N802  # Twisted's names
        """Make the call, `delay` seconds from now."""
        ...


class SocketHandle(Protocol):
    """The part of a socket that telnet uses."""

    @property
    def family(self) -> int:
        """The address family."""
        ...

    def fileno(self) -> int:
        """Return the socket's descriptor."""
        ...

    def send(self, data: bytes, /) -> int:
        """Send now as much as the socket takes; return how much. Raises `OSError`."""
        ...

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Set an option."""
        ...


class Transport(Protocol):
    """Twisted's TCP transport at the server's end of a connection."""

    def write(self, data: bytes) -> None:
        """Send in the background."""
        ...

    def writeSomeData(self, data: bytes) -> int | BaseException:  # noqa: N802  # Twisted's name
        """Send now as much as the socket takes; return how much, or why it cannot."""
        ...

    def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: N802
        """Call `producer`'s resumeProducing, now and whenever all is sent."""
        ...

    def unregisterProducer(self) -> None:  # noqa: N802
        """Stop asking the producer."""
        ...

    def pauseProducing(self) -> None:  # noqa: N802
        """Read nothing more."""
        ...

    def resumeProducing(self) -> None:  # noqa: N802
        """Read again."""
        ...

    def loseConnection(self) -> None:  # noqa: N802
        """Hang up once all is sent."""
        ...

    def abortConnection(self) -> None:  # noqa: N802
        """Hang up now."""
        ...

    def setTcpNoDelay(self, enabled: bool) -> None:  # noqa: N802
        """Send small packets at once."""
        ...

    def getHandle(self) -> SocketHandle:  # noqa: N802
        """Return the socket."""
        ...


def ignore_call(*arguments: object) -> None:
    """Do nothing: stands for the call back to a connection in a part of it that has ended.

    With it the parts hold their connection no more, and all of it is freed when it is gone.
    Circles would wait for a search for garbage, which with hundreds of them takes a tenth of a
    second.
    """
