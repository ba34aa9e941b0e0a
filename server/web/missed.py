"""What happens while the page is not there to see it: since the start, and while it is loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from server.watching.story import Story
from world.boundaries import Event


class MissedEvents:
    """Keeps what happens from `begin` on, with its time, until somebody listens."""

    def __init__(self, story: Story, now: Callable[[], datetime]) -> None:
        self._story, self._now = story, now
        self._events: list[tuple[datetime, Sequence[Event]]] = []
        self.begun: datetime | None = None
        """From when on; None: not yet."""

    def begin(self) -> datetime:
        """Keep events from now on, unless that has begun; return from when on they are kept."""
        if self.begun is None:
            self.begun = self._now()
            self._story.page = self._keep
        return self.begun

    def _keep(self, events: Sequence[Event]) -> None:
        self._events.append((self._now(), events))

    def pass_on(self, notice: Callable[[Sequence[Event], datetime | None], None]) -> None:
        """Tell what was kept, oldest first, and from now on whatever happens."""
        for at, events in self._events:
            notice(events, at)
        self._events.clear()
        self._story.page = lambda events: notice(events, None)
