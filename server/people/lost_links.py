"""Bodies whose person has lost the connection: they wait a while for the person to return."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from late.late_dataclass import late_dataclass

if TYPE_CHECKING:
    from server.session.session import Session


class DelayedLeave(Protocol):
    """A timer of a reactor."""

    def cancel(self) -> None:
        """Stop it; an error if it has run out."""
        ...

    def active(self) -> bool:
        """Return whether it still runs."""
        ...

    def getTime(self) -> float:  # noqa: N802  # Twisted's name
        """Return when it runs out, in seconds of its reactor's clock."""
        ...


CallLater = Callable[[float, Callable[[], None]], DelayedLeave]
"""Makes a call so many seconds from now, as a reactor does."""


@late_dataclass(frozen=True, slots=True)
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

    def hold(
        self,
        character: int,
        session: Session,
        on_over: Callable[[], None],
        left: float | None = None,
    ) -> None:
        """Wait for the person; `on_over` is called when nobody has come.

        `left`: so many seconds are left, where another program has waited already.
        """
        timer = self._call_later(self._seconds if left is None else left, on_over)
        self._lost[character] = _LostLink(session, timer)

    def find_end(self, character: int) -> float:
        """Return when the waiting for a person ends, in seconds of the reactor's clock."""
        return self._lost[character].timer.getTime()

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
