"""Sentences are checked by a small model that has learnt nothing else, before rules judge them; it
tells, too, which notes are out of date."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from agents.boundaries import ModelError
from agents.event_line import tell_event
from agents.memory.summarization.citations import rate_likeness
from agents.memory.summarization.second_reading.readings import (
    NOT_READ,
    GroundedSentence,
    SecondReading,
    show_line,
)

#: From this chance on a sentence is contradicted, or borne out.  At 0.5 many more slips are found,
#: and one in four true sentences that are reworded is taken for one (decision 184).
REFUTED, BORNE_OUT = 0.9, 0.98

#: So many memories are read beside a sentence, those nearest to its words.
MOST_MEMORIES = 4


class ChecksSentences(Protocol):
    """Tells how likely memories bear sentences out, and how likely they contradict them."""

    async def check_sentences(
        self, rows: Sequence[tuple[str, Sequence[str]]]
    ) -> Sequence[tuple[float, float]]:
        """Return both chances for each row: a sentence and its memories, in their order.

        Does not hold the loop. Raises `ModelError`.
        """
        ...

    async def rate_later(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Return for each pair, a note and what was told later, how likely this makes the note out
        of date, 0 to 1.

        Does not hold the loop. Raises `ModelError`.
        """
        ...


class SentenceChecks:
    """Checks sentences, as long as a model does that."""

    def __init__(self, checker: ChecksSentences | None, log: Callable[[str], None] = print) -> None:
        self._checker, self._log = checker, log

    async def read(self, readings: Sequence[GroundedSentence]) -> SecondReading:
        """Return what is found of the sentences; what is unsure is in neither set."""
        if self._checker is None or not readings:
            return NOT_READ
        try:
            found = await self._checker.check_sentences([_show(each) for each in readings])
        except ModelError as error:
            self._give_up(error)
            return NOT_READ
        both = list(zip(readings, found, strict=True))
        return SecondReading(
            frozenset(each.sentence for each, (yes, _) in both if yes >= BORNE_OUT),
            frozenset(each.sentence for each, (_, no) in both if no >= REFUTED),
        )

    async def rate_later(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Return for each pair, a note and what was told later, how likely this makes the note out
        of date, 0 to 1; 0 if no model tells."""
        if self._checker is not None and pairs:
            try:
                return await self._checker.rate_later(pairs)
            except ModelError as error:
                self._give_up(error)
        return [0.0] * len(pairs)

    def _give_up(self, error: ModelError) -> None:
        self._checker = None
        text = f"[Checks] {error}: rules alone check the sentences of summaries"
        self._log(tell_event("memory.checks", text, "warning", error=str(error)))


NO_CHECKS = SentenceChecks(None)
"""Leaves all to rules."""


def _show(reading: GroundedSentence) -> tuple[str, list[str]]:
    """Return a sentence and those of its grounds that are read, in their order."""
    near = sorted(reading.grounds, key=lambda e: -rate_likeness(reading.sentence, e.text))
    kept = set(near[:MOST_MEMORIES])
    return show_line(reading.sentence), [show_line(e.text) for e in reading.grounds if e in kept]
