"""What an event costs the browser: ``python -m benchmarks.browser [--before DIRECTORY]``.

1,000 rooms, 200 people and a feed that is full: what the page's main thread takes for somebody's
words, and for a walk, in a real Chromium, by its own clock of CPU time. With the static files of an
older version (`server/web/static` of another tree) both are measured by turns.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.async_api import CDPSession

from benchmarks.browser.crowd import Crowd, Message
from benchmarks.browser.shown import ShownPage
from benchmarks.figures import Figure, list_figures
from tests.e2e.web.chromium import Chromium, Engine
from tests.paths import ROOT

ROOMS, PEOPLE = 1000, 200
WARM, EVENTS = 10, 40
AIM = 8.0
"""The most that an event may take of script and style, in ms."""
SPENT = {
    "script and style": ("ScriptDuration", "RecalcStyleDuration"),
    "layout": ("LayoutDuration",),
    "all of the main thread, with its frames": ("TaskDuration",),
}


class MeasuredPage:
    """A page in the crowd, whose thread counts its time."""

    def __init__(self, engine: Engine, static: Path) -> None:
        self._browser = Chromium(engine)
        self._crowd = Crowd(ROOMS, PEOPLE)
        self._shown = ShownPage(self._browser, static)
        self._shown.hear([[self._crowd.describe_all()]])
        self._shown.hear(list(self._crowd.happen(WARM)))
        self._clock = self._browser.run(self._open_clock())

    async def _open_clock(self) -> CDPSession:
        page = self._browser.page
        clock = await page.context.new_cdp_session(page)
        await clock.send("Performance.enable", {"timeDomain": "threadTicks"})
        return clock

    def measure(self, name: str) -> list[Figure]:
        """Measure what words and walks cost, in ms for each event."""
        happened = list(self._crowd.happen(EVENTS))
        words = [each for each in happened if len(each) == 1]
        walks = [each for each in happened if len(each) > 1]
        return [
            *self._measure_events(f"{name}words", words),
            *self._measure_events(f"{name}a walk, three messages", walks),
        ]

    def _measure_events(self, name: str, events: Sequence[Sequence[Message]]) -> list[Figure]:
        before = self._read()
        self._shown.hear(events)
        after = self._read()
        return [
            Figure(
                f"{name}: {title}",
                sum(after[part] - before[part] for part in parts) * 1000 / len(events),
                aim=AIM if title.startswith("script") else None,
            )
            for title, parts in SPENT.items()
        ]

    def _read(self) -> Mapping[str, float]:
        found = self._browser.run(self._clock.send("Performance.getMetrics"))
        return {each["name"]: each["value"] for each in found["metrics"]}

    def close(self) -> None:
        """Close the page."""
        self._browser.close()


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser", description=__doc__)
    parser.add_argument("--before", type=Path, help="static files of an older version")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is measured (3)")
    given = parser.parse_args()
    statics = {"": ROOT / "server" / "web" / "static"}
    if given.before:
        statics = {"before: ": given.before, "after: ": statics[""]}
    engine = Engine()
    runs: list[list[Figure]] = []
    try:
        for _ in range(given.repeat):
            runs.append([])
            for name, static in statics.items():
                page = MeasuredPage(engine, static)
                runs[-1] += page.measure(name)
                page.close()
    finally:
        engine.close()
    print("\n".join(list_figures(runs)))


if __name__ == "__main__":
    main()
