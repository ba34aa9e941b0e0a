"""Replay's line of time by its modules: from times to places and back, its bars and its words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from tests.e2e.web.chromium import Chromium, be_logged_in
from tests.e2e.web.support.modules import call
from tests.e2e.worlds import make_world

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
BEGIN = 1_764_000_000_000 - 1_764_000_000_000 % DAY
"""The midnight at which the lines of these tests begin."""

LETTER = 7


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, chromium: Chromium) -> Iterator[Chromium]:
    with make_world(tmp_path_factory.mktemp("time_line")).server() as server:
        server.client().create("Ada")
        be_logged_in(chromium, server.web)
        yield chromium


def stand(begin: int, end: int) -> dict[str, str]:
    """A time in which the world stood still, as the server tells it; both from `BEGIN` on."""

    def tell(after: int) -> str:
        return datetime.fromtimestamp((BEGIN + after) / 1000, UTC).isoformat()

    return {"from": tell(begin), "to": tell(end)}


def ask(
    page: Chromium, expression: str, stood: list[dict[str, str]], length: int, width: float = 1000
) -> Any:
    """Return the value of an expression about a scale `s` of a line from `BEGIN` on."""
    given = f"{BEGIN}, {BEGIN + length}, {json.dumps(stood)}, {width}"
    told = f"(s => {expression})(m.makeScale({given}))"
    return call(page, "views/replay/time_scale", told)


SITTINGS = [
    stand(20 * MINUTE, 18 * HOUR),
    stand(18 * HOUR + 40 * MINUTE, 40 * HOUR),
    stand(40 * HOUR + 20 * MINUTE, 60 * HOUR),
]
"""Three evenings of 20, 40 and 20 minutes, and a fourth of ten, in `SEEN`."""
SEEN = 60 * HOUR + 10 * MINUTE


def test_a_line_of_running_time_is_even(page: Chromium) -> None:
    """So is that of a log that does not know when the world stood still."""
    told = ask(page, f"[0, 0.25, 1].map(n => m.findX(s, {BEGIN} + n * {DAY}))", [], DAY)
    assert told == [0, 250, 1000]
    back = ask(page, f"[0, 250, 1000].map(x => m.findTime(s, x) - {BEGIN})", [], DAY)
    assert back == [0, DAY / 4, DAY]
    assert ask(page, "s.pieces.map(p => p.still)", [], DAY) == [None]


def test_a_time_that_stood_still_is_a_narrow_gap(page: Chromium) -> None:
    """And what ran shares the rest by its length: the second evening is twice the first."""
    told = ask(page, "s.pieces.map(p => [!!p.still, p.right - p.left])", SITTINGS, SEEN)
    assert [still for still, _ in told] == [False, True, False, True, False, True, False]
    gaps = [wide for still, wide in told if still]
    ran = [wide for still, wide in told if not still]
    assert gaps == pytest.approx([44] * 3)
    assert ran == pytest.approx([part * (1000 - 3 * 44) for part in (2 / 9, 4 / 9, 2 / 9, 1 / 9)])
    narrow = ask(page, "s.pieces.filter(p => p.still).map(p => p.right - p.left)", SITTINGS, SEEN,
                 300)  # fmt: skip
    assert narrow == pytest.approx([14] * 3)
    assert ask(page, "s.isWorded", SITTINGS, SEEN) and not ask(
        page, "s.isWorded", SITTINGS, SEEN, 300
    )


def test_times_and_places_are_in_one_order(page: Chromium) -> None:
    """There and back is the same moment, if the world ran; no step goes back, also in a gap."""
    step = SEEN / 4001
    walk = f"Array.from({{length: 4002}}, (_, n) => {BEGIN} + n * {step})"
    xs = ask(page, f"{walk}.map(at => m.findX(s, at))", SITTINGS, SEEN)
    assert xs == sorted(xs) and (xs[0], xs[-1]) == (0, pytest.approx(1000))
    times = ask(page, "Array.from({length: 2001}, (_, n) => m.findTime(s, n / 2))", SITTINGS, SEEN)
    assert times == sorted(times) and (times[0], times[-1]) == (BEGIN, BEGIN + SEEN)
    for after in (0, 7 * MINUTE, 18 * HOUR, 18 * HOUR + 39 * MINUTE, 60 * HOUR, SEEN - 1):
        back = ask(page, f"m.findTime(s, m.findX(s, {BEGIN + after}))", SITTINGS, SEEN)
        assert back == pytest.approx(BEGIN + after, abs=1)


def test_a_gap_leads_to_what_comes_next(page: Chromium) -> None:
    """A time of it is in it; a place in it is the next start, or the line's last moment."""
    middle = BEGIN + 9 * HOUR
    gap = ask(page, f"m.findPiece(s, m.findX(s, {middle}))", SITTINGS, SEEN)
    assert gap["still"] == {"from": BEGIN + 20 * MINUTE, "to": BEGIN + 18 * HOUR}
    for share in (0.01, 0.5, 0.99):
        x = gap["left"] + share * (gap["right"] - gap["left"])
        assert ask(page, f"m.findTime(s, {x})", SITTINGS, SEEN) == BEGIN + 18 * HOUR
    # The line ends while the world stands still.
    last = ask(page, "[999, 1000].map(x => m.findTime(s, x))", SITTINGS, 50 * HOUR)
    assert last == [BEGIN + 50 * HOUR - 1] * 2


def test_a_line_that_stood_still_throughout_is_one_gap(page: Chromium) -> None:
    still = [stand(-HOUR, 3 * HOUR)]
    told = ask(page, "s.pieces.map(p => [p.left, p.right, p.still])", still, HOUR)
    assert told == [[0, 1000, {"from": BEGIN - HOUR, "to": BEGIN + 3 * HOUR}]]


def test_still_times_that_touch_are_one_gap(page: Chromium) -> None:
    """A clock that was set back makes them overlap; what is not in sight is none."""
    odd = [
        stand(3 * HOUR, 5 * HOUR), stand(2 * HOUR, 4 * HOUR), stand(5 * HOUR, 6 * HOUR),
        stand(-9 * HOUR, -HOUR), stand(9 * HOUR, 7 * HOUR), stand(11 * HOUR, 12 * HOUR),
    ]  # fmt: skip
    told = ask(page, f"s.pieces.map(p => [p.from - {BEGIN}, p.to - {BEGIN}, !!p.still])", odd,
               10 * HOUR)  # fmt: skip
    assert told == [
        [0, 2 * HOUR, False], [2 * HOUR, 6 * HOUR, True], [6 * HOUR, 10 * HOUR, False],
    ]  # fmt: skip


def test_the_shortest_stretch_is_seen(page: Chromium) -> None:
    """Ten seconds beside a day; and of hundreds each has its part of what there is."""
    brief = [stand(DAY, 2 * DAY), stand(2 * DAY + 10_000, 3 * DAY)]
    wide = ask(page, "s.pieces.map(p => p.right - p.left)", brief, 4 * DAY)
    assert wide[2] == pytest.approx(8) and sum(wide) == pytest.approx(1000)
    assert wide[0] == pytest.approx(wide[4])
    nights = [stand(day * DAY + 8 * HOUR, (day + 1) * DAY) for day in range(300)]
    wide = ask(page, "s.pieces.map(p => [!!p.still, p.right - p.left])", nights, 300 * DAY)
    assert sum(each for _, each in wide) == pytest.approx(1000)
    assert min(each for _, each in wide) > 1
    assert sum(each for still, each in wide if still) == pytest.approx(400)


def list_ticks(page: Chromium, stood: list[dict[str, str]], length: int, width: float) -> Any:
    ticks = f"import('/static/views/replay/ticks.js').then(t => t.listTicks(s, {LETTER}))"
    return ask(page, ticks, stood, length, width)


def test_each_stretch_is_named_by_its_beginning(page: Chromium) -> None:
    """With its day, the hour alone on the same one; none on another, and none beyond the edge."""
    ticks = list_ticks(page, [*SITTINGS, stand(SEEN, SEEN + 2 * HOUR)], SEEN + 3 * HOUR, 1600)
    days = [call(page, "time", f"m.formatShortDay({BEGIN + n * DAY})") for n in range(3)]
    starts = [f"{days[0]} 00:00", "18:00", f"{days[1]} 16:00", f"{days[2]} 12:00", "14:10"]
    assert [each["words"] for each in ticks if each["words"] in starts] == starts
    for width in (1600, 700, 300, 90):
        ticks = list_ticks(page, SITTINGS, SEEN, width)
        for one, other in pairwise(ticks):
            assert one["left"] + one["width"] < other["left"], width
        assert all(0 <= each["left"] <= width - each["width"] for each in ticks), width
    assert list_ticks(page, SITTINGS, SEEN, 300), "some have room on a phone"


def test_a_stretch_without_room_for_its_hour_has_its_day(page: Chromium) -> None:
    """So that each of them is named."""
    days = [call(page, "time", f"m.formatShortDay({BEGIN + n * DAY})") for n in range(3)]
    nights = [stand(day * DAY + 20 * MINUTE, (day + 1) * DAY) for day in range(2)]
    ticks = list_ticks(page, nights, 2 * DAY + 20 * MINUTE, 330)
    assert [each["words"] for each in ticks] == days
    wide = list_ticks(page, nights, 2 * DAY + 20 * MINUTE, 600)
    assert [each["words"] for each in wide if "00:00" in each["words"]] == [
        f"{each} 00:00" for each in days
    ]


def test_a_bar_is_made_of_the_kinds_of_a_part(page: Chromium) -> None:
    """Parts in which nothing happened have none; where kinds are not known it has its size."""
    told = {
        "from": 0, "to": 30, "parts": [70, 0, 20],
        "kinds": {"talk": [2, 0, 0], "moves": [1, 0, 0], "deeds": [0, 0, 4]},
    }  # fmt: skip
    bars = call(page, "views/replay/amounts", f"m.listBars({json.dumps(told)}, true)")
    assert [(each["from"], each["to"], each["total"]) for each in bars] == [(0, 10, 3), (20, 30, 4)]
    assert bars[0]["amounts"] == [["talk", 2], ["deeds", 0], ["moves", 1]]
    bars = call(page, "views/replay/amounts", f"m.listBars({json.dumps(told)}, false)")
    assert [each["amounts"] for each in bars] == [[["talk", 70]], [["talk", 20]]]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (20_000, "20 seconds"), (52_000, "50 seconds"), (MINUTE, "minute"), (100_000, "2 minutes"),
        (13 * MINUTE, "15 minutes"), (HOUR, "hour"), (5 * HOUR, "5 hours"), (2 * DAY, "2 days"),
    ],
)  # fmt: skip
def test_the_line_says_how_long_a_bar_is(page: Chromium, step: int, words: str) -> None:
    """About, in words; a bar that is cut by a gap does not count."""
    bars = [{"from": n * step, "to": (n + 1) * step} for n in range(5)]
    cut = [*bars, {"from": 0, "to": step / 9}]
    found = call(page, "views/replay/amounts", f"m.findStep({json.dumps(cut)})")
    assert found == step
    assert call(page, "views/replay/scrubber", f"m.formatStep({found})") == words


def test_a_bar_that_reaches_over_a_gap_is_parted(page: Chromium) -> None:
    """By the time that the world ran on each side; one within a stretch stays as it is."""
    pieces = [{"from": 0, "to": 10}, {"from": 50, "to": 80}]
    for begin, end, parts in (
        (6, 62, [[6, 10, 2], [50, 62, 6]]), (2, 4, [[2, 4, 8]]), (20, 30, []),
    ):  # fmt: skip
        bar = {"from": begin, "to": end, "amounts": [["talk", 8]], "total": 8}
        asked = f"m.cutBar({json.dumps(bar)}, {json.dumps(pieces)})"
        cut = call(page, "views/replay/amounts", asked)
        assert [[each["from"], each["to"], each["total"]] for each in cut] == parts
        assert all(each["amounts"] == [["talk", each["total"]]] for each in cut)


def test_the_window_has_its_moment_and_little_of_the_time_to_come(page: Chromium) -> None:
    """The newest ends where the past does; older ones stay where they are."""
    first, last = BEGIN, BEGIN + 50 * HOUR + 10 * MINUTE

    def find(moment: int) -> list[int]:
        asked = f"m.findWindow({first}, {last}, {first + moment}, {DAY})"
        return [each - first for each in call(page, "views/replay/view", asked)]

    assert find(HOUR) == find(23 * HOUR) == [0, DAY]
    assert find(25 * HOUR) == [DAY, 2 * DAY]
    assert find(50 * HOUR) == [27 * HOUR, 50 * HOUR + 10 * MINUTE]
    asked = f"m.findWindow({first}, {last}, {first + HOUR}, Infinity)"
    assert call(page, "views/replay/view", asked) == [first, last]
