"""Lines are found by their time, in many files, and little of them is read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.memory.log.disk import SystemDisk
from server.chronicle.timeline import Timeline, TimelinePlace, read_time

BEGIN = datetime(2026, 11, 22, tzinfo=UTC)


def line(seconds: float, text: str = "") -> bytes:
    at = (BEGIN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
    return f'{{"v":1,"at":"{at.removesuffix("+00:00")}Z","text":"{text}"}}\n'.encode()


def write(folder: Path, *files: list[bytes]) -> Timeline:
    paths = []
    for number, lines in enumerate(files):
        path = folder / f"{number}.jsonl"
        path.write_bytes(b"".join(lines))
        paths.append(path)
    return Timeline(paths)


def times(timeline: Timeline, at: datetime) -> list[float]:
    return [
        (time - BEGIN).total_seconds()
        for _, each in timeline.read_forwards(timeline.find(at))
        if (time := read_time(each)) is not None
    ]


@given(
    st.lists(st.lists(st.integers(0, 50), max_size=30), min_size=1, max_size=4),
    st.integers(-1, 51),
)
def test_the_first_line_of_a_moment_is_found_wherever_it_stands(
    tmp_path_factory: pytest.TempPathFactory, stretches: list[list[int]], moment: int
) -> None:
    """Forwards come those of the moment and later, backwards all before it, whatever the files."""
    seconds, files = sorted(each for stretch in stretches for each in stretch), []
    for stretch in stretches:
        files.append([line(each, "x" * 700) for each in seconds[: len(stretch)]])
        seconds = seconds[len(stretch) :]
    seconds = sorted(each for stretch in stretches for each in stretch)
    timeline = write(tmp_path_factory.mktemp("lines"), *files)
    at = BEGIN + timedelta(seconds=moment)
    assert times(timeline, at) == [each for each in seconds if each >= moment]
    back = [read_time(each) for each in timeline.read_backwards(timeline.find(at))]
    assert back == [BEGIN + timedelta(seconds=each) for each in reversed(seconds) if each < moment]


def test_empty_files_lead_to_no_earlier_line(tmp_path: Path) -> None:
    """Such as a day's whose first line was lost with the power."""
    timeline = write(tmp_path, [], [], [line(0)], [], [line(5)])
    moments = [BEGIN + timedelta(seconds=each) for each in (0, 1, 5, 6)]
    assert [times(timeline, each) for each in moments] == [[0, 5], [5], [5], []]


def test_what_is_no_line_is_passed_over(tmp_path: Path) -> None:
    """So is a line that is being written."""
    odd = b'{"at":"never ever"}\n'
    timeline = write(tmp_path, [b"torn\n", line(1), odd, line(3), b'{"v":1,"a'])
    assert times(timeline, BEGIN) == [1, 3]
    assert times(timeline, BEGIN + timedelta(seconds=2)) == [3]
    assert timeline.find_span() == (BEGIN + timedelta(seconds=1), BEGIN + timedelta(seconds=3))


def test_without_lines_there_is_no_time(tmp_path: Path) -> None:
    for timeline in (Timeline([]), write(tmp_path, [], [])):
        assert timeline.find_span() is None
        assert times(timeline, BEGIN) == []
        assert timeline.measure([BEGIN, BEGIN]) == [0, 0]
        assert list(timeline.read_backwards(TimelinePlace(0, 0))) == []


def test_it_is_measured_how_much_happened_when(tmp_path: Path) -> None:
    timeline = write(tmp_path, [line(1), line(2)], [line(11), line(12), line(13)])
    size = len(line(1))
    moments = [BEGIN + timedelta(seconds=each) for each in (0, 10, 20)]
    before = timeline.measure(moments)
    assert [after - first for first, after in pairwise(before)] == [size * 2, size * 3]


class CountingDisk(SystemDisk):
    read = 0

    def read_at(self, fd: int, size: int, offset: int) -> bytes:
        content = super().read_at(fd, size, offset)
        self.read += len(content)
        return content


def test_a_long_chronicle_is_not_read_to_find_a_moment(tmp_path: Path) -> None:
    """Of ten files of 4 MB each a moment is found with less than a tenth of them."""
    files = [[line(day * 10_000 + each, "y" * 350) for each in range(10_000)] for day in range(10)]
    disk = CountingDisk()
    timeline = Timeline(write(tmp_path, *files).paths, disk)
    at = BEGIN + timedelta(seconds=73_456)
    _, found = next(timeline.read_forwards(timeline.find(at)))
    assert read_time(found) == at
    assert disk.read < 4_000_000
