"""Twisted's asyncio reactor with a shorter way from the loop to a connection that can be read."""

from __future__ import annotations

from typing import Any

from twisted.internet.asyncioreactor import AsyncioSelectorReactor


class LightReactor(AsyncioSelectorReactor):
    """Reads without a context for Twisted's log: ours has no use for it, and every line paid.

    A fault in a connection is logged, and the connection lost, as ever.
    """

    def addReader(self, reader: Any) -> None:  # noqa: N802  # Twisted's name
        """Call `reader` whenever it can be read."""
        super().addReader(reader)  # type: ignore[no-untyped-call]
        descriptor = self._readers.get(reader)
        if descriptor is not None:
            # The loop knows the descriptor by now: that changes its callback, without the system.
            self._asyncioEventloop.add_reader(descriptor, self._readOrWrite, reader, True)
