"""What the commands about training data work with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass
from server.training.marks import TrainingMarks
from world.names import vault_path

if TYPE_CHECKING:
    from agents.mind.agent import Agent
    from server.training.examples import TrainingDrawer


@late_dataclass(frozen=True, slots=True)
class TrainingParts:
    """What the commands work with."""

    vault: Path
    marks: TrainingMarks
    clock: Clock

    def make_drawer(self, agent: Agent, *, accepted: bool) -> TrainingDrawer:
        """Return what draws an agent's examples. Raises `MarksUnreadable` and `OSError`."""
        from server.training.examples import TrainingDrawer  # noqa: PLC0415  # with the minds

        archive = vault_path(self.vault, "agents", agent.name, "archive")
        return TrainingDrawer(agent.name, archive, self.marks.find(agent.name).counts, accepted)
