"""Runs all benchmarks or the named ones: ``python -m benchmarks [NAME …] [--repeat N]``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping

from benchmarks import embedded, idle, page, quiet, replies, restart
from benchmarks.figures import Figure, list_figures
from benchmarks.memory import recording
from benchmarks.telnet import codec, flood, hearing, renewal, run, talkers

BENCHMARKS: Mapping[str, Callable[[int], list[list[Figure]]]] = {
    "telnet": run.measure,
    "memory": recording.measure,
    "restart": restart.measure,
    "embedded": embedded.measure,
    "idle": idle.measure,
    "quiet": quiet.measure,
    "replies": replies.measure,
    "codec": codec.measure,
    "flood": flood.measure,
    "talkers": talkers.measure,
    "hearing": hearing.measure,
    "page": page.measure,
    "upgrade": renewal.measure,
}


def main() -> None:
    """Run the benchmarks; print the table of each as soon as it is done."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--repeat", type=int, default=3, help="how often each is measured (3)")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in BENCHMARKS]
    if unknown or given.repeat < 1:
        parser.error(f"names: {', '.join(BENCHMARKS)}; --repeat: 1 or more")
    for name in given.names or BENCHMARKS:
        load = os.getloadavg()[0]
        runs = BENCHMARKS[name](given.repeat)
        print(f"\n{name} ({given.repeat} times, load before {load:.1f} on {os.cpu_count()} cores)")
        print("\n".join(list_figures(runs)), flush=True)


if __name__ == "__main__":
    main()
