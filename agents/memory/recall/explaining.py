"""Tell why recall ranks memories as it does: which words they have, and what else counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from agents.memory.recall.hits import Hit
from agents.memory.recall.query import Question
from agents.memory.recall.ranking import Circumstance, ScoreParts, rank_with_reasons
from agents.memory.recall.sources import Sources
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Explained:
    """A memory that recall found, and what its score is made of."""

    hit: Hit
    words: float = 0.0
    meaning: float = 0.0
    neighbours: float = 0.0
    """What the words, the meaning and the memories around it give."""
    circumstances: Mapping[Circumstance, float] = field(default_factory=dict)
    """What each circumstance adds, in parts of the sum of those three."""
    matched: tuple[str, ...] = ()
    """The words of the question that the memory has."""


def explain_hits(
    sources: Sources, question: Question, limit: int, nearness: Mapping[int, float]
) -> list[Explained]:
    """Return the best memories as `rank_hits` does, with reasons."""
    found = rank_with_reasons(sources, question, limit, nearness=nearness)
    return [_explain(sources, question, hit, score) for hit, score in found]


def _explain(sources: Sources, question: Question, hit: Hit, score: ScoreParts) -> Explained:
    only = Sources(sources.connections, sources.last, (hit.seq, hit.seq))
    matched = tuple(
        word
        for term, word in zip(question.terms, question.telling, strict=True)
        if only.find_matches("words", term, 1)
    )
    return Explained(
        hit, score.words, score.meaning, score.neighbours, score.circumstances, matched
    )
