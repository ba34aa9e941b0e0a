"""The edit distance of two words."""

from __future__ import annotations


def damerau_levenshtein(one: str, other: str, limit: int) -> int:
    """Return the fewest insertions, deletions, replacements and swaps that make both equal.

    Optimal string alignment: no part is altered twice.  Counting stops at `limit` + 1.
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != against))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)
