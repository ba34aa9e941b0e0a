"""A state machine with a table: a transition that the table lacks is an error, never a move."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Generic, TypeVar

S = TypeVar("S", bound=Enum)


class InvalidTransition(Exception):
    """A machine was asked to go where its table does not lead: a defect of the caller."""


class StateMachine(Generic[S]):
    """Holds one state and lets it move along `transitions` only; `what` is for messages."""

    def __init__(self, what: str, start: S, transitions: Mapping[S, frozenset[S]]) -> None:
        self._what = what
        self._state = start
        self._transitions = transitions

    @property
    def state(self) -> S:
        """Where it stands."""
        return self._state

    def to(self, state: S) -> None:
        """Go on to `state`. Raises `InvalidTransition` where the table has no such arrow."""
        if state not in self._transitions[self._state]:
            raise InvalidTransition(
                f"{self._what} cannot go from {self._state.value} to {state.value}"
            )
        self._state = state
