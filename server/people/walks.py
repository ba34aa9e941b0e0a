"""People on their way to a room that is further off: a step at a time, until something happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from late.late_dataclass import late_dataclass
from server.people.lost_links import CallLater, DelayedLeave
from server.upgrade.boundaries import Carried
from world.model import Character, Room
from world.nature import Nature
from world.world import World


@late_dataclass(frozen=True, slots=True)
class _Walk:
    goal: Room
    place: Room
    """Where the walker was left; anywhere else the walk is over."""
    timer: DelayedLeave


class Walks:
    """The walks of all people.

    Each step is a line of its own through the one door, `seconds` after the one before; the
    command that runs it sets out anew. So a step that is refused, or the last one, ends the walk.
    `perform` submits a line for a character.
    """

    def __init__(
        self,
        world: World,
        call_later: CallLater,
        seconds: float,
        perform: Callable[[int, str], None],
    ) -> None:
        self._world = world
        self._call_later = call_later
        self._seconds = seconds
        self._perform = perform
        self._walks: dict[int, _Walk] = {}

    @property
    def any(self) -> bool:
        """Whether anybody walks."""
        return bool(self._walks)

    def set_out(self, walker: Character, goal: Room) -> None:
        """Let a character who has taken the first step take the others."""
        self.stop(walker.id)
        timer = self._call_later(self._seconds, lambda: self._step(walker))
        self._walks[walker.id] = _Walk(goal, walker.room, timer)

    def stop(self, walker: int) -> bool:
        """End the walk of a character; return whether there was one."""
        walk = self._walks.pop(walker, None)
        if walk is not None and walk.timer.active():
            walk.timer.cancel()
        return walk is not None

    def interrupt(self, walker: int) -> None:
        """End the walk of a character, and say so."""
        walk = self._walks.get(walker)
        if walk is not None and self.stop(walker):
            self._world.notify(
                walker, self._world.texts.say("walk.stopped", destination=walk.goal.name)
            )

    def hand_over(self, character: int) -> Mapping[str, Any]:
        """Stop a character's walk and return where it goes; empty: nowhere."""
        walk = self._walks.get(character)
        return {"goal": walk.goal.id} if walk is not None and self.stop(character) else {}

    def resume(self, character: int, kept: Mapping[str, Any]) -> None:
        """Let a character walk on, unless the room is gone."""
        goal = self._world.thing(kept["goal"])
        if isinstance(goal, Room):
            self.set_out(self._world.character(character), goal)

    def _step(self, walker: Character) -> None:
        walk = self._walks.pop(walker.id, None)
        present = self._world.is_present(walker) and walker.place is walk.place if walk else False
        go = self._world.table.of_nature(Nature.MOVEMENT)
        if walk and go and present and not self._world.presence.is_lost(walker.id):
            self._perform(walker.id, f"{go.name} #{walk.goal.id}")


_carried: type[Carried] = Walks
