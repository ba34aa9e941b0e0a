"""What recall returns: memories with number, date and place, as many as a budget holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from agents.boundaries import TokenCounter
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Hit:
    """One memory that recall found."""

    seq: int
    at: datetime
    place: str
    text: str
    score: float
    """Larger is better. Comparable in one search only."""
    speaker: str = ""
    """Whose words or gesture it is; empty: the agent's own memory, or nobody's words."""

    def render_line(self) -> str:
        """Return the hit on one line with its number and date: ``#12 (2026-03-01 09:30, The Hall)
        …``.

        The place is left out where there is none.
        """
        body = " / ".join(part.strip() for part in self.text.splitlines() if part.strip())
        where = f", {self.place}" if self.place else ""
        return f"#{self.seq} ({self.at:%Y-%m-%d %H:%M}{where}) {body}"


def fit_budget(hits: Iterable[Hit], budget: int, tokens: TokenCounter) -> list[Hit]:
    """Return as many `hits` as `budget` tokens hold, best first; one that is too long is skipped.

    If not even the first fits, its text is cut so that it does, with an ellipsis.
    """
    kept: list[Hit] = []
    left = budget
    for hit in hits:
        cost = tokens.count(hit.render_line())
        if cost <= left:
            kept.append(hit)
            left -= cost
        elif not kept and (cut := _cut_hit(hit, left, tokens)):
            return [cut]
    return kept


def _cut_hit(hit: Hit, budget: int, tokens: TokenCounter) -> Hit | None:
    text = hit.text
    while len(text) > 1:
        text = text[: len(text) // 2]
        short = replace(hit, text=text.rstrip() + "…")
        if tokens.count(short.render_line()) <= budget:
            return short
    return None
