"""What a run leaves behind: the answers, a sheet for blind readers, and the page of figures."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from agents.memory.core.records import Experience
from benchmarks.life.asking import Answered
from benchmarks.life.figures import LifeFigure
from benchmarks.life.talk import Speech, list_speech
from world.nature import Nature

#: A line of context has at most so many characters.
CONTEXT = 240


def write_answers(path: Path, answers: Iterable[Answered]) -> None:
    """Write a line of tab-separated fields for each answer."""
    rows = [
        f"{'right' if each.right else 'WRONG'}\t{each.agent}\t{each.kind}"
        f"\t{each.question}\t{each.answer}\n"
        for each in answers
    ]
    path.write_text("".join(rows), "utf-8")


def write_lines(
    path: Path, lives: Mapping[str, Sequence[Experience]], count: int, rng: random.Random
) -> None:
    """Write `count` sampled lines of speech, each with the two memories before it."""
    samples = [
        (life, at, speech) for name, life in lives.items() for at, speech in list_speech(name, life)
    ]
    chosen = rng.sample(samples, min(count, len(samples)))
    blocks = [_render_sample(number, *each) for number, each in enumerate(chosen, start=1)]
    path.write_text("\n".join(blocks), "utf-8")


def _render_sample(number: int, life: Sequence[Experience], at: int, speech: Speech) -> str:
    context = "\n".join(
        f"    {_render_memory(each, speech.speaker)}" for each in life[max(0, at - 2) : at]
    )
    return f"{number}. In {speech.place}.\n{context}\n  {speech.speaker} says: {speech.words}\n"


def _render_memory(memory: Experience, owner: str) -> str:
    """Return a memory as somebody who stands by would see it, on one line."""
    if not memory.line:
        return memory.text.split("\n")[0][:CONTEXT]
    if memory.nature.is_speech:
        return memory.text.split("\n")[-1].replace("You say", f"{owner} says")[:CONTEXT]
    if memory.nature is Nature.MOVEMENT:
        return f"{owner} comes to {memory.place}."
    if memory.nature.is_writing or memory.nature.is_looking:
        return f"({owner}: {memory.line})"[:CONTEXT]
    return memory.text.split("\n")[-1].replace("You ", f"{owner} ", 1)[:CONTEXT]


def render_table(columns: Mapping[str, Sequence[LifeFigure]]) -> str:
    """Return a table in Markdown: a row for each figure, a column for each life."""
    names = dict.fromkeys(row.name for rows in columns.values() for row in rows)
    aims = {row.name: row.aim for rows in columns.values() for row in rows}
    values = {title: {row.name: row.value for row in rows} for title, rows in columns.items()}
    head = f"| what | {' | '.join(columns)} | aim |\n|{'---|' * (len(columns) + 2)}\n"
    body = [
        f"| {name} | {' | '.join(values[title].get(name, '') for title in columns)}"
        f" | {aims[name]} |\n"
        for name in names
    ]
    return head + "".join(body)
