"""The parts of Twisted that telnet uses, as Protocols; no logic of its own.

Twisted's own interfaces are for run time only: a type checker cannot read them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class DelayedCall(Protocol):
    """A call that is due later (Twisted's ``IDelayedCall``)."""

    def cancel(self) -> None:
        """Do not make it; an error if it was made or cancelled already."""
        ...

    def active(self) -> bool:
        """Whether it is still to be made."""
        ...


class Timers(Protocol):
    """Time, as a reactor or ``twisted.internet.task.Clock`` has it (``IReactorTime``)."""

    def seconds(self) -> float:
        """Seconds on a clock that never goes backwards."""
        ...

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object) -> DelayedCall:  # noqa: N802  # Twisted's names
        """Make the call, `delay` seconds from now."""
        ...


class SocketHandle(Protocol):
    """What is needed of a socket."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Set an option."""
        ...


class Transport(Protocol):
    """Twisted's TCP transport, as it is at the server's end of a connection."""

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
        """Ask no more."""
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
        """The socket."""
        ...
