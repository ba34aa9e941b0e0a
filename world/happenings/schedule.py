"""Which happenings are due between two moments: pure, and the same in whatever slices one asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from world.almanac.chance import draw_number
from world.calendar import DAY_MINUTES, Calendar
from world.happenings.happening import Happening


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """A happening with the minute at which it is due, and that of its trigger."""

    minute: int
    name: str
    trigger: int
    happening: Happening = field(compare=False)


def find_due(
    happenings: Iterable[Happening],
    pending: Mapping[str, int],
    calendar: Calendar,
    after: int,
    until: int,
) -> list[Due]:
    """Return what is due after the minute `after` and up to `until`, in order.

    `pending` has the minute of the last deed for each happening that waits for its time.  Such
    a one is due even if its time was before `after`: it waits until it is taken off.
    """
    found: list[Due] = []
    for each in happenings:
        for trigger in _list_triggers(each, pending, after, until):
            minute = find_minute(each, trigger, calendar)
            if minute is not None and minute <= until and (each.deed or after < minute):
                found.append(Due(minute, each.name, trigger, each))
    return sorted(found)


def _list_triggers(
    each: Happening, pending: Mapping[str, int], after: int, until: int
) -> Iterator[int]:
    if each.minute is None:
        if each.name in pending:
            yield pending[each.name]
        return
    first = (after - each.delay.longest) // DAY_MINUTES
    for day in range(first, until // DAY_MINUTES + 1):
        yield day * DAY_MINUTES + each.minute


def find_minute(each: Happening, trigger: int, calendar: Calendar) -> int | None:
    """Return the minute at which a trigger lets `each` happen; None: it does not."""
    delay = each.delay.find_minutes(calendar.find_time(trigger), each.name, _day_of(trigger))
    return None if delay is None else trigger + delay


def is_its_day(due: Due, calendar: Calendar, last: int | None) -> bool:
    """Return whether chance, the moment of its trigger and the `last` time allow a happening.

    `last` is the trigger of the last time that it happened.
    """
    each, time = due.happening, calendar.find_time(due.trigger)
    return (
        not _is_too_soon(due, last)
        and draw_number("chance", each.name, time.day) < each.chance
        and all(
            need.admits(getattr(time, need.subject))
            for need in each.requirements
            if need.is_of_time
        )
    )


def _is_too_soon(due: Due, last: int | None) -> bool:
    if last is None or last > due.trigger:  # the calendar was changed meanwhile
        return False
    return last == due.trigger or _day_of(due.trigger) - _day_of(last) < due.happening.days_between


def _day_of(minute: int) -> int:
    return minute // DAY_MINUTES
