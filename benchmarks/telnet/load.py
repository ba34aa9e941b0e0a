"""Looks, talk and logins of many clients at once, all in one room."""

from __future__ import annotations

import asyncio
import itertools
import math
import re
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence

from agents.models.counters import percentile
from benchmarks.figures import Figure
from benchmarks.telnet.player import LineDropped, Player
from benchmarks.telnet.target import Target

LOOKS, LOOKS_ANEW = 3000, 1000
DELIVERIES = 10_000
FEWEST_SAYS = 20
PACED_SECONDS = 5.0
LOOK_EVERY, SAY_EVERY = 2.0, 20.0
"""Seconds between two looks, and two remarks, of one paced client."""
LOGINS, AT_A_TIME = 50, 10
LOOK_CPU_MS, SAY_CPU_MS = 0.1, 0.5
"""The aims for 50 clients, on the machine that `target.machine_scale` calls 1."""

_MARK = re.compile(rb"\"m(\d{5})\.")


class Looks:
    """What looks have waited, in ms, and how many of them the server has dropped."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.waits: list[float] = []
        self.dropped = 0

    async def look(self, player: Player) -> None:
        """Look around, and count the wait or the loss."""
        try:
            self.waits.append(await player.ask(self._target.look, self._target.end))
        except LineDropped:
            self.dropped += 1

    def list_figures(self, name: str, aim: float | None = None) -> list[Figure]:
        """Return the median and the 99th percentile of the waits, and the losses."""
        figures = [
            Figure(f"{name}: wait, median", statistics.median(self.waits)),
            Figure(f"{name}: wait, 99th percentile", percentile(self.waits, 0.99), aim=aim),
        ]
        return [*figures, Figure(f"{name}: dropped", self.dropped, "", aim=0)]


class Hearer:
    """Counts the remarks that one client hears, in their order."""

    def __init__(self, player: Player, total: int) -> None:
        self.marks: list[int] = []
        self.complete = asyncio.get_running_loop().create_future()
        self._rest = b""
        self._total = total
        player.heard = self._hear

    def _hear(self, data: bytes) -> None:
        text = self._rest + data
        found = list(_MARK.finditer(text))
        self.marks += [int(each[1]) for each in found]
        self._rest = text[found[-1].end() :][-200:] if found else text[-200:]
        if len(self.marks) >= self._total and not self.complete.done():
            self.complete.set_result(None)


def count_wrong_deliveries(hearers: Sequence[Hearer], total: int) -> int:
    """Return how many remarks were lost, doubled or out of order."""
    wrong = 0
    for hearer in hearers:
        wrong += abs(total - len(hearer.marks))
        wrong += sum(a >= b for a, b in zip(hearer.marks, hearer.marks[1:], strict=False))
    return wrong


async def gather_players(target: Target, clients: int) -> list[Player]:
    """Bring `clients` guests into the world, a few at a time."""
    players: list[Player] = []
    while len(players) < clients:
        numbers = range(len(players), min(clients, len(players) + AT_A_TIME))
        players += await asyncio.gather(*(_arrive(target, n) for n in numbers))
    for player in players:
        player.read.clear()
    return players


def _arrive(target: Target, number: int) -> Awaitable[Player]:
    login = target.login.format(n=number)
    return Player.arrive(target.host, target.port, login, target.end)


async def measure_closed(target: Target, players: Sequence[Player]) -> list[Figure]:
    """Every client looks as soon as it has its answer."""
    looks = Looks(target)

    async def look_on(player: Player) -> None:
        for _ in range(max(1, LOOKS // len(players))):
            await looks.look(player)

    cpu, start = target.cpu_ms(), time.perf_counter()
    await asyncio.gather(*(look_on(player) for player in players))
    seconds = time.perf_counter() - start
    name = _name(players, "look, closed")
    return [
        Figure(f"{name}: a second", len(looks.waits) / seconds, "/s"),
        *_cpu_figure(target, f"{name}: CPU", (target.cpu_ms() - cpu) / len(looks.waits)),
        *looks.list_figures(name),
    ]


async def measure_anew(target: Target, players: Sequence[Player]) -> list[Figure]:
    """Each client in turn looks from a window as wide as none has had: no cached text will do."""
    looks = Looks(target)
    widths, cpu = itertools.cycle(range(60, 200)), target.cpu_ms()
    for player in itertools.islice(itertools.cycle(players), LOOKS_ANEW):
        player.send_bytes(_window_size(next(widths)))
        await looks.look(player)
    name = _name(players, "look, laid out anew")
    spent = (target.cpu_ms() - cpu) / len(looks.waits)
    return [*_cpu_figure(target, f"{name}: CPU", spent), *looks.list_figures(name)]


def _window_size(width: int) -> bytes:
    """Return telnet's message that the client's window has `width` columns (NAWS)."""
    return b"\xff\xfb\x1f\xff\xfa\x1f" + width.to_bytes(2, "big") + b"\x00\x18\xff\xf0"


async def measure_paced(target: Target, players: Sequence[Player]) -> list[Figure]:
    """Every client looks now and then, and says something now and then."""
    seen = Looks(target)
    end = time.perf_counter() + PACED_SECONDS

    async def live(player: Player, number: int) -> None:
        await asyncio.sleep(LOOK_EVERY * number / len(players))
        looks = 0
        while time.perf_counter() < end:
            looks += 1
            if (looks + number) % round(SAY_EVERY / LOOK_EVERY) == 0:
                player.send("say It is a quiet evening.")
            await seen.look(player)
            player.read.clear()
            await asyncio.sleep(LOOK_EVERY)

    cpu, start = target.cpu_ms(), time.perf_counter()
    await asyncio.gather(*(live(each, number) for number, each in enumerate(players)))
    seconds = time.perf_counter() - start
    name = _name(players, "look, paced")
    share = (target.cpu_ms() - cpu) / seconds / 10
    return [*_cpu_figure(target, f"{name}: CPU", share, "%"), *seen.list_figures(name)]


async def measure_fan_out(target: Target, players: Sequence[Player]) -> list[Figure]:
    """One speaks and all others hear it; counted is what each of them hears."""
    speaker, others = players[0], players[1:]
    if not others:
        return []
    says = max(FEWEST_SAYS, math.ceil(DELIVERIES / len(others)))
    hearers = [Hearer(player, says) for player in others]
    cpu, start = target.cpu_ms(), time.perf_counter()
    for number in range(says):
        await speaker.ask(f"say m{number:05}.", f"m{number:05}.".encode())
    await asyncio.wait([each.complete for each in hearers], timeout=30)
    seconds = time.perf_counter() - start
    name = _name(players, "say")
    spent = (target.cpu_ms() - cpu) / says
    for player in others:
        player.heard = None
    return [
        *_cpu_figure(target, f"{name}: CPU", spent),
        Figure(f"{name}: one after the other", seconds * 1000 / says),
        Figure(f"{name}: wrong of {says * len(others):,} deliveries",
               count_wrong_deliveries(hearers, says), "", aim=0),
    ]  # fmt: skip


async def measure_logins(target: Target, observer: Player) -> list[Figure]:
    """Ten accounts at a time are made, with their password hashes, while somebody looks."""
    looks = Looks(target)
    going = True

    async def look_on() -> None:
        while going:
            await looks.look(observer)
            await asyncio.sleep(0.01)

    watching = asyncio.ensure_future(look_on())
    took: list[float] = []
    for first in range(0, LOGINS, AT_A_TIME):
        took += await asyncio.gather(*(_log_in(target, n) for n in range(first, first + AT_A_TIME)))
    going = False
    await watching
    name = f"{LOGINS} new accounts, {AT_A_TIME} at a time"
    return [
        Figure(f"{name}: each, median", statistics.median(took)),
        *looks.list_figures(f"{name}: another's look", aim=50),
    ]


async def _log_in(target: Target, number: int) -> float:
    player = await Player.connect(target.host, target.port)
    taken = await player.ask(f"create {_spell(number)} correct-horse", target.end)
    player.send("quit")
    return taken


def _spell(number: int) -> str:
    """Return a name without digits, as a character's must be."""
    return "Bench" + "".join(chr(ord("a") + int(digit)) for digit in f"{number:04}")


def _name(players: Sequence[Player], what: str) -> str:
    return f"{len(players)} clients: {what}"


def _cpu_figure(target: Target, name: str, value: float, unit: str = "ms") -> list[Figure]:
    return [Figure(name, value, unit)] if target.pid else []


Measurement = Callable[[Target, Sequence[Player]], Awaitable[list[Figure]]]
MEASUREMENTS: Sequence[Measurement] = (
    measure_closed, measure_paced, measure_fan_out, measure_anew,
)  # fmt: skip
