"""The memories that a sentence rests on: the first, the newest, and how many more there are."""

from __future__ import annotations

from collections.abc import Iterable

#: Numbers that one sentence lists at most: half of them the first, half of them the newest.
MOST = 6


class CitedNumbers(tuple[int, ...]):
    """The numbers of memories, and how many `more` of them there are between the listed ones.

    A plain tuple of numbers means the same with none between.
    """

    more: int

    def __new__(cls, numbers: Iterable[int], more: int = 0) -> CitedNumbers:
        """Return the numbers with `more` others between them."""
        made = super().__new__(cls, numbers)
        made.more = more
        return made

    def __eq__(self, other: object) -> bool:
        """Return whether `other` has the same numbers, and as many more."""
        same = isinstance(other, tuple) and tuple(self) == tuple(other)
        return same and self.more == count_unlisted(other)

    def __ne__(self, other: object) -> bool:
        """Return whether `other` differs."""
        return not self == other

    __hash__ = tuple.__hash__


def count_unlisted(numbers: object) -> int:
    """Return how many more memories there are than `numbers` lists."""
    return numbers.more if isinstance(numbers, CitedNumbers) else 0


def unite_numbers(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of both, each once, and at least how many more there are.

    What lies outside the first and the last of one cannot be among those that it does not list.
    """
    both = tuple(dict.fromkeys((*one, *other)))
    least = max(_count_with(one, other), _count_with(other, one), len(both))
    return CitedNumbers(both, least - len(both)) if least > len(both) else both


def _count_with(these: tuple[int, ...], others: tuple[int, ...]) -> int:
    """Return how many memories these are at least, and those of `others` outside of their span."""
    total = len(these) + count_unlisted(these)
    if not these:
        return len(others) + count_unlisted(others)
    outside = sum(1 for each in others if not min(these) <= each <= max(these))
    apart = others and outside == len(others) and not _encloses(others, these)
    return total + outside + (count_unlisted(others) if apart else 0)


def _encloses(these: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return min(these) < min(others) and max(others) < max(these)


def bound_numbers(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return `numbers` if they are no more than `MOST`; else the first and the newest of them."""
    left_out = len(numbers) - MOST
    if left_out <= 0:
        return numbers
    ordered, half = sorted(numbers), MOST // 2
    return CitedNumbers(
        (*ordered[:half], *ordered[half - MOST :]), count_unlisted(numbers) + left_out
    )


def describe_numbers(numbers: tuple[int, ...]) -> str:
    """Return the numbers as people read them: ``1, 2, 3, 31 more, 40, 41, 42``."""
    listed, more = [str(each) for each in numbers], count_unlisted(numbers)
    middle = len(listed) // 2
    return ", ".join((*listed[:middle], *([f"{more:,} more"] if more else []), *listed[middle:]))
