"""A life of 1,000,000 memories in the page: ``python -m benchmarks.long_life [--memories N]``.

The whole server and a real Chromium, driven as the tests drive it.  *Open*: from the view World
to the strip of the whole life, drawn, in a page that has not loaded the view Memory yet.  *Pan*:
frames while the strip is dragged to and fro, with the list of memories open, which follows it.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from benchmarks.figures import Figure, list_figures
from tests.e2e.harness import until
from tests.e2e.web.chromium import Chromium, Engine, log_in
from tests.e2e.web.support.long_life import write_life
from tests.e2e.web.support.reader import log_reader_in
from tests.e2e.worlds import RULES, make_world, profile

SECONDS_AIM, FRAMES_AIM = 1.0, 30.0
PAN_SECONDS = 4.0
STEP_SECONDS = 0.008
"""Between two movements of the mouse."""

_DRAWN = """(c => c && c.width > 900 &&
  new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer))
    .size > 5)(document.querySelector(".strip canvas"))"""
_PLACE = """(c => { c.scrollIntoView({ block: "center" });
  const { left, top, width } = c.getBoundingClientRect();
  const listed = document.querySelector(".opened .seq")?.innerText.replace(/[^0-9]/g, "");
  const begin = new URLSearchParams(location.hash.split("?")[1]).get("from");
  return document.querySelector(".checked:not([aria-busy])") && listed === begin
    && document.elementFromPoint(left + width / 2, top + 40) === c && [left, top + 40, width];
  })(document.querySelector(".strip canvas"))"""
"""Where the strip is dragged, once what stands above and below it is there and moves it no more."""
_COUNT = """window.frames_at = []; (function next(at) {
  window.frames_at.push(at); requestAnimationFrame(next); })(performance.now())"""


def measure(memories: int, repeat: int) -> list[list[Figure]]:
    """Return the figures of each of `repeat` openings of the same life."""
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        agents = {"Moss": profile("Moss", more="memory: {semantic_recall: false}\n")}
        world = make_world(Path(folder), agents, RULES)
        write_life(world.agent("Moss"), memories)
        with world.server() as server:
            server.client().create("Ada")
            reader = log_reader_in(server)
            life = "/api/v1/memory/Moss"
            until(lambda: reader.ask("GET", life)[1]["read_up_to"] >= memories, "the whole life")
            engine = Engine()
            try:
                return [_visit(engine, server.web, memories) for _ in range(repeat)]
            finally:
                engine.close()


def _visit(engine: Engine, url: str, memories: int) -> list[Figure]:
    browser = Chromium(engine)
    log_in(browser, url)
    start = time.perf_counter()
    browser.evaluate(f"location.hash = {json.dumps('#/memory/Moss')}")
    browser.until(_DRAWN)
    opened = time.perf_counter() - start
    browser.evaluate("location.hash = '#/memory/Moss?show=memories'")
    frames = _pan(browser)
    browser.close()
    longest = max(later - earlier for earlier, later in pairwise(frames))
    rate = 1000 * (len(frames) - 1) / (frames[-1] - frames[0])
    return [
        Figure(f"{memories:,} memories: open", opened, "s", aim=SECONDS_AIM),
        Figure(f"{memories:,} memories: pan, frames a second", rate, "", least=FRAMES_AIM),
        Figure(f"{memories:,} memories: pan, longest frame", longest),
    ]


def _pan(browser: Chromium) -> list[float]:
    """Zoom in, drag to and fro; return when each frame was drawn, in ms."""
    for _ in range(4):
        browser.click(".strip button[aria-label=Nearer]")
    before = browser.until("location.hash.includes('from=') && location.hash")
    left, top, width = browser.until(_PLACE)
    mouse = browser.page.mouse
    browser.run(mouse.move(left + width / 2, top))
    browser.run(mouse.down())
    browser.evaluate(_COUNT)
    end, steps = time.perf_counter() + PAN_SECONDS, 0
    while time.perf_counter() < end:
        steps += 1
        share = abs(steps % 80 - 40) / 40
        browser.run(mouse.move(left + width * (0.1 + 0.8 * share), top))
        time.sleep(STEP_SECONDS)
    browser.run(mouse.up())
    # The address follows where the strip comes to rest.
    browser.until(f"location.hash !== {json.dumps(before)}")
    frames: list[float] = browser.evaluate("window.frames_at")
    return frames


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_life", description=__doc__)
    parser.add_argument("--memories", type=int, default=1_000_000, help="of the life (1,000,000)")
    parser.add_argument("--repeat", type=int, default=3, help="how often it is opened (3)")
    given = parser.parse_args()
    if given.memories < 1000 or given.repeat < 1:
        parser.error("--memories: 1000 or more; --repeat: 1 or more")
    print(f"load before {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("\n".join(list_figures(measure(given.memories, given.repeat))))


if __name__ == "__main__":
    main()
