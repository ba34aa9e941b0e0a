"""``python -m benchmarks.telnet``: this server under many clients, or another server beside it."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from benchmarks.figures import Figure, list_figures
from benchmarks.telnet.run import CLIENTS, measure_once, measure_target
from benchmarks.telnet.target import Target
from config.address import parse_address


def main() -> None:
    """Measure, and print the table of this server and, if there is one, of the other."""
    given = _parse()
    _print("this server", [measure_once(given.clients) for _ in range(given.repeat)])
    if given.against:
        host, port = given.against
        other = Target(host, port, given.look, given.pid, given.login, given.end.encode())
        _print(f"{host}:{port}", [_measure_other(other, given.clients)])


def _measure_other(target: Target, clients: Sequence[int]) -> list[Figure]:
    return [
        figure
        for count in clients
        for figure in asyncio.run(measure_target(target, count, logins=False))
    ]


def _print(name: str, runs: list[list[Figure]]) -> None:
    print(f"\n{name}")
    print("\n".join(list_figures(runs)), flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.telnet", description=__doc__)
    parser.add_argument("--clients", type=_numbers, default=CLIENTS, help="such as 1,50,200,500")
    parser.add_argument("--repeat", type=int, default=1, help="how often each is measured (1)")
    parser.add_argument("--against", type=parse_address, help="HOST:PORT of another server")
    parser.add_argument("--pid", type=int, help="the other server's, for its CPU and memory")
    parser.add_argument("--login", default="guest", help="what lets a client in; {n}: its number")
    parser.add_argument("--look", default="look", help="what describes the room")
    parser.add_argument("--end", default="Exits:", help="what only a description's last line has")
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(",")]


if __name__ == "__main__":
    main()
