"""Which words of what somebody told answer their question, as a model reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from agents.boundaries import ModelError
from agents.event_line import tell_event
from agents.latest import Latest
from agents.models.embedding.answer_words import AnswerWords

#: So many questions' readings are kept.
_KEPT = 64


class ReadsAnswers(Protocol):
    """Finds answers in lines."""

    async def read_answers(self, question: str, lines: Sequence[str]) -> Sequence[AnswerWords]:
        """Return for each of `lines` how likely it answers `question`, and with which words.

        Does not hold the loop. Raises `ModelError`.
        """
        ...


class AnswerReadings:
    """Reads what was told, as long as a model does, and keeps the latest readings."""

    def __init__(self, reader: ReadsAnswers | None, log: Callable[[str], None] = print) -> None:
        self._reader, self._log = reader, log
        self._found: Latest[tuple[str, tuple[str, ...]], Sequence[AnswerWords]] = Latest(_KEPT)

    async def read(self, question: str, lines: Sequence[str]) -> None:
        """Read `lines` for what answers `question`, some 5 ms each in a thread."""
        asked = question, tuple(lines)
        if self._reader is None or not lines or self._found.get(asked, None) is not None:
            return
        try:
            self._found[asked] = await self._reader.read_answers(question, lines)
        except ModelError as error:
            self._reader = None
            text = f"[Speech] {error}: whole sentences are told back"
            self._log(tell_event("speech.answers", text, "warning", error=str(error)))

    def find(self, question: str, lines: Sequence[str]) -> Sequence[AnswerWords]:
        """Return what `read` found in just these lines; nothing if it did not read them."""
        return self._found.get((question, tuple(lines)), ())


NO_ANSWERS = AnswerReadings(None)
