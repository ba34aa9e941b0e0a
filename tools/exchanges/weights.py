"""``python -m tools.exchanges.weights``: learn the weights by which a voice's exchanges answer.

``tools/exchanges/judged.txt`` holds what was said to an agent, and for the exchanges that are
nearest whether a reader called them an answer.  Logistic regression on the signs of these pairs
makes ``agents/mind/voice/deciding/answer_weights.py``: by words and by meaning from a third of the
lines, and with what the shipped reader says of a pair (``tools/exchanges/reader.py``) from the
lines that are kept apart, which it has not learnt from.  It prints how well pairs are judged by
weights that were learnt without their line.  It needs the sentence model.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.meaning import WordMeanings
from agents.mind.voice.deciding import answer_weights
from agents.mind.voice.deciding.answer_decider import LOOKED_AT, READ, find_chance
from agents.mind.voice.deciding.answer_signs import measure_signs
from agents.mind.voice.retrieval import SAME_WORDS, NearExchange, VoiceIndex
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS, SentenceLikeness
from agents.mind.voice.vector_file import VectorFile
from agents.mind.voice.voice_file import read_voice
from agents.models.embedding.sentence import SentenceEmbedder
from agents.word_vectors import load_word_vectors
from server.shipped.voice_vectors import EXCHANGE_READER, SHIPPED_VECTORS
from server.starter_files import PACKAGES
from tools.exchanges.judged import JudgedLine, read_judged_lines
from tools.regression import learn_weights, render_weights

WEIGHTS = Path(answer_weights.__file__)

#: Lines whose answers are judged by what was learnt from the others, in so many parts.
PARTS = 10

#: Of all lines each third is measured: there are more than so few weights need.
THINNED = 3

#: Chances from which on an exchange might be said.
LEAST_TRIED = (0.3, 0.35, 0.4, 0.45, 0.5, 0.6)

_PAGE = '''"""Weights of the signs of an answer, made by ``python -m tools.exchanges.weights``."""

from __future__ import annotations

from collections.abc import Mapping

BY_MEANING: Mapping[str, float] = {by_meaning}
"""Where a sentence model compares."""

BY_WORDS: Mapping[str, float] = {by_words}
"""Where words alone are compared."""

BY_READING: Mapping[str, float] = {by_reading}
"""Where a reader read the line, the wording and the answer together besides."""
'''


@dataclass(frozen=True)
class JudgedExchange:
    """An exchange near to a line, with its signs and a reader's judgement."""

    line: str
    near: NearExchange
    signs: Mapping[str, float]
    good: float


def make_sentences(reads: bool = False) -> SentenceLikeness:
    """Return what compares by the sentence model, and keeps nothing; it `reads` exchanges too."""
    embedder = SentenceEmbedder(exchanges=EXCHANGE_READER)
    own, reader = VectorFile(Path("/nowhere")), embedder if reads else None
    return SentenceLikeness(embedder, own, SHIPPED_VECTORS, _forget, print, reader)


async def make_index(agent: str, sentences: SentenceLikeness | None) -> VoiceIndex:
    """Return what searches the shipped voice of an agent, ready to compare."""
    voice = read_voice(PACKAGES / "vault" / "agents" / agent / "voice.md").voice
    meanings = WordMeanings(load_word_vectors())
    index = VoiceIndex(voice, agent, meanings, sentences or NO_SENTENCE_MEANINGS)
    if sentences:
        await sentences.learn(index.lines)
    return index


async def measure_lines(
    lines: Sequence[JudgedLine], sentences: SentenceLikeness | None
) -> list[JudgedExchange]:
    """Return all judged exchanges of `lines` that are among those looked at."""
    indexes: dict[str, VoiceIndex] = {}
    found: list[JudgedExchange] = []
    for each in lines:
        if each.agent not in indexes:
            indexes[each.agent] = await make_index(each.agent, sentences)
        await indexes[each.agent].listen(each.line)
        found += _measure_line(each, indexes[each.agent])
    return found


def _measure_line(line: JudgedLine, index: VoiceIndex) -> Iterator[JudgedExchange]:
    near = index.rank_exchanges(line.line)[:LOOKED_AT]
    asked = index.remove_own_name(line.line)
    signs = measure_signs(asked, near, index.weigh, index.meanings)
    for each, sign in zip(near, signs, strict=True):
        judged = next((line.good[one] for one in each.exchange.heard if one in line.good), None)
        read = index.find_reading(line.line, each)
        if judged is not None and each.words < SAME_WORDS:
            more = {} if read is None else {READ: read}
            yield JudgedExchange(line.line, each, {**sign, **more}, judged)


def _forget(work: Any) -> None:
    work.close()


def learn(pairs: Sequence[JudgedExchange]) -> dict[str, float]:
    """Return the weights with which signs tell these judgements best."""
    return learn_weights([each.signs for each in pairs], [each.good for each in pairs])


def judge_unseen(pairs: Sequence[JudgedExchange]) -> list[float]:
    """Return the chance of each pair by weights learnt from other lines."""
    lines = list(dict.fromkeys(each.line for each in pairs))
    part_of = {line: at % PARTS for at, line in enumerate(lines)}
    learnt = [learn([e for e in pairs if part_of[e.line] != part]) for part in range(PARTS)]
    return [find_chance(each.near, each.signs, learnt[part_of[each.line]]) for each in pairs]


def find_area(pairs: Sequence[JudgedExchange], rated: Sequence[float]) -> float:
    """Return how often an answer is rated above one that is beside the point: the AUC."""
    good = [one for one, each in zip(rated, pairs, strict=True) if each.good == 1.0]
    beside = [one for one, each in zip(rated, pairs, strict=True) if each.good == 0.0]
    above = sum((one > other) + 0.5 * (one == other) for one in good for other in beside)
    return above / (len(good) * len(beside))


def count_said(pairs: Sequence[JudgedExchange], chances: Sequence[float], least: float) -> str:
    """Return how many good, passable and beside answers are said: one for each line, the
    likeliest, if its chance is at least `least`."""
    lines: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(pairs):
        lines[each.line].append(at)
    picked = (max(places, key=chances.__getitem__) for places in lines.values())
    count = Counter(pairs[at].good for at in picked if chances[at] >= least)
    return f"{count[1.0]}/{count[0.5]}/{count[0.0]}"


def report(name: str, pairs: Sequence[JudgedExchange]) -> None:
    """Print how well pairs are judged by what was learnt from other lines."""
    chances = judge_unseen(pairs)
    lines = len({each.line for each in pairs})
    print(f"{name}: {len(pairs)} pairs of {lines} lines; AUC {find_area(pairs, chances):.3f}")
    said = (f"{at}: {count_said(pairs, chances, at)}" for at in LEAST_TRIED)
    print("  good/passable/beside said from a chance of", ", ".join(said))


async def _learn_all() -> list[dict[str, float]]:
    """Return the weights where a sentence model compares, by words alone, and by reading."""
    lines = list(read_judged_lines())
    apart = [each for each in lines if each.is_apart]
    by_reading = await measure_lines(apart, make_sentences(reads=True))
    some = lines[::THINNED]
    by_meaning, by_words = [await measure_lines(some, each) for each in (make_sentences(), None)]
    ways = {
        "by meaning": by_meaning,
        "by words alone": by_words,
        "by reading, kept apart": [each for each in by_reading if READ in each.signs],
    }
    for name, pairs in ways.items():
        report(name, pairs)
    return [learn(pairs) for pairs in ways.values()]


def main() -> None:
    """Learn the weights, print how good they are, and write them."""
    by_meaning, by_words, by_reading = map(render_weights, asyncio.run(_learn_all()))
    page = _PAGE.replace("{by_meaning}", by_meaning).replace("{by_words}", by_words)
    WEIGHTS.write_text(page.replace("{by_reading}", by_reading), "utf-8")


if __name__ == "__main__":
    main()
