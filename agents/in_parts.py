"""Work in parts, between which others may use the event loop."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

InParts: TypeAlias = Generator[None, None, T]
"""Yields after each part of the work; returns what comes of it."""


def finish_parts(work: InParts[T]) -> T:
    """Return what comes of `work`, without a pause."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            done: T = ended.value
            return done
