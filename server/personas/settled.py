"""What came of reading every agent's profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class AgentsSettled:
    """Holds a line for each thing that is wrong."""

    lives: Callable[[str], bool]
    """Tells whether there is an agent of a name."""
    wrong: list[str] = field(default_factory=list)
    """What was not taken over, where an agent goes on as it was."""
    left_out: list[str] = field(default_factory=list)
    """What new agents live without, and agents that are not there at all."""

    @property
    def lines(self) -> Sequence[str]:
        """All that is wrong."""
        return (*self.wrong, *self.left_out)

    def add_broken(self, name: str, *why: str) -> None:
        """Note what is wrong with an agent's notes: it goes on as it was, or is not there."""
        if self.lives(name):
            self.wrong.extend(why)
        else:
            self.left_out.extend(
                f"{each}; {name} is not there until this is mended" for each in why
            )
