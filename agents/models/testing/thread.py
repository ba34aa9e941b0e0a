"""Running a server in a thread, so that code without asyncio can use it."""

from __future__ import annotations

import asyncio
import threading
from typing import Protocol

#: The limit for starting and for stopping (seconds).
_SECONDS = 10.0


class Startable(Protocol):
    """A server that starts and closes on an event loop."""

    async def start(self) -> None:
        """Return when the server is ready. Raises `OSError`."""
        ...

    async def close(self) -> None:
        """Close everything."""
        ...


class OwnThread:
    """Runs `server` on a loop in a thread from `start` to `stop`; it can start again."""

    def __init__(self, server: Startable) -> None:
        self._server = server
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Return when the server is ready. Raises the error of its start, or `TimeoutError`."""
        self._ready = threading.Event()
        self._failure: OSError | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
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

    async def _serve(self) -> None:
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
