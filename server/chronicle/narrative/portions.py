"""Portions: what a narrative shows at once of several days, the latest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from server.chronicle.narrative.pages import PagePart, render_plain

#: A portion has no more characters than these.
MOST_SHOWN = 12_000

#: Of a portion a paragraph takes no more than this share: its headings stand there, too.
_SHARE = 3 / 4

_BETWEEN = 2
"""Characters between two parts."""


def divide_days(days: Iterable[Sequence[PagePart]]) -> Iterator[list[PagePart]]:
    """Yield the portions of `days`, the latest first; within each what was earlier comes first.

    Each day begins a portion, unless it fits whole before the day after it; one that is too long
    for a portion has several. No more days are taken than the portions that are taken need.
    """
    portion: list[PagePart] = []
    for day in filter(None, days):
        if _measure(day) + _measure(portion) > MOST_SHOWN:
            if portion:
                yield portion
            *whole, portion = _divide(day)
            yield from whole
        else:
            portion = [*day, *portion]
    if portion:
        yield portion


def _divide(day: Sequence[PagePart]) -> list[list[PagePart]]:
    """Return the portions of one day, the latest first, each with the headings that it needs."""
    portions: list[list[PagePart]] = []
    for heads, paragraph in reversed(_list_paragraphs(day)):
        begun = portions[-1] if portions else []
        longer = [*heads, paragraph, *_strip_heads(begun, heads)]
        if begun and _measure(longer) > MOST_SHOWN:
            portions.append([*heads, paragraph])
        else:
            portions[-1:] = [longer]
    return portions


def _list_paragraphs(day: Sequence[PagePart]) -> list[tuple[list[PagePart], PagePart]]:
    """Return each paragraph with the headings over it."""
    heads: list[PagePart] = []
    found = []
    for part in day:
        if part.level:
            heads = [each for each in heads if each.level < part.level] + [part]
        else:
            found += [(heads, each) for each in _split(part)]
    return found


def _split(paragraph: PagePart) -> Iterator[PagePart]:
    """Yield the parts of what is too long for one portion, such as the talk of a crowd."""
    left, most = paragraph.text, int(MOST_SHOWN * _SHARE)
    while len(left) > most:
        end = max(left.rfind(" ", 0, most), 0) or most
        yield PagePart(0, left[:end], paragraph.room, paragraph.hour)
        left = left[end:].lstrip()
    yield PagePart(0, left, paragraph.room, paragraph.hour)


def _strip_heads(parts: list[PagePart], heads: list[PagePart]) -> list[PagePart]:
    """Return `parts` without the headings that stand before them already."""
    at = 0
    while at < min(len(parts), len(heads)) and parts[at] is heads[at]:
        at += 1
    return parts[at:]


def _measure(parts: Sequence[PagePart]) -> int:
    return len(render_plain(parts)) + _BETWEEN
