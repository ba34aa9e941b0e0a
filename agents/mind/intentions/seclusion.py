"""Who is to be left alone: nobody looks for an agent that is about something secret, and nobody
begins to speak where one tells a story."""

from __future__ import annotations

from dataclasses import field

from late.late_dataclass import late_dataclass


@late_dataclass(slots=True)
class Seclusion:
    """The agents of a world that are to be left alone now."""

    _hidden: set[str] = field(default_factory=set)
    _telling: dict[str, str] = field(default_factory=dict)
    """The room of each agent that tells a story."""

    def mark(self, agent: str, *, hidden: bool, telling: str = "") -> None:
        """Note whether an agent is not to be sought, and in which room it tells a story."""
        (self._hidden.add if hidden else self._hidden.discard)(agent)
        self._telling[agent] = telling

    def hides(self, name: str) -> bool:
        """Return whether an agent of this name is not to be sought."""
        return name in self._hidden

    def is_listening(self, agent: str, place: str) -> bool:
        """Return whether somebody else than `agent` tells a story in `place`."""
        return any(room == place for name, room in self._telling.items() if name != agent)
