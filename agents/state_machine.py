"""A state machine with an explicit table of transitions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Generic, TypeVar

S = TypeVar("S", bound=Enum)


class InvalidTransition(Exception):
    """The table does not have the requested transition: a defect of the caller."""


class StateMachine(Generic[S]):
    """Holds one state and allows only the transitions of its table; `what` names it in errors."""

    def __init__(self, what: str, start: S, transitions: Mapping[S, frozenset[S]]) -> None:
        self._what = what
        self._state = start
        self._transitions = transitions

    @property
    def state(self) -> S:
        """The present state."""
        return self._state

    def to(self, state: S) -> None:
        """Change to `state`. Raises `InvalidTransition` if the table does not allow it."""
        if state not in self._transitions[self._state]:
            raise InvalidTransition(
                f"{self._what} cannot go from {self._state.value} to {state.value}"
            )
        self._state = state
