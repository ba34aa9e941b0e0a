"""Everything that listens to the world's events, wired together for a running server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.boundaries import Clock
from agents.mind.watch import WatchHub
from config.server import ServerSettings
from late.late_dataclass import late_dataclass
from server.chronicle.chronicle import Chronicle
from server.lock import MACHINE_FOLDER
from server.training.marks import TRAINING_MARKS, TrainingMarks
from server.training.parts import TrainingParts
from server.watching.feed import WorldFeed
from server.watching.followers import Followers
from server.watching.watchers import Watchers
from world.boundaries import Event
from world.world import World

if TYPE_CHECKING:
    from server.gate import WorldGate


@late_dataclass(slots=True)
class Story:
    """The chronicle, the watchers' stream, the followers and the training data of one world."""

    world: World
    hub: WatchHub
    chronicle: Chronicle
    feed: WorldFeed
    followers: Followers
    watchers: Watchers
    training: TrainingParts
    page: Callable[[Sequence[Event]], None] = lambda events: None
    """Shows the events to browsers, while there are any."""

    def notice(self, events: Sequence[Event]) -> None:
        """Pass events on to all who listen."""
        for listener in (self.chronicle.recorder, self.feed, self.followers):
            listener.notice(events)
        self.page(events)

    def open_gate(self, gate: WorldGate, prefers: Callable[[str, str], str]) -> None:
        """Learn of the people who are here; `prefers` returns what a person has set."""
        self.chronicle.visitors = gate.visitors
        self.watchers.send, self.watchers.prefers = gate.gmcp, prefers
        gate.carried.update(follow=self.followers, watch=self.watchers)

    def forget(self, who: int) -> None:
        """Stop all watching and following by and of the character `who`."""
        self.hub.forget(who)
        self.followers.forget(who)


def open_story(
    world: World,
    vault: Path,
    clock: Clock,
    settings: Callable[[], ServerSettings],
    hub: WatchHub,
    log: Callable[[str], None],
) -> Story:
    """Return the story of `world`, which begins now."""
    chronicle = Chronicle(world, vault, clock, settings, log)
    feed = WorldFeed(world, hub, clock)
    marks = TrainingMarks(vault / MACHINE_FOLDER / TRAINING_MARKS)
    training = TrainingParts(vault, marks, clock)
    story = Story(
        world, hub, chronicle, feed, Followers(world, clock), Watchers(world, hub), training
    )
    world.on_events = story.notice
    return story
