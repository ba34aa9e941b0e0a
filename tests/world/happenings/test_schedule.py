"""The schedule is pure: in whatever slices one asks, the same is due."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from tests.world.happenings.support import Stage
from world.almanac.weather import WEATHERS
from world.calendar import DAY_MINUTES, SEASONS, Calendar
from world.happenings.happening import Delay, Happening, MinuteRange
from world.happenings.schedule import Due, find_due, is_its_day

STRETCHES = st.tuples(st.integers(0, 3000), st.integers(0, 500)).map(
    lambda pair: MinuteRange(pair[0], pair[0] + pair[1])
)
DELAYS = st.lists(
    st.tuples(st.sampled_from(["", *WEATHERS, *SEASONS]), STRETCHES), min_size=1, max_size=4
).map(lambda choices: Delay(tuple(choices)))
HAPPENINGS = st.lists(
    st.builds(
        Happening,
        name=st.sampled_from("abcdefgh"),
        path=st.just(Path("x.md")),
        minute=st.integers(0, DAY_MINUTES - 1),
        delay=DELAYS,
        chance=st.floats(0.1, 1),
    ),
    max_size=6,
    unique_by=lambda each: each.name,
)
CALENDARS = st.builds(Calendar, st.just(60.0), st.integers(0, 5), st.booleans())
CUTS = st.lists(st.integers(0, 5 * DAY_MINUTES), max_size=30)
START = 700_000


@given(HAPPENINGS, CALENDARS, CUTS)
def test_slices_make_no_difference(
    happenings: list[Happening], calendar: Calendar, cuts: list[int]
) -> None:
    """What is due in a stretch of time is what is due in its parts, in the same order."""
    end = START + 5 * DAY_MINUTES
    edges = [START, *sorted(START + cut for cut in cuts), end]
    sliced: list[Due] = []
    for after, until in pairwise(edges):
        sliced += find_due(happenings, {}, calendar, after, until)
    assert sliced == find_due(happenings, {}, calendar, START, end)


@given(HAPPENINGS, CALENDARS)
def test_each_comes_at_most_once_for_each_of_its_triggers(
    happenings: list[Happening], calendar: Calendar
) -> None:
    due = find_due(happenings, {}, calendar, START, START + 5 * DAY_MINUTES)
    assert len({(each.name, each.trigger) for each in due}) == len(due)
    for each in due:
        assert each.trigger <= each.minute <= each.trigger + each.happening.delay.longest
        assert is_its_day(each, calendar, None) == is_its_day(each, calendar, None)
        assert not is_its_day(each, calendar, each.trigger)


NOTES = {
    "Dawn": "---\nwhen: dawn\nwhere: The Hall\n---\nLight.\n",
    "Late": "---\nwhen: 23:50\nafter: 20 to 90 minutes\nchance: 0.5\nwhere: The Hall\n---\nOwl.\n",
    "Boat": "---\nwhen: noon\nwhere: The Hall\nif: {paper boat: absent}\n"
    "changes: {make: small boat, in: The Hall}\n---\nA boat.\n",
    "Gone": "---\nwhen: 12:30\nwhere: The Hall\nchanges: {remove: small boat}\n---\nIt is gone.\n",
    "Lit": "---\nwhen: dusk\nwhere: The Hall\nchanges: {thing: great lamp, state: lit}\n---\nOn.\n",
    "Out": "---\nwhen: dawn\nafter: 5 minutes\nwhere: The Hall\nif: {great lamp: lit}\n"
    "changes: {thing: great lamp, state: dark}\n---\nOff.\n",
}


@given(st.lists(st.integers(1, 55), min_size=60, max_size=160))
@settings(max_examples=choose_count(6, 25))
def test_the_world_lives_the_same_however_often_it_looks(
    tmp_path_factory: object, steps: list[int]
) -> None:
    """With states that change on the way, and a restart at every tenth look."""
    folder = tmp_path_factory.mktemp("world")  # type: ignore[attr-defined]  # pytest's factory
    often, seldom = (Stage(folder, Calendar(season_length=2)) for _ in range(2))
    happenings = often.adopt(**NOTES)
    seldom.adopt(**NOTES)
    often.engine.pass_time()
    seldom.engine.pass_time()
    lived: list[str] = []
    for number, step in enumerate(steps):
        seldom.minutes += step
        lived += seldom.engine.pass_time()
        if number % 10 == 9:
            seldom.start().adopt(happenings, lambda _: False)
    assert often.wait(sum(steps)) == lived
    assert often.state("great lamp") == seldom.state("great lamp")
