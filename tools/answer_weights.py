"""``python -m tools.answer_weights``: learn the weights by which a voice's exchanges answer.

``tools/judged_answers.txt`` holds what was said to an agent, a wording that is near to it, and
whether a reader called its exchange an answer.  Logistic regression on the signs of these pairs
makes ``agents/mind/voice/deciding/answer_weights.py``.  ``tools/read_answers.txt`` adds what a
reader that had not learnt from the line said of it (``tools/answer_reader.py``).  It prints how
well pairs are judged by weights that were learnt without their line, and without their agent.  It
needs the sentence model.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agents.meaning import WordMeanings
from agents.mind.voice.deciding import answer_weights
from agents.mind.voice.deciding.answer_decider import LOOKED_AT, READ, find_chance
from agents.mind.voice.deciding.answer_signs import measure_signs
from agents.mind.voice.retrieval import NEAR_ENOUGH, NearExchange, VoiceIndex
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS, SentenceLikeness
from agents.mind.voice.vector_file import VectorFile
from agents.mind.voice.voice_file import read_voice
from agents.models.embedding.sentence import SentenceEmbedder
from agents.word_vectors import load_word_vectors
from server.shipped.voice_vectors import SHIPPED_VECTORS
from server.starter_files import PACKAGES
from tools.regression import learn_weights, render_weights

JUDGED = Path(__file__).with_name("judged_answers.txt")
READ_ANSWERS = JUDGED.with_name("read_answers.txt")
WEIGHTS = Path(answer_weights.__file__)
JUDGEMENTS = {"good": 1.0, "passable": 0.5, "beside": 0.0}

#: Into how many parts the lines are put.
PARTS = 10

#: Chances from which on an exchange might be said.
LEAST_TRIED = (0.3, 0.35, 0.4, 0.45, 0.5)

_PAGE = '''"""Weights of the signs of an answer, made by ``python -m tools.answer_weights``."""

from __future__ import annotations

from collections.abc import Mapping

BY_MEANING: Mapping[str, float] = {by_meaning}
"""Where a sentence model compares."""

BY_WORDS: Mapping[str, float] = {by_words}
"""Where words alone are compared."""

BY_READING: Mapping[str, float] = {by_reading}
"""Where a reader read the line and the wording together besides."""
'''


@dataclass(frozen=True)
class JudgedAnswer:
    """An exchange near to a line, with its signs and a reader's judgement."""

    heard: str
    asked: str
    """What was heard, without the agent's name."""
    agent: str
    near: NearExchange
    signs: Mapping[str, float]
    good: float
    """1: an answer; 0.5: it passes; 0: it is beside the point."""


def read_judged() -> dict[tuple[str, str], dict[str, float]]:
    """Return for each line and agent the judgement of each wording."""
    found: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for line in JUDGED.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            heard, agent, wording, judged = line.split(" | ")
            found[heard, agent][wording] = JUDGEMENTS[judged]
    return found


def read_readings() -> dict[tuple[str, str, str], float]:
    """Return what a reader said of a line, an agent and a wording, as a log of odds."""
    lines = READ_ANSWERS.read_text("utf-8").splitlines()
    rows = (line.split(" | ") for line in lines if line and not line.startswith("#"))
    return {(heard, agent, known): float(read) for heard, agent, known, read in rows}


def make_sentences() -> SentenceLikeness:
    """Return what compares by the sentence model, and keeps nothing."""
    own = VectorFile(Path("/nowhere"))
    return SentenceLikeness(SentenceEmbedder(), own, SHIPPED_VECTORS, _forget, print)


async def make_index(agent: str, sentences: SentenceLikeness | None) -> VoiceIndex:
    """Return what searches the shipped voice of an agent, ready to compare."""
    voice = read_voice(PACKAGES / "vault" / "agents" / agent / "voice.md").voice
    meanings = WordMeanings(load_word_vectors())
    index = VoiceIndex(voice, agent, meanings, sentences or NO_SENTENCE_MEANINGS)
    if sentences:
        await sentences.learn(index.lines)
    return index


async def measure_judged(by_meaning: bool) -> list[JudgedAnswer]:
    """Return all judged exchanges that are among those looked at."""
    sentences = make_sentences()
    indexes: dict[str, VoiceIndex] = {}
    found = []
    for (heard, agent), judged in read_judged().items():
        if agent not in indexes:
            indexes[agent] = await make_index(agent, sentences if by_meaning else None)
        index = indexes[agent]
        await index.listen(heard)
        near = index.rank_exchanges(heard)[:LOOKED_AT]
        asked = index.remove_own_name(heard)
        signs = measure_signs(asked, near, index.weigh, index.meanings)
        for each, sign in zip(near, signs, strict=True):
            of_it = [judged[one] for one in each.exchange.heard if one in judged]
            found += [JudgedAnswer(heard, asked, agent, each, sign, good) for good in of_it[:1]]
    return found


def _forget(work: Any) -> None:
    work.close()


def learn(pairs: Sequence[JudgedAnswer]) -> dict[str, float]:
    """Return the weights with which signs tell these judgements best."""
    return learn_weights([each.signs for each in pairs], [each.good for each in pairs])


def judge_unseen(
    pairs: Sequence[JudgedAnswer], find_part: Callable[[JudgedAnswer], object]
) -> list[float]:
    """Return the chance of each pair by weights learnt from the other parts."""
    parts = list(map(find_part, pairs))
    learnt = {
        part: learn([each for each, own in zip(pairs, parts, strict=True) if own != part])
        for part in dict.fromkeys(parts)
    }
    return [
        find_chance(each.near, each.signs, learnt[part])
        for each, part in zip(pairs, parts, strict=True)
    ]


def find_area(pairs: Sequence[JudgedAnswer], rated: Sequence[float]) -> float:
    """Return how often an answer is rated above one that is beside the point: the AUC."""
    good = [one for one, each in zip(rated, pairs, strict=True) if each.good == 1.0]
    beside = [one for one, each in zip(rated, pairs, strict=True) if each.good == 0.0]
    above = sum((one > other) + 0.5 * (one == other) for one in good for other in beside)
    return above / (len(good) * len(beside))


def count_said(
    pairs: Sequence[JudgedAnswer], order: Sequence[float], chances: Sequence[float], least: float
) -> str:
    """Return how many good, passable and beside answers are said: one for each line, the first by
    `order`, if its chance is at least `least`."""
    lines: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, each in enumerate(pairs):
        lines[each.heard, each.agent].append(at)
    picked = (max(places, key=lambda at: order[at]) for places in lines.values())
    count = Counter(pairs[at].good for at in picked if chances[at] >= least)
    return f"{count[1.0]}/{count[0.5]}/{count[0.0]}"


def report(pairs: Sequence[JudgedAnswer]) -> None:
    """Print how well pairs are judged by what was learnt from other lines, or other agents."""
    scores = [each.near.score for each in pairs]
    heard = list(dict.fromkeys(each.heard for each in pairs))
    part_of = {line: at % PARTS for at, line in enumerate(heard)}
    print(f"{len(pairs)} pairs of {len(heard)} lines; good/passable/beside said")
    print(f"  nearest: AUC {find_area(pairs, scores):.3f};", end=" ")
    print(", ".join(f"{at}: {count_said(pairs, scores, scores, at)}" for at in (NEAR_ENOUGH, 0.6)))
    ways: Sequence[tuple[str, Callable[[JudgedAnswer], object]]] = (
        ("line", lambda each: part_of[each.heard]),
        ("agent", lambda each: each.agent),
    )
    for name, find_part in ways:
        chances = judge_unseen(pairs, find_part)
        order = [one + score for one, score in zip(chances, scores, strict=True)]
        said = (
            f"{at}: {count_said(pairs, order, chances, at)}" for at in (0.3, 0.35, 0.4, 0.45, 0.5)
        )
        print(f"  by {name}: AUC {find_area(pairs, chances):.3f};", ", ".join(said))


def add_readings(pairs: Sequence[JudgedAnswer]) -> list[JudgedAnswer]:
    """Return the pairs that a reader read, with its sign."""
    readings = read_readings()
    keys = [(each.heard, each.agent, each.near.heard) for each in pairs]
    return [
        replace(each, signs={**each.signs, READ: readings[key]})
        for each, key in zip(pairs, keys, strict=True)
        if key in readings
    ]


async def _learn_all() -> list[dict[str, float]]:
    """Return the weights where a sentence model compares, by words alone, and by reading."""
    by_meaning, by_words = await measure_judged(True), await measure_judged(False)
    ways = {
        "by meaning": by_meaning,
        "by words alone": by_words,
        "by reading": add_readings(by_meaning),
    }
    learnt = []
    for name, pairs in ways.items():
        print(name)
        report(pairs)
        learnt.append(learn(pairs))
    return learnt


def main() -> None:
    """Learn the weights, print how good they are, and write them."""
    by_meaning, by_words, by_reading = map(render_weights, asyncio.run(_learn_all()))
    page = _PAGE.replace("{by_meaning}", by_meaning).replace("{by_words}", by_words)
    WEIGHTS.write_text(page.replace("{by_reading}", by_reading), "utf-8")


if __name__ == "__main__":
    main()
