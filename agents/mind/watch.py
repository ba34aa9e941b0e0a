"""Passing events of minds to any number of watchers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from agents.boundaries import Watcher, WatchEvent
from agents.event_line import tell_event
from late.late_dataclass import late_dataclass

#: In place of an agent's name: every agent.
ALL = "all"


@late_dataclass(slots=True)
class WatchHub:
    """Passes every `WatchEvent` to the watchers of its agent. It is a `Watcher` itself."""

    log: Callable[[str], None]
    _watchers: dict[tuple[str, int], Watcher] = field(default_factory=dict)

    def __call__(self, event: WatchEvent) -> None:
        """Pass `event` on; remove a watcher that raises."""
        for (agent, who), watcher in list(self._watchers.items()):
            if agent in (event.agent, ALL):
                self._tell(watcher, event, (agent, who))

    def toggle(self, agent: str, who: int, watcher: Watcher) -> bool:
        """Start or stop `who`'s watch of `agent`; return whether it is on now."""
        key = (agent, who)
        if self._watchers.pop(key, None) is not None:
            return False
        self._watchers[key] = watcher
        return True

    @property
    def is_watched(self) -> bool:
        """Whether anybody watches."""
        return bool(self._watchers)

    def list_watches(self, who: int) -> list[tuple[str, Watcher]]:
        """Return each agent that character `who` watches, and the watcher."""
        return [(agent, each) for (agent, one), each in self._watchers.items() if one == who]

    def forget(self, who: int) -> bool:
        """Stop all watches of character `who`; return whether there were any."""
        keys = [key for key in self._watchers if key[1] == who]
        for key in keys:
            del self._watchers[key]
        return bool(keys)

    def _tell(self, watcher: Watcher, event: WatchEvent, key: tuple[str, int]) -> None:
        try:
            watcher(event)
        except Exception as error:
            self._watchers.pop(key, None)
            line = f"[Watch] a watcher of {event.agent} failed and was let go: {error!r}"
            known = {"agent": event.agent, "error": repr(error)}
            self.log(tell_event("watch.let-go", line, "warning", **known))


_: Watcher = WatchHub(print)
