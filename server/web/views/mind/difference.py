"""The difference between two prompts, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from server.web.routing import Data

CONTEXT = 2
"""Lines that are shown before and after a change."""

MOST_COMPARED = 1500
"""Of more changed lines than that, all count as replaced: comparing takes the square of it."""

MOST_LINES = 1000
"""Lines of a difference that are shown."""

LONGEST_LINE = 2000
"""Characters that are shown of a line."""

Change = tuple[str, Sequence[str]]
"""``same``, ``added`` or ``removed``, and the lines."""


def compare_prompts(before: str, after: str) -> Data:
    """Return the lines that were added and removed, with a little of what stands around them."""
    changes = list(_compare(before.split("\n"), after.split("\n")))
    shown, left = list[Data](), MOST_LINES
    for kind, lines in _leave_out_same(changes):
        taken = lines[:left]
        left -= len(taken)
        if taken or kind == "skipped":
            shown.append({"kind": kind, "lines": [_cut(each) for each in taken]})
    counts = {
        kind: sum(len(lines) for each, lines in changes if each == kind)
        for kind in ("added", "removed")
    }
    return {**counts, "parts": shown, "whole": left > 0}


def _compare(before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    first = _count_equal(before, after)
    last = _count_equal(before[first:][::-1], after[first:][::-1])
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    yield "same", before[:first]
    if max(len(old), len(new)) > MOST_COMPARED:
        yield from (("removed", old), ("added", new))
    else:
        for _, a, b, c, d in SequenceMatcher(None, old, new).get_opcodes():
            if old[a:b] == new[c:d]:
                yield "same", old[a:b]
            else:
                yield from (("removed", old[a:b]), ("added", new[c:d]))
    yield "same", before[len(before) - last :]


def _count_equal(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _leave_out_same(changes: Sequence[Change]) -> Iterator[Change]:
    """Yield the changes; of what stayed the same only the lines next to them."""
    last = len(changes) - 1
    for number, (kind, lines) in enumerate(changes):
        if kind != "same":
            yield kind, lines
            continue
        begin = lines[:CONTEXT] if number else []
        end = lines[-CONTEXT:] if number < last else []
        if len(lines) <= len(begin) + len(end):
            yield kind, lines
            continue
        yield from ((kind, begin), ("skipped", []), (kind, end))


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
