"""By rule alone a prompt keeps what people tell, of all the small talk around it.

`tests/data/talk` has two evenings of four people: `Ada: words`, `Ada * gesture`, `> own words`.
What tells something has its words behind ``##``, as patterns of which one sentence must have all.
Both were written before the rules; of the held-out one only the numbers were looked at since.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.memory.core.records import NewMemory
from agents.memory.core.view import display_summary
from agents.memory.memory import AgentMemory
from agents.prose import split_sentences
from tests.agents.memory.support import Bench
from world.nature import Nature

TALK = Path(__file__).parents[3] / "data" / "talk"
SEEN = "observation"


@dataclass(frozen=True)
class Line:
    """A line of an evening."""

    memory: NewMemory
    words: str
    told: tuple[str, ...] = ()
    """Patterns of what is to be kept; none: it is small talk."""


def read_evening(name: str) -> Iterator[Line]:
    for line in (TALK / f"{name}.txt").read_text("utf-8").splitlines():
        yield read_line(*line.partition(" ## ")[::2])


def read_line(line: str, told: str) -> Line:
    if line.startswith("> "):
        said = line.removeprefix("> ")
        text, typed = f'~Moss> say {said}\nYou say, "{said}"', f"say {said}"
        own = NewMemory(text, "action", "result", command="say", line=typed, nature=Nature.SPEECH)
        return Line(own, said)
    who, mark, words = re.split(r"(: | \* )", line, maxsplit=1)
    if mark == " * ":
        seen = f"[{who}] {who} {words}."
        return Line(NewMemory(seen, SEEN, "emote", speaker=who, nature=Nature.GESTURE), words)
    heard = NewMemory(f'{who} says, "{words}"', SEEN, "say", speaker=who, nature=Nature.SPEECH)
    return Line(heard, words, tuple(filter(None, told.split(" & "))))


@dataclass(frozen=True)
class Kept:
    """What the summaries at the end of an evening keep."""

    told: int
    of: int
    talk: int
    """Lines of small talk."""


async def live(memory: AgentMemory, bench: Bench, name: str) -> Kept:
    lines = list(read_evening(name))
    for each in lines:
        memory.record(each.memory)
        await bench.settle()
    if not memory.view.summaries:
        await memory.begin_compaction(force=True)
    text = "\n".join(map(display_summary, memory.view.summaries))
    covered = lines[: memory.view.covered]
    told = [stands(each, text) for each in covered if each.told]
    small = {each.words.casefold() for each in covered if not each.told}
    talk = [each for each in small if " " in each and each in text.casefold()]
    return Kept(sum(told), len(told), len(talk))


def stands(line: Line, text: str) -> bool:
    sentences = split_sentences(text)
    return any(all(re.search(p, each, re.IGNORECASE) for p in line.told) for each in sentences)


@pytest.mark.parametrize("evening", ["tuned", "held_out"])
@pytest.mark.parametrize(
    ("strategy", "share"), [("waterfall", 0.9), ("tree", 0.9), ("layered", 0.65), ("sleep", 0.65)]
)
async def test_what_was_told_stands_and_small_talk_does_not(
    tmp_path: Path, strategy: str, share: float, evening: str
) -> None:
    """As far as there is room: one text of 2,400 characters cannot hold forty things told."""
    bench = Bench(tmp_path)
    memory = bench.open(strategy=strategy)
    kept = await live(memory, bench, evening)
    assert kept.of >= 26 and kept.told >= share * kept.of, kept
    assert kept.talk <= 8, kept
    await memory.close()
