"""How soon an agent answers a person, and what the answer costs: shipped model and settings.

A guest on a real socket asks each of the four agents in turn by ``tell``, wherever they are; the
questions are those of ``benchmarks.life``, which nobody tuned the voices on.  A reply's CPU is the
server's own from the question to the answer, all that the agents do meanwhile included.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import yaml

from benchmarks.crowd import Guest
from benchmarks.figures import Figure
from benchmarks.life.asking import QUESTIONS
from benchmarks.process import ROOT, RunningServer, put_starter_vault, scratch

SETTLED_SECONDS = 15.0
"""Seconds after which every agent has had its first turn."""
ASKED = 6
"""Each agent is asked so many questions."""
PAUSE_SECONDS = 2.0
"""Seconds between an answer and the next question, as a person needs to read it."""


def measure(repeat: int) -> list[list[Figure]]:
    """Measure, each time with a new server in a new copy of the starter vault."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    with scratch() as root:
        put_starter_vault(root)
        shutil.copy(ROOT / "config" / "llm.yaml", root / "config")
        with RunningServer(root) as server:
            time.sleep(SETTLED_SECONDS)
            seconds, cpu = asyncio.run(_ask_all(server))
        sampled, turns = _count_sampled(root)
    return [
        Figure("first words of an answer, median", statistics.median(seconds), "s", aim=3.0),
        Figure("first words of an answer, longest", max(seconds), "s"),
        Figure("CPU of an answer, median", statistics.median(cpu), "s", aim=1.5),
        Figure("CPU of an answer, most", max(cpu), "s"),
        Figure("answers for which the model was asked", 100 * sampled / max(1, turns), "%"),
    ]


async def _ask_all(server: RunningServer) -> tuple[list[float], list[float]]:
    guest = await Guest.arrive(server.port)
    seconds, cpu = [], []
    for name, question in _list_questions():
        began, before = time.perf_counter(), server.cpu_ms()
        guest.send(f"tell {name} {question}")
        await guest.until(f"{name} tells you".encode())
        seconds.append(time.perf_counter() - began)
        cpu.append((server.cpu_ms() - before) / 1000)
        await asyncio.sleep(PAUSE_SECONDS)
    return seconds, cpu


def _list_questions() -> Iterator[tuple[str, str]]:
    persona = yaml.safe_load(QUESTIONS.read_text("utf-8"))["persona"]
    for at in range(ASKED):
        # From the middle of each list: the first ones are greetings.
        yield from ((name, asked[3 * at + 2]["ask"]) for name, asked in persona.items())


def _count_sampled(root: Path) -> tuple[int, int]:
    """Return how many answers by ``tell`` had samples of a model, and how many there were."""
    logs = sorted((root / "vault" / "agents").glob("*/archive/*.jsonl"))
    records = [json.loads(line) for log in logs for line in log.read_text("utf-8").splitlines()]
    turns = (each for each in records if each["kind"] == "turn")
    answers = [each for each in turns if " tells you, " in str(each.get("situation", ""))]
    return sum(bool(each.get("completion_tokens")) for each in answers), len(answers)
