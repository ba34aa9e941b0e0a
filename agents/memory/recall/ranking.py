"""Rank memories: by rare words, words that stand together, meaning, and what happened around them.

A memory's own score is the weight of the question's words in it, by BM25: rare words weigh more,
long memories less.  How near its meaning is to the question's is added, where there are vectors.  A
part of its neighbours' scores in the same talk is added, because an answer seldom repeats the
question's words; most where the neighbour asks.  Who speaks, what kind of answer is asked for, the
dates in the question, the memory's importance and its age then change it a little.

Of a common word's list only `COMMON` entries are read, so that a search takes milliseconds in a
life of any length.  Of the memories themselves the `CANDIDATES` that score best are read, and their
neighbours.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Literal

from agents.memory.language.normalize import fold_name
from agents.memory.recall.hits import Hit
from agents.memory.recall.query import Question
from agents.memory.recall.schema import Row
from agents.memory.recall.sources import Sources
from late.late_dataclass import late_dataclass

#: A word in more memories than this is common: of its list the newest so many are read, and
#: those that have a rarer word of the question as well; where the rarer words alone give
#: candidates enough, only the latter.
COMMON = 1_000

#: Of a place's memories the newest so many are looked at.
OF_A_PLACE = 500

#: Memories shorter than this, in characters, are no better for being short.
SHORT = 60

#: Memories that are read whole, beside their neighbours.
CANDIDATES = 60

#: So many memories are read for different texts, because an agent's days repeat themselves.
LOOKED_UP = 3_000

#: If no word of the question occurs anywhere, a memory is shown that is so much nearer in
#: meaning than usual, in standard deviations.
PLAIN = 4.0

#: A talk ends where nothing happens for so long, or where the place changes.
SCENE_GAP = timedelta(minutes=30)

Scores = Mapping[int, float]

Circumstance = Literal["recency", "speaker", "kind", "date", "importance"]


@late_dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much; chosen on `benchmarks.locomo` as decision 49 says."""

    before: tuple[float, ...] = (0.45, 0.25, 0.12)
    """Share of a memory's score that the one, two … after it get."""
    after: tuple[float, ...] = (0.3, 0.2, 0.1)
    """Share of a memory's score that the one, two … before it get."""
    pair: float = 0.3
    """Added for two words close together, in parts of their weights."""
    place: float = 0.25
    """What a word of the place's name weighs, against one of the text."""
    speaker: float = 1.0
    """Added where somebody speaks that the question names."""
    dated: float = 2.5
    """Added for a date that the question names."""
    day: float = 0.5
    """The score of a memory that has the date of the question and none of its words."""
    importance: float = 0.3
    """Added for the greatest importance, and taken away for the least."""
    recency: float = 0.02
    """What the newest memory has ahead of the oldest."""
    length: float = 0.4
    """How much a memory's length counts against it: BM25's b."""
    meaning: float = 1.0
    """What a standard deviation of nearness in meaning weighs beside the weights of words."""
    meaning_beside: float = 0.6
    """The part of it that neighbours get a share of."""
    asking: float = 0.2
    """The part of its own score that a memory loses which only asks."""
    answering: float = 0.15
    """What is added to the share of the memory that follows one which asks."""
    kind: float = 0.5
    """Added where a memory has the kind of answer that is asked for: a time, a number, a name."""


_TUNED = Weights()


Own = tuple[float, float, float]
"""What words, meaning and neighbours give to a memory."""


@late_dataclass(frozen=True, slots=True)
class ScoreParts:
    """What a memory's score is made of."""

    words: float
    """The weight of the question's words in it."""
    meaning: float
    """How near its meaning is to the question's."""
    neighbours: float
    """Its share of the scores of the memories around it."""
    circumstances: Mapping[Circumstance, float]
    """What each circumstance adds, in parts of the sum of the others."""

    @property
    def total(self) -> float:
        """Larger is better."""
        own = self.words, self.meaning, self.neighbours
        return _sum_up(own, self.circumstances)


def rank_hits(
    sources: Sources,
    question: Question,
    limit: int,
    *,
    weights: Weights = _TUNED,
    nearness: Scores | None = None,
) -> list[Hit]:
    """Return the best `limit` memories for `question`, each text once."""
    return [hit for hit, _ in rank_with_reasons(sources, question, limit, weights, nearness)]


def rank_with_reasons(
    sources: Sources,
    question: Question,
    limit: int,
    weights: Weights = _TUNED,
    nearness: Scores | None = None,
) -> list[tuple[Hit, ScoreParts]]:
    """Return what `rank_hits` does, each with what its score is made of."""
    words = _score_words(sources, question, weights)
    least, (first, last) = 0.0 if words else PLAIN, sources.span
    near = {
        seq: weights.meaning * value
        for seq, value in (nearness or {}).items()
        if value > least and first <= seq <= last
    }
    matched = dict(words)
    for seq, value in near.items():
        matched[seq] = matched.get(seq, 0.0) + value
    read = _read_candidates(sources, matched, max(CANDIDATES, limit))
    # A question of one word asks for the memories that have it, a longer one for an answer.
    if len(question.terms) > 1:
        around = _list_neighbours(read, weights).difference(read)
        read |= sources.read_rows(list(around))
    scored = _score_memories((words, near), read, weights)
    heard = _find_speakers(sources, question, read.values())

    def rate(row: Row, kind: bool) -> Mapping[Circumstance, float]:
        return _rate_circumstances(row, heard, question, sources.last, weights, kind)

    return _make_hits(order_best(scored, read, question.kind, rate), limit, sources.span)


# --- words --------------------------------------------------------------------------------


def _score_words(sources: Sources, question: Question, weights: Weights) -> dict[int, float]:
    newest = [sources.find_matches("words", term, COMMON) for term in question.terms]
    values = [_rate_rarity(_estimate_count(found, sources), sources.last) for found in newest]
    scores: dict[int, float] = defaultdict(float)
    for seq in sources.find_dated(question):
        scores[seq] = weights.day
    _add_word_scores(scores, sources, question, newest, values)
    for term, value in zip(question.terms, values, strict=True):
        for seq in sources.find_matches("places", term, OF_A_PLACE):
            scores[seq] += weights.place * value
    for first, second, expression in question.pairs:
        if 0 < min(len(newest[first]), len(newest[second])) < COMMON:
            value = weights.pair * (values[first] + values[second]) / 2
            for seq in sources.find_matches("words", expression, COMMON):
                scores[seq] += value
    return scores


def _add_word_scores(
    scores: dict[int, float],
    sources: Sources,
    question: Question,
    newest: Sequence[Sequence[int]],
    values: Sequence[float],
) -> None:
    """Add to `scores` what each word is worth where it occurs, the rarest word first."""
    rarer: list[str] = []
    for place in sorted(range(len(newest)), key=lambda each: -values[each]):
        term, found = question.terms[place], newest[place]
        if len(found) >= COMMON and rarer:
            beside = sources.find_matches("words", _write_beside(term, rarer), COMMON)
            found = beside if len(scores) >= CANDIDATES else list({*found, *beside})
        for seq in found:
            scores[seq] += values[place]
        rarer.append(term)


def _write_beside(term: str, rarer: Sequence[str]) -> str:
    return f"({term}) AND ({' OR '.join(rarer)})"


def _estimate_count(newest: Sequence[int], sources: Sources) -> float:
    """Return how many memories have a word; of a common word it is estimated from how close
    together its newest memories are."""
    if len(newest) < COMMON:
        return len(newest)
    first, last = max(sources.span[0], 1), min(sources.span[1], sources.last)
    return len(newest) * (last - first + 1) / (last - min(newest) + 1)


def _rate_rarity(count: float, of: int) -> float:
    """Return BM25's weight of a word that `count` of `of` memories have, never below 0."""
    return math.log(1 + max(of - count + 0.5, 0.0) / (count + 0.5)) + 0.01


# --- memories -----------------------------------------------------------------------------


def _pick_best(scores: Scores, count: int) -> list[int]:
    ordered = sorted(zip(scores.values(), scores.keys(), strict=True), reverse=True)
    return [seq for _, seq in ordered[:count]]


def _read_candidates(sources: Sources, scores: Scores, count: int) -> dict[int, Row]:
    """Return the memories of the best scores, as many as have `count` different texts."""
    ordered = _pick_best(scores, LOOKED_UP)
    kept: dict[str, Row] = {}
    for begin in range(0, len(ordered), count):
        asked = ordered[begin : begin + count]
        read = sources.read_rows(asked)
        for seq in asked:
            if seq in read:
                kept.setdefault(read[seq].text, read[seq])
        if len(kept) >= count:
            break
    return {row.seq: row for row in kept.values()}


def _list_neighbours(seqs: Iterable[int], weights: Weights) -> set[int]:
    ahead, behind = len(weights.before), len(weights.after)
    return {seq + step for seq in seqs for step in range(-behind, ahead + 1)}


def _score_memories(
    found: tuple[Scores, Scores],
    read: Mapping[int, Row],
    weights: Weights,
) -> dict[int, Own]:
    """Return what words, meaning and neighbours give to each memory that has any of it.

    `found` is what words and what meaning alone give.
    """
    words, near = _weigh_lengths(found[0], read, weights), found[1]
    beside = weights.meaning_beside
    carried = {seq: words.get(seq, 0.0) + beside * near.get(seq, 0.0) for seq in read}
    passed_on = {seq: value for seq, value in carried.items() if value and read[seq].spoken}
    scored: dict[int, Own] = {}
    for seq, row in read.items():
        by_words, by_meaning = words.get(seq, 0.0), near.get(seq, 0.0)
        if (by_words or by_meaning) and row.spoken and is_asking(row.text):
            by_words *= 1 - weights.asking
            by_meaning *= 1 - weights.asking
        around = _score_neighbours(row, passed_on, read, weights) if row.spoken else 0.0
        if by_words or by_meaning or around:
            scored[seq] = by_words, by_meaning, around
    return scored


def _weigh_lengths(matched: Scores, read: Mapping[int, Row], weights: Weights) -> dict[int, float]:
    """Return the scores of `read` with their lengths counted against them."""
    if not read:
        return {}
    lengths = {seq: max(len(row.text), SHORT) for seq, row in read.items()}
    usual = sum(lengths.values()) / len(lengths)
    return {
        seq: matched[seq] / (1 - weights.length + weights.length * length / usual)
        for seq, length in lengths.items()
        if seq in matched
    }


def _score_neighbours(
    row: Row, passed_on: Scores, read: Mapping[int, Row], weights: Weights
) -> float:
    """Return the share that `row`, which is talk, has of the memories that pass something on."""
    total = 0.0
    for direction, shares in ((-1, weights.before), (1, weights.after)):
        for step, usual in enumerate(shares, 1):
            seq = row.seq + direction * step
            if seq not in passed_on or not is_same_talk(row, other := read[seq]):
                continue
            asked = direction == -1 and step == 1 and is_asking(other.text)
            share = usual + weights.answering if asked else usual
            total += share * passed_on[seq]
    return total


def is_asking(text: str) -> bool:
    """Return whether what is told or quoted ends with a question."""
    return extract_told(text).rstrip("'”’ ").endswith("?")


def extract_told(text: str) -> str:
    """Return what a memory quotes, or else all of it."""
    first, last = text.find('"'), text.rfind('"')
    return text[first + 1 : last] if first < last else text


def is_same_talk(one: Row, other: Row) -> bool:
    """Return whether two memories near each other are talk of one stretch of time and one place."""
    near = one.place == other.place and abs(one.at - other.at) <= SCENE_GAP
    return near and one.spoken and other.spoken


def _rate_circumstances(
    row: Row, heard: Iterable[str], question: Question, last: int, weights: Weights, kind: bool
) -> Mapping[Circumstance, float]:
    """Return what each circumstance adds; `kind`: the memory has the kind of answer asked for."""
    found: dict[Circumstance, float] = {"recency": weights.recency * row.seq / max(last, 1)}
    if row.speaker in heard:
        found["speaker"] = weights.speaker
    if kind:
        found["kind"] = weights.kind
    if any(days.holds(row.at) for days in question.days):
        found["date"] = weights.dated
    if row.importance:
        found["importance"] = weights.importance * (row.importance - 5) / 5
    return found


def _find_speakers(sources: Sources, question: Question, rows: Iterable[Row]) -> set[str]:
    """Return those who speak in `rows` and whom the question names."""
    names = sources.find_people(question.words) if question.words else set()
    speakers = {row.speaker for row in rows} if names else set()
    return {speaker for speaker in speakers if fold_name(speaker) in names}


def order_best(
    scored: Mapping[int, Own],
    read: Mapping[int, Row],
    kind: re.Pattern[str] | None,
    rate: Callable[[Row, bool], Mapping[Circumstance, float]],
) -> Iterator[tuple[Row, ScoreParts]]:
    """Yield memories, best first, with what their scores are made of.

    Whether a memory has the kind of answer that is asked for is dear to tell, so each counts as
    having it until its turn comes; without it, it waits for its turn at what it has then.
    """
    asked = kind is not None
    waiting = [
        (-_sum_up(own, rate(read[seq], asked)), -seq, not asked) for seq, own in scored.items()
    ]
    heapq.heapify(waiting)
    has_kind: dict[int, bool] = {}
    while waiting:
        _, behind, settled = waiting[0]
        seq, row = -behind, read[-behind]
        if settled or kind is None:
            heapq.heappop(waiting)
            yield row, ScoreParts(*scored[seq], rate(row, has_kind.get(seq, False)))
        else:
            has_kind[seq] = kind.search(extract_told(row.text)) is not None
            total = _sum_up(scored[seq], rate(row, has_kind[seq]))
            heapq.heapreplace(waiting, (-total, behind, True))


def _sum_up(own: Own, circumstances: Mapping[Circumstance, float]) -> float:
    words, meaning, around = own
    return (words + meaning + around) * (1 + sum(circumstances.values()))


def _make_hits(
    ordered: Iterable[tuple[Row, ScoreParts]], limit: int, span: tuple[int, int]
) -> list[tuple[Hit, ScoreParts]]:
    hits: dict[str, tuple[Hit, ScoreParts]] = {}
    for row, parts in ordered:
        if len(hits) >= limit or parts.total <= 0:
            break
        if span[0] <= row.seq <= span[1] and row.text not in hits:
            hit = Hit(row.seq, row.at, row.place, row.text, parts.total, row.speaker)
            hits[row.text] = hit, parts
    return list(hits.values())
