"""Counts which lines of visitors a voice answers: ``python -m benchmarks.life.coverage [FILE …]``.

The files (those of ``talks`` unless others are named) have conversations that somebody wrote, line
by line, with visitors' lines behind ``V:``.  Of each of the four agents it counts how many of these
lines find an exchange of its voice; whether that answers the line is for a reader to judge
(``benchmarks.life.strangers``).  Every line is taken alone, without what was said before.  It needs
the sentence model; some 90 ms of CPU a line.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.mind.voice.deciding.answer_decider import choose_answers
from agents.mind.voice.retrieval import VoiceIndex
from server.starter_files import PACKAGES
from tools.exchanges.weights import make_index, make_sentences

TALKS = Path(__file__).with_name("talks")

#: So many lines of a file are looked at, the same each time.
MOST = 60

_BEGINS = re.compile(r"=== (?P<agent>\S+) \| .+")


def list_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the agent and the words of each visitor's line in a file."""
    agent = ""
    for line in path.read_text("utf-8").splitlines():
        if begins := _BEGINS.fullmatch(line.strip()):
            agent = begins["agent"]
        elif line.startswith("V: "):
            yield agent, line[3:].strip()


def choose_lines(path: Path, agents: Sequence[str], most: int) -> list[tuple[str, str]]:
    """Return at most so many lines that were said to one of `agents`."""
    lines = [each for each in list_lines(path) if each[0] in agents]
    return random.Random(1).sample(lines, min(most, len(lines)))


async def has_answer(index: VoiceIndex, words: str) -> bool:
    """Return whether a voice has an exchange that is said to `words`."""
    await index.listen(words)
    return bool(choose_answers(index, words, index.rank_exchanges(words)))


async def count_answered(paths: Sequence[Path], most: int) -> None:
    """Print a line for each file, and one for all."""
    agents = sorted(path.parent.name for path in PACKAGES.glob("vault/agents/*/voice.md"))
    indexes: dict[str, VoiceIndex] = {}
    found = asked = 0
    for path in paths:
        lines = choose_lines(path, agents, most)
        answered = 0
        for agent, words in lines:
            if agent not in indexes:
                indexes[agent] = await make_index(agent, make_sentences(reads=True))
            answered += await has_answer(indexes[agent], words)
        if lines:
            print(f"{path.stem}: {answered} of {len(lines)} lines have an exchange", flush=True)
        found, asked = found + answered, asked + len(lines)
    print(f"all: {found} of {asked}")


def main() -> None:
    """Count the lines of some files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life.coverage", description=__doc__)
    parser.add_argument("file", type=Path, nargs="*", help="conversations; default: all of talks")
    parser.add_argument("--most", type=int, default=MOST, help="lines of a file (default: 60)")
    given = parser.parse_args()
    asyncio.run(count_answered(given.file or sorted(TALKS.glob("*.txt")), given.most))


if __name__ == "__main__":
    main()
