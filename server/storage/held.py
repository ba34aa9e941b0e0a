"""What a session has to show, held back until the changes before it are there to stay."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from late.late_dataclass import late_dataclass

MOST_HELD = 200
"""So many things wait at most; with one more, all are shown."""

T = TypeVar("T")


@late_dataclass(eq=False, slots=True)
class PendingChange:
    """A place in the order of what is shown: what follows waits until the change is settled."""

    settled: bool = False


class HeldOutput(Generic[T]):
    """Shows things in order, each as soon as every change before it is settled."""

    __slots__ = ("__weakref__", "_count", "_show", "waiting")

    def __init__(self, show: Callable[[T], None]) -> None:
        self._show = show
        self.waiting: deque[T | PendingChange] = deque()
        """What is held back, with the changes that it waits for; for others to look at alone."""
        self._count = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not self.waiting

    def begin(self) -> PendingChange:
        """Hold back what is added from now on until `settle` is called with the result."""
        change = PendingChange()
        self.waiting.append(change)
        return change

    def settle(self, change: PendingChange) -> None:
        """Show what waited for `change`, up to the next one that is not settled."""
        change.settled = True
        waiting = self.waiting
        while waiting:
            first = waiting[0]
            if not isinstance(first, PendingChange):
                waiting.popleft()
                self._count -= 1
                self._show(first)
            elif first.settled:
                waiting.popleft()
            else:
                return

    def add(self, thing: T) -> None:
        """Show `thing` in its turn."""
        if self.waiting:
            self.waiting.append(thing)
            self._count += 1
        else:
            self._show(thing)
        if self._count > MOST_HELD:
            self.release()

    def release(self) -> None:
        """Show everything that waits."""
        while self.waiting:
            self._show_first()

    def end(self) -> None:
        """Show nothing more, and let go of whoever showed it."""
        self.waiting.clear()
        self._show = _ignore

    def _show_first(self) -> None:
        first = self.waiting.popleft()
        if not isinstance(first, PendingChange):
            self._count -= 1
            self._show(first)


def _ignore(thing: object) -> None:
    """Show nothing."""
