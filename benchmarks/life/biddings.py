"""``python -m benchmarks.life.biddings``: how many biddings to come back later are heard.

Of the lines of ``tests/data/biddings``: those that bid so, and those that only look alike.
"""

from __future__ import annotations

from pathlib import Path

from agents.mind.speech.told.reminders import read_reminder

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "biddings"


def report_biddings() -> str:
    """Return a line for each file."""
    return "\n".join(_report(path) for path in sorted(FOLDER.glob("*.txt")))


def _report(path: Path) -> str:
    rows = [row for row in path.read_text("utf-8").splitlines() if row[:2] in ("+ ", "- ")]
    heard = [row for row in rows if read_reminder(row[2:]) is not None]
    counts = (
        f"{sum(row[0] == mark for row in heard)} of {sum(row[0] == mark for row in rows)}"
        for mark in "+-"
    )
    return "{}: biddings {}, look-alikes {}".format(path.stem, *counts)


if __name__ == "__main__":
    print(report_biddings())
