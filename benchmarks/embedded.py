"""Decisions per second of the embedded model, with and without a stable prompt beginning.

Four agents with about 80 memories each decide in turn, as in `benchmarks.models`, with the
weights that are the default.  With a stable beginning the present situation stands last in
the prompt and the model's prefix cache serves nearly all of it; with the situation first,
every prompt is read anew.  One thread computes.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path

from agents.models.embedded import EmbeddedProvider
from agents.models.weights import GEMMA
from benchmarks.figures import Figure
from benchmarks.models import CONTEXT, NAMES, Score, run

STABLE_ROUNDS, MOVING_ROUNDS = 4, 1
"""Of four decisions each, after one that is not counted."""


def measure(repeat: int) -> list[list[Figure]]:
    """Load the model once; measure with new agents, other ones each time."""
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        return asyncio.run(_measured(repeat, Path(folder)))


async def _measured(repeat: int, folder: Path) -> list[list[Figure]]:
    provider = EmbeddedProvider(
        GEMMA, slots=len(NAMES) + 1, context_tokens=CONTEXT, cache_dir=folder
    )
    await provider.load()
    runs = [await _once(provider, seed) for seed in range(1, repeat + 1)]
    await provider.close()
    return runs


async def _once(provider: EmbeddedProvider, seed: int) -> list[Figure]:
    stable = await run(provider, STABLE_ROUNDS, grammar=True, seed=seed)
    moving = await run(provider, MOVING_ROUNDS, grammar=True, first=True, seed=seed)
    return [
        Figure("stable beginning: decisions per s", _rate(stable), "/s", reference=_rate(moving)),
        Figure("stable beginning: CPU for one, median", _cpu(stable), reference=_cpu(moving)),
        Figure("stable beginning: tokens from the cache", _cached(stable), "%"),
        Figure("situation first: decisions per s", _rate(moving), "/s"),
        Figure("situation first: CPU for one, median", _cpu(moving)),
        Figure("situation first: tokens from the cache", _cached(moving), "%"),
        Figure("tokens in a prompt, median", statistics.median(stable.prompt_tokens), ""),
    ]


def _rate(score: Score) -> float:
    return len(score.seconds) / sum(score.seconds)


def _cpu(score: Score) -> float:
    return statistics.median(score.cpu) * 1000


def _cached(score: Score) -> float:
    return statistics.mean(score.cached) * 100
