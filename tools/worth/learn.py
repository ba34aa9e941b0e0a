"""``python -m tools.worth.learn``: learn what the words of a sentence tell of its worth.

From what readers and writers would keep (``tests/data/worth``) a regression on the vectors of the
sentence model learns what is worth keeping.  It rates many lines more, and each word and pair of
words gets the weight with which they tell best what it found: ``word_worths.txt`` beside
``agents/memory/language/worth``.  It needs the package of the sentence model; some five minutes.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy

from agents.memory.language.worth.word_worths import WEIGHTS, list_word_signs
from agents.models.embedding.sentence import SentenceEmbedder
from agents.prose import find_quoted
from tools.checks.later import LEARNT as LATER
from tools.worth.labelled import list_rated

EXCHANGES = Path(__file__).parents[1] / "exchanges" / "judged.txt"
SENTENCES = Path(__file__).parents[2] / "tests" / "data" / "sentences" / "written"

#: How strongly the weights of vectors, and those of words, are held near 0.
HELD_NUMBERS, HELD_WORDS = 8.0, 3.0
#: A word or a pair that fewer lines have is not weighed, nor is one that weighs less.
COMMON, LIGHTEST = 5, 0.02
#: So many lines of each source are rated.
MOST_LINES = 12_000
SEED = 7
AT_ONCE, STEPS = 64, 200

_LATER = re.compile(r"[-E+?] (?:[A-Z][\w ]{1,20}: )?(.+)")
_EXCHANGE = re.compile(r"(?:[bgp] |[A-Z]\w+\*?: )(.+)")
_SENTENCE = re.compile(r"M (.+)")
_FEWEST = 3


def list_lines() -> list[str]:
    """Return lines of which nobody chose any, of each source as many as are rated."""
    sources = (
        (LATER, _LATER),
        ((EXCHANGES,), _EXCHANGE),
        (sorted(SENTENCES.glob("*[13579].txt")), _SENTENCE),
    )
    order, chosen = random.Random(SEED), list[str]()
    for paths, pattern in sources:
        found = list(dict.fromkeys(_list_matching(paths, pattern)))
        order.shuffle(found)
        chosen += found[:MOST_LINES]
    return chosen


def _list_matching(paths: Sequence[Path], pattern: re.Pattern[str]) -> Iterator[str]:
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            found = pattern.fullmatch(line.strip())
            if found and len(found[1].split()) >= _FEWEST:
                yield next(reversed(find_quoted(found[1])), found[1])


async def embed(lines: Sequence[str]) -> Any:
    """Return a row of numbers for each line."""
    embedder, made = SentenceEmbedder(), list[bytes]()
    for at in range(0, len(lines), AT_ONCE):
        made += await embedder.embed(lines[at : at + AT_ONCE])
    await embedder.close()
    return numpy.array([numpy.frombuffer(each, "<f4") for each in made])


def learn_numbers(rows: Any, kept: Any) -> Callable[[Any], Any]:
    """Return what rates rows of numbers as `kept` rates those that it has learnt from."""
    mean = rows.mean(axis=0)
    whole = numpy.c_[rows - mean, numpy.ones(len(rows))]
    held = HELD_NUMBERS * numpy.eye(whole.shape[1])
    held[-1, -1] = 0.0
    weights = numpy.linalg.solve(whole.T @ whole + held, whole.T @ kept)
    return lambda other: numpy.c_[other - mean, numpy.ones(len(other))] @ weights


def learn_words(lines: Sequence[str], rated: Any) -> dict[str, float]:
    """Return the weight of each word and pair: so they tell best how lines are rated, with 1 for a
    standard deviation."""
    signs = [list_word_signs(each) for each in lines]
    counts = Counter(sign for each in signs for sign in each)
    known = {sign: at for at, sign in enumerate(s for s, n in counts.items() if n >= COMMON)}
    at = [(row, known[sign]) for row, each in enumerate(signs) for sign in each if sign in known]
    row, column = numpy.array(at).T
    share = (1 / numpy.sqrt([max(1, len(each)) for each in signs]))[row]
    wanted = (rated - rated.mean()) / rated.std()

    def spread(weights: Any) -> Any:
        return numpy.bincount(row, share * weights[column], len(lines))

    def gather(errors: Any) -> Any:
        return numpy.bincount(column, share * errors[row], len(known))

    weights = _solve(lambda w: gather(spread(w)) + HELD_WORDS * w, gather(wanted))
    return {s: round(float(weights[n]), 2) for s, n in known.items() if abs(weights[n]) >= LIGHTEST}


def _solve(multiply: Callable[[Any], Any], wanted: Any) -> Any:
    """Return what `multiply` makes `wanted` of, by conjugate gradients."""
    found, left = numpy.zeros_like(wanted), wanted.copy()
    way, size = left.copy(), left @ left
    for _ in range(STEPS):
        made = multiply(way)
        step = size / (way @ made)
        found += step * way
        left -= step * made
        size, before = left @ left, size
        way = left + size / before * way
    return found


def main() -> None:
    """Learn, and write the file."""
    labelled, lines = list(list_rated()), list_lines()
    print(f"{len(labelled)} labelled lines, and {len(lines)} more", flush=True)
    words = [each.words for each in labelled]
    rows = asyncio.run(embed([*words, *lines]))
    kept = numpy.array([each.kept for each in labelled])
    rate = learn_numbers(rows[: len(words)], kept)
    weights = learn_words([*words, *lines], rate(rows))
    ordered = sorted(weights.items())
    WEIGHTS.write_text("".join(f"{weight}\t{sign}\n" for sign, weight in ordered), "utf-8")
    print(f"{len(weights)} weights in {WEIGHTS.name}")


if __name__ == "__main__":
    main()
