"""Measures the CPU of a search among 100,000 memories: ``python -m benchmarks.memory.searching``.

Two lives, indexed and given vectors as a server does it, are asked for by words of theirs and by
questions: ordinary moments, and a varied one, half of which are lines of talk with words exchanged,
so that few are alike.  Each question is asked once, by words alone and, where wordllama is
installed, by meaning as well.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall import database, schema
from agents.memory.recall.index import VECTORS
from agents.memory.recall.lookup import search_file
from agents.memory.recall.meaning.vectors import append_vectors, measure_nearness
from agents.models.counters import percentile
from agents.word_vectors import PACKAGE, WordVectors, load_word_vectors
from benchmarks.memory.ordinary import NAMES, Ordinary
from benchmarks.truth.lives import load_lives
from world.nature import Nature

AIM_MS = 20.0
SEED = 1
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
BATCH = 4096
EXCHANGED = 0.3
"""The share of a line's words that are exchanged in the varied life."""
EMBEDDER = PACKAGE


def make_life(count: int) -> Iterator[Experience]:
    """Yield `count` ordinary memories, a third of them the agent's own."""
    moments = Ordinary(SEED)
    for seq in range(1, count + 1):
        one = moments.own() if seq % 3 == 0 else moments.around()
        yield Experience(
            seq, BEGIN + timedelta(minutes=5 * seq), one.text, one.source, place=one.place,
            event=one.event, speaker=one.speaker, occupants=one.occupants, nature=one.nature,
        )  # fmt: skip


def vary_life(life: Sequence[Experience]) -> list[Experience]:
    """Return `life` with every second memory a line of talk, some of its words exchanged.

    Lines and words are those of the written lives (`benchmarks.truth.lives`).
    """
    chance = random.Random(SEED)
    said = [each.text.split() for one in load_lives().values() for each in one if each.speaker]
    words = [word for line in said for word in line]
    varied = list(life)
    for at in range(0, len(life), 2):
        line = (chance.choice(words) if chance.random() < EXCHANGED else each
                for each in chance.choice(said))  # fmt: skip
        varied[at] = replace(life[at], text=" ".join(line), source="observation", event="say",
                             speaker=chance.choice(NAMES), nature=Nature.SPEECH)  # fmt: skip
    return varied


def write_life(path: Path, life: Sequence[Experience], model: WordVectors | None) -> None:
    """Index `life` at `path`, and put its vectors beside it if there is a model."""
    with database.open_for_building(path) as connection:
        schema.add_rows(connection, life)
    for begin in range(0, len(life) if model else 0, BATCH):
        part = life[begin : begin + BATCH]
        made = model.embed([each.text for each in part]).astype("<f4") if model else ()
        found = [(each.seq, row.tobytes()) for each, row in zip(part, made, strict=True)]
        last = part[-1]
        append_vectors(path.with_suffix(VECTORS), EMBEDDER, found, last.seq, last.text)


def time_questions(path: Path, questions: Sequence[str], model: WordVectors | None) -> list[float]:
    """Return the milliseconds of CPU that each of `questions` takes."""
    spent, tokens = [], HeuristicCounter()
    for words in questions:
        began = time.process_time()
        measure = None
        if model is not None:
            vector = model.embed([words]).astype("<f4")[0].tobytes()
            beside = path.with_suffix(VECTORS)
            measure = partial(measure_nearness, beside, EMBEDDER, vector)
        hits = search_file(path, (), schema.accept_all, words, 10, (1, 2**62), measure)
        sum(tokens.count(each.render_line()) for each in hits)
        spent.append(1000 * (time.process_time() - began))
    return spent


def make_questions(life: Sequence[Experience], count: int) -> list[str]:
    """Return questions by some words of memories, every second as a whole sentence."""
    chance = random.Random(SEED)
    found = list[str]()
    for one in chance.sample(list(life), count):
        words = one.text.split()
        begin = chance.randrange(max(1, len(words) - 4))
        some = " ".join(words[begin : begin + 4])
        found.append(f"What did {one.speaker or 'Ada'} say of {some}?" if len(found) % 2 else some)
    return found


def main() -> None:
    """Measure, and print a line each for words and for meaning in each life."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory.searching")
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    given = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the server does
    try:
        model = load_word_vectors()
    except (ImportError, OSError, ValueError):
        model = None
    ordinary = list(make_life(given.memories))
    for name, life in (("ordinary", ordinary), ("varied", vary_life(ordinary))):
        for means, spent in measure_life(life, given.questions, model):
            median, high = percentile(spent, 0.5), percentile(spent, 0.95)
            verdict = "met" if high <= AIM_MS else "MISSED"
            print(f"{name}, by {means}: {median:.1f} ms of CPU, 95 %: {high:.1f}, "
                  f"≤ {AIM_MS:g}: {verdict}")  # fmt: skip


def measure_life(
    life: Sequence[Experience], count: int, model: WordVectors | None
) -> Iterator[tuple[str, list[float]]]:
    """Yield how `count` questions are asked, and the milliseconds of CPU that each takes."""
    asked = make_questions(life, count)
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        path = Path(folder) / "Moss.sqlite"
        write_life(path, life, model)
        yield "words", time_questions(path, asked, None)
        if model is not None:
            yield "meaning", time_questions(path, asked, model)


if __name__ == "__main__":
    main()
