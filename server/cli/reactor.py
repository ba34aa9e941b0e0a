"""Twisted's reactor on a loop that runs already, loaded when people come in: after the ready line.

Until then the loop of asyncio is enough, and Twisted is a fifth of what a start imports.
"""

from __future__ import annotations

import asyncio
from typing import Any

from server.cli.light_twisted import import_reactor_kind
from server.logs.log import Log


class LateReactor:
    """The server's reactor, which there is from the first `start` on."""

    def __init__(self, loop: asyncio.AbstractEventLoop, log: Log) -> None:
        self._loop, self._log = loop, log
        self._started: Any = None

    def start(self) -> Any:
        """Return the reactor, which runs on the loop; what Twisted reports goes into the log."""
        if self._started is None:
            reactor = install_reactor(self._loop)
            from server.logs.twisted_capture import capture_twisted  # noqa: PLC0415  # as below

            capture_twisted(self._log)
            reactor.startRunning(installSignalHandlers=False)
            self._started = reactor
        return self._started

    def stop(self) -> None:
        """Stop the reactor, if there is one, and the loop."""
        if self._started is None:
            self._loop.stop()
        else:
            self._started.stop()


def install_reactor(loop: asyncio.AbstractEventLoop) -> Any:
    """Install the asyncio reactor and return it; an earlier import would install another."""
    import_reactor_kind()
    # The first import of Twisted's reactor chooses its kind, so these must wait for that line.
    from twisted.internet.main import installReactor  # noqa: PLC0415

    from server.cli.light_reactor import LightReactor  # noqa: PLC0415

    reactor = LightReactor(loop)
    installReactor(reactor)  # type: ignore[no-untyped-call]
    return reactor
