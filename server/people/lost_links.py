"""Bodies whose person has lost the connection: they wait a while for the person to return."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from server.session.session import Session


class DelayedLeave(Protocol):
    """A timer of a reactor."""

    def cancel(self) -> None:
        """Stop it; an error if it has run out."""
        ...

    def active(self) -> bool:
        """Return whether it still runs."""
        ...


CallLater = Callable[[float, Callable[[], None]], DelayedLeave]
"""Makes a call so many seconds from now, as a reactor does."""


@dataclass(frozen=True, slots=True)
class _LostLink:
    session: Session
    timer: DelayedLeave


class LostLinks:
    """Sessions without a connection, by character. With 0 `seconds` nobody waits."""

    def __init__(self, call_later: CallLater, seconds: float) -> None:
        self._call_later = call_later
        self._seconds = seconds
        self._lost: dict[int, _LostLink] = {}

    def __iter__(self) -> Iterator[tuple[int, Session]]:
        return iter([(id, lost.session) for id, lost in self._lost.items()])

    def awaits(self, session: Session) -> bool:
        """Return whether the session's person may come back to the body; no guest can."""
        return self._seconds > 0 and not session.account.guest

    def hold(self, character: int, session: Session, on_over: Callable[[], None]) -> None:
        """Wait for the person; `on_over` is called when nobody has come."""
        timer = self._call_later(self._seconds, on_over)
        self._lost[character] = _LostLink(session, timer)

    def take(self, character: int) -> Session | None:
        """Stop waiting; return the session that was lost, if one was."""
        lost = self._lost.pop(character, None)
        if lost is None:
            return None
        if lost.timer.active():
            lost.timer.cancel()
        return lost.session

    def stop(self) -> None:
        """Wait for nobody from now on; those who are awaited stay until they are taken."""
        self._seconds = 0
