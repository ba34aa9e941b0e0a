"""The labelled biddings are counted, and hardly a look-alike is taken for one."""

from __future__ import annotations

import re

from benchmarks.life.biddings import FOLDER, report_biddings

COUNTS = re.compile(r"(\w+): biddings (\d+) of (\d+), look-alikes (\d+) of (\d+)")


def test_each_file_is_counted() -> None:
    found = [COUNTS.fullmatch(line) for line in report_biddings().splitlines()]
    assert [each[1] for each in found if each] == [p.stem for p in sorted(FOLDER.glob("*.txt"))]
    for each in found:
        assert each is not None
        heard, biddings, wrong, alike = map(int, each.groups()[1:])
        assert heard > biddings // 2 and wrong <= alike // 10
