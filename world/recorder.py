"""A mind that only keeps what it perceives, for tests, benchmarks and simulations."""

from __future__ import annotations

from world.boundaries import Mind, MindKind, Perception


class Recorder:
    """Keeps every perception in `perceptions`, oldest first."""

    def __init__(self, kind: MindKind = "person") -> None:
        self._kind: MindKind = kind
        self.perceptions: list[Perception] = []

    @property
    def kind(self) -> MindKind:
        """Whether it passes for a person or an agent."""
        return self._kind

    def perceive(self, perception: Perception) -> None:
        """Keep `perception`."""
        self.perceptions.append(perception)

    def take(self) -> list[Perception]:
        """Return what was perceived since the last call, and forget it."""
        taken, self.perceptions = self.perceptions, []
        return taken


_mind: type[Mind] = Recorder
