"""The states of a visit, from the greeting to the end, and their transitions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class VisitState(Enum):
    """Where a visit stands."""

    GREETING = "greeting"
    """Waiting for ``connect``, ``create``, ``guest`` …"""
    PASSWORD = "password"
    """Asked for a password; the next line is one."""
    AGAIN = "again"
    """Asked for a new password a second time."""
    CHECKING = "checking"
    """A password is being hashed; lines wait."""
    PLAYING = "playing"
    """In the world."""
    GONE = "gone"


VISIT_TRANSITIONS: Mapping[VisitState, frozenset[VisitState]] = {
    VisitState.GREETING: frozenset(
        {VisitState.PASSWORD, VisitState.CHECKING, VisitState.PLAYING, VisitState.GONE}
    ),
    VisitState.PASSWORD: frozenset(
        {VisitState.GREETING, VisitState.AGAIN, VisitState.CHECKING, VisitState.GONE}
    ),
    VisitState.AGAIN: frozenset({VisitState.GREETING, VisitState.CHECKING, VisitState.GONE}),
    VisitState.CHECKING: frozenset({VisitState.GREETING, VisitState.PLAYING, VisitState.GONE}),
    VisitState.PLAYING: frozenset({VisitState.GONE}),
    VisitState.GONE: frozenset(),
}
