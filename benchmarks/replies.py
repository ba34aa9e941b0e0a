"""How soon an agent answers a person, and what the answer costs: shipped model, which may speak.

A guest on a real socket asks each of the four agents in turn by ``tell``, wherever they are; the
questions are those of ``benchmarks.life``, and then some for which nobody wrote an answer, so that
the model is asked.  A reply's CPU is the server's own from the question to the answer, all that the
agents do meanwhile included.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import yaml

from benchmarks.figures import Figure
from benchmarks.life.asking import QUESTIONS
from benchmarks.process import RunningServer, put_speaking_model, put_starter_vault, scratch
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import ROOM_END

Measured = tuple[Sequence[float], Sequence[float]]
"""The seconds until the first words of each answer, and the seconds of CPU."""

SETTLED_SECONDS = 15.0
"""Seconds after which every agent has had its first turn."""
ASKED = 5
"""Each agent is asked so many questions about itself."""
UNWRITTEN = (
    "What would you do with a thousand coins?",
    "Have you ever seen a bear up here?",
    "Which of your friends would you trust with a horse?",
    "What is on the other side of the moon?",
    "Could a pig learn to swim?",
    "Would you wear a red hat?",
    "What does the king eat on Fridays?",
    "Is chess a game for children?",
)
"""Questions for which no voice has an answer."""
PAUSE_SECONDS = 2.0
"""Seconds between an answer and the next question, as a person needs to read it."""


def measure(repeat: int) -> list[list[Figure]]:
    """Measure, each time with a new server in a new copy of the starter vault."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    with scratch() as root:
        put_starter_vault(root)
        put_speaking_model(root)
        with RunningServer(root) as server:
            time.sleep(SETTLED_SECONDS)
            written, unwritten = asyncio.run(_ask_all(server))
        sampled = _count_sampled(root)
    return [
        *_make_figures("", *written),
        *_make_figures(" to what nobody wrote for", *unwritten),
        Figure("answers for which the model was asked", sampled, ""),
    ]


def _make_figures(kind: str, seconds: Sequence[float], cpu: Sequence[float]) -> list[Figure]:
    return [
        Figure(f"first words of an answer{kind}", statistics.median(seconds), "s", aim=3.0),
        Figure(f"the longest wait{kind}", max(seconds), "s"),
        Figure(f"CPU of an answer{kind}", statistics.median(cpu), "s", aim=1.5),
        Figure(f"the most CPU{kind}", max(cpu), "s"),
    ]


async def _ask_all(server: RunningServer) -> tuple[Measured, Measured]:
    guest = await Player.arrive("127.0.0.1", server.port, "guest", ROOM_END)
    names = itertools.cycle(["Wren", "Moss", "Hester", "Cobb"])
    unwritten = list(zip(names, UNWRITTEN, strict=False))
    return await _ask(guest, server, list(_list_questions())), await _ask(guest, server, unwritten)


async def _ask(
    guest: Player, server: RunningServer, questions: Iterable[tuple[str, str]]
) -> Measured:
    seconds, cpu = [], []
    for name, question in questions:
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


def _count_sampled(root: Path) -> int:
    """Return how many turns asked the model: those that answer a person, at most."""
    logs = sorted((root / "vault" / "agents").glob("*/archive/*.jsonl"))
    records = [json.loads(line) for log in logs for line in log.read_text("utf-8").splitlines()]
    turns = [each for each in records if each["kind"] == "turn"]
    return sum(bool(each.get("completion_tokens")) for each in turns)
