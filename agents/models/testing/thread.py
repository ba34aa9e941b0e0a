"""A server in a thread of its own, so that plain code can talk to it."""

from __future__ import annotations

import asyncio
import threading
from typing import Protocol

#: A server that has not come up, or gone down, by then never will.
_SECONDS = 10.0


class Startable(Protocol):
    """What can be started and closed on a loop."""

    async def start(self) -> None:
        """Be ready when this returns. Raises `OSError`."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


class OwnThread:
    """Runs `server` on a loop in a thread from `start` to `stop`; more than once if need be."""

    def __init__(self, server: Startable) -> None:
        self._server = server
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Return when the server is ready. Raises what its start raised."""
        self._ready = threading.Event()
        self._failure: OSError | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()), daemon=True)
        self._thread.start()
        if not self._ready.wait(_SECONDS):
            raise TimeoutError(f"the server did not start within {_SECONDS:g} s")
        if self._failure is not None:
            self._thread.join()
            raise self._failure

    def stop(self) -> None:
        """Return when the server is closed."""
        if self._thread is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._ended.set)
            self._thread.join(_SECONDS)

    async def _live(self) -> None:
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        try:
            await self._server.start()
        except OSError as error:
            self._failure = error
            return
        finally:
            self._ready.set()
        await self._ended.wait()
        await self._server.close()
