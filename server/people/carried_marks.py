"""What an upgrade carries over of the words beside people's names: that somebody is away."""

from __future__ import annotations

from server.upgrade.boundaries import Carried
from world.presence import Presence


class CarriedMarks:
    """Keeps the word beside a character's name."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence

    def hand_over(self, character: int) -> str:
        """Return the word; empty: none."""
        return self._presence.mark_of(character)

    def resume(self, character: int, kept: str) -> None:
        """Show the word again."""
        self._presence.mark(character, kept)


_carried: type[Carried] = CarriedMarks
