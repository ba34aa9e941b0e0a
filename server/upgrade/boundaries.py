"""The Protocols of what an upgrade carries over; no logic of its own."""

from __future__ import annotations

from typing import Any, Protocol


class Carried(Protocol):
    """A part of the server that keeps something in memory for each person who is here."""

    def hand_over(self, character: int) -> Any:
        """Return what is kept for the person's character, as plain data; falsy: nothing."""
        ...

    def resume(self, character: int, kept: Any) -> None:
        """Take back what another program's part of the same name has handed over."""
        ...


class CarriedOnce(Protocol):
    """A part of the server that keeps something in memory, not of one person alone."""

    def hand_over(self) -> Any:
        """Return what is kept, as plain data; falsy: nothing."""
        ...

    def resume(self, kept: Any) -> None:
        """Take back what another program's part of the same name has handed over."""
        ...
