"""Following: a body goes along with another, by ordinary steps through the exits."""

from __future__ import annotations

from collections.abc import Sequence

from agents.boundaries import Clock
from world.boundaries import Event
from world.model import Character
from world.world import World

#: A follower who is left behind by more than so many rooms stays.
FARTHEST = 20


class Followers:
    """Who follows whom."""

    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self._leaders: dict[int, int] = {}

    def find_leader(self, follower: int) -> Character | None:
        """Return the character that `follower` follows, or None."""
        leader = self._world.thing(self._leaders.get(follower, 0))
        return leader if isinstance(leader, Character) else None

    def follow(self, follower: int, leader: int) -> None:
        """Let `follower` go along with `leader` from now on, and catch up with it."""
        self._leaders[follower] = leader
        self._catch_up_soon(follower)

    def hand_over(self, character: int) -> int:
        """Return whom a character follows; 0: nobody."""
        return self._leaders.get(character, 0)

    def resume(self, character: int, kept: int) -> None:
        """Let a character go on following, unless the other one is gone."""
        if self._world.thing(kept) is not None:
            self._leaders[character] = kept

    def forget(self, who: int) -> None:
        """Let `who` follow nobody, and nobody `who`."""
        self._leaders = {
            one: leader for one, leader in self._leaders.items() if who not in (one, leader)
        }

    def stop(self, follower: int) -> None:
        """Let `follower` follow nobody."""
        self._leaders.pop(follower, None)

    def notice(self, events: Sequence[Event]) -> None:
        """Let those follow whose leader has come somewhere."""
        if self._leaders:
            gone = {event.actor for event in events if event.actor is not None}
            for follower, leader in self._leaders.items():
                if leader in gone:
                    self._catch_up_soon(follower)

    def _catch_up_soon(self, follower: int) -> None:
        # A step is a line of its own: it must not be taken while another line runs.
        self._clock.call_later(0, lambda: self._catch_up(follower))

    def _catch_up(self, follower: int) -> None:
        leader = self.find_leader(follower)
        if leader is None or self._world.kind_of(follower) is None:
            self.stop(follower)
            return
        for _ in range(FARTHEST):
            here = self._world.character(follower).room
            way = self._world.find_way(follower, leader.room.name)
            if not way:
                return
            self._world.perform(follower, f"go {way[0]}")
            if self._world.character(follower).room is here:
                return
