"""The states of a visit, from the greeting to the end, and which may follow which."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class State(Enum):
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


TRANSITIONS: Mapping[State, frozenset[State]] = {
    State.GREETING: frozenset({State.PASSWORD, State.CHECKING, State.PLAYING, State.GONE}),
    State.PASSWORD: frozenset({State.GREETING, State.AGAIN, State.CHECKING, State.GONE}),
    State.AGAIN: frozenset({State.GREETING, State.CHECKING, State.GONE}),
    State.CHECKING: frozenset({State.GREETING, State.PLAYING, State.GONE}),
    State.PLAYING: frozenset({State.GONE}),
    State.GONE: frozenset(),
}


class TransitionError(Exception):
    """A state was to follow one that it cannot follow: a fault of the program."""


class Machine:
    """Holds the state and lets it move along `TRANSITIONS` only."""

    def __init__(self) -> None:
        self.state = State.GREETING

    def move(self, to: State) -> None:
        """Go to `to`. Raises `TransitionError`."""
        if to not in TRANSITIONS[self.state]:
            raise TransitionError(f"from {self.state.value} to {to.value}")
        self.state = to
