"""The embedded model's decisions per second, with and without a stable start of the prompt.

Four agents with about 80 memories each decide in turn, as in `benchmarks.models`, with the
weights that are the default.  With a stable beginning the present situation stands last in
the prompt and the model's prefix cache serves nearly all of it; with the situation first,
every prompt is read anew.  One thread computes.

Then the real server with its starter world: how long a person waits for `look` while the
agents think, and how long a start takes that loads the weights.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path

from agents.models.counters import percentile
from agents.models.providers.embedded import EmbeddedProvider
from agents.models.providers.weight_cache import WeightCache
from agents.models.providers.weights import GEMMA
from benchmarks.figures import Figure
from benchmarks.models import CONTEXT, NAMES, Score, run
from benchmarks.process import RunningServer, put_speaking_model, put_starter_vault, scratch
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import ROOM_END

STABLE_ROUNDS, MOVING_ROUNDS = 4, 1
"""Rounds of four decisions each, after one that is not counted."""
LOOKING_SECONDS = 20.0


def measure(repeat: int) -> list[list[Figure]]:
    """Load the model once; measure with different new agents each time."""
    with scratch() as root:
        decisions = asyncio.run(_time_decisions(repeat, root / "weights"))
        put_starter_vault(root)
        put_speaking_model(root)
        with RunningServer(root):
            pass  # puts the weights together
        return [run + _measure_beside(root) for run in decisions]


def _measure_beside(root: Path) -> list[Figure]:
    with RunningServer(root) as server:
        waits, share = asyncio.run(_time_looks(server))
        return [
            Figure("look while the agents think: wait, median", statistics.median(waits), aim=1.0),
            Figure("look while the agents think: 99th percentile", percentile(waits, 0.99)),
            Figure("CPU that the server takes then", share * 100, "%"),
            Figure("ready, the weights loaded", server.seconds_to_ready, "s"),
            Figure("memory with the model", server.resident_mb(), "MB"),
        ]


async def _time_looks(server: RunningServer) -> tuple[list[float], float]:
    """Return the milliseconds that each `look` takes, and the share of a core the server takes."""
    guest = await Player.arrive("127.0.0.1", server.port, "guest", ROOM_END)
    waits: list[float] = []
    before, start = server.cpu_ms(), time.perf_counter()
    while time.perf_counter() < start + LOOKING_SECONDS:
        waits.append(await guest.ask("look", ROOM_END))
        await asyncio.sleep(0.02)
    return waits, (server.cpu_ms() - before) / 1000 / (time.perf_counter() - start)


async def _time_decisions(repeat: int, folder: Path) -> list[list[Figure]]:
    provider = EmbeddedProvider(
        GEMMA, slots=len(NAMES) + 1, context_tokens=CONTEXT, cache=WeightCache([folder])
    )
    await provider.load()
    runs = [await _measure_once(provider, seed) for seed in range(1, repeat + 1)]
    await provider.close()
    return runs


async def _measure_once(provider: EmbeddedProvider, seed: int) -> list[Figure]:
    stable = await run(provider, STABLE_ROUNDS, grammar=True, seed=seed)
    moving = await run(provider, MOVING_ROUNDS, grammar=True, first=True, seed=seed)
    return [
        Figure(
            "stable beginning: decisions per s",
            _find_rate(stable),
            "/s",
            reference=_find_rate(moving),
        ),
        Figure(
            "stable beginning: CPU for one, median", _find_cpu(stable), reference=_find_cpu(moving)
        ),
        Figure("stable beginning: tokens from the cache", _mean_cached(stable), "%"),
        Figure("situation first: decisions per s", _find_rate(moving), "/s"),
        Figure("situation first: CPU for one, median", _find_cpu(moving)),
        Figure("situation first: tokens from the cache", _mean_cached(moving), "%"),
        Figure("tokens in a prompt, median", statistics.median(stable.prompt_tokens), ""),
    ]


def _find_rate(score: Score) -> float:
    return len(score.seconds) / sum(score.seconds)


def _find_cpu(score: Score) -> float:
    return statistics.median(score.cpu) * 1000


def _mean_cached(score: Score) -> float:
    return statistics.mean(score.cached) * 100
