"""What becomes of a model's answers."""

from __future__ import annotations

from dataclasses import field

from late.late_dataclass import late_dataclass


@late_dataclass(slots=True)
class AnswerCounts:
    """What became of the model's answers in one compaction."""

    refused: int = 0
    corrected: int = 0
    """Sentences that were replaced or left out: they contradicted what they rest on, or gave
    orders."""
    wrong_citations: int = 0
    borne_out: set[str] = field(default_factory=set[str])
    """Sentences that the model found to say what their memories say, when it read them again."""
    why: list[str] = field(default_factory=list[str])
    """Why answers were refused, in order."""
