"""Pick items, and divide a range, at even distances."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")


def pick_evenly(items: Sequence[T], count: int) -> list[T]:
    """Return at most `count` items at even distances, the first and the last among them.

    If `count` is 1, return the first.
    """
    if len(items) <= count:
        return list(items)
    if count < 2:
        return list(items[: max(0, count)])
    return [items[n * (len(items) - 1) // (count - 1)] for n in range(count)]


def divide_evenly(total: int, count: int) -> list[tuple[int, int]]:
    """Return the slices of `count` parts of `total` items, about equally long."""
    return list(pairwise(total * n // count for n in range(count + 1)))
