"""Which words of what somebody told answer their question, as a model reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from agents.boundaries import ModelError
from agents.event_line import tell_event
from agents.latest import Latest
from agents.models.embedding.answer_words import AnswerWords, LineBehind

#: So many questions' readings are kept.
_KEPT = 64


class ReadsAnswers(Protocol):
    """Finds answers in lines."""

    async def read_answers(
        self, question: str, lines: Sequence[LineBehind]
    ) -> Sequence[AnswerWords]:
        """Return for each of `lines` how likely it answers `question`, and with which words.

        Does not hold the loop. Raises `ModelError`.
        """
        ...


class AnswerReadings:
    """Reads what was told, as long as a model does, and keeps the latest readings."""

    def __init__(self, reader: ReadsAnswers | None, log: Callable[[str], None] = print) -> None:
        self._reader, self._log = reader, log
        self._found: Latest[str, Mapping[str, AnswerWords]] = Latest(_KEPT)
        """Each question's lines and what answers it there."""

    async def read(self, question: str, lines: Sequence[LineBehind]) -> None:
        """Read `lines` for what answers `question`, some 25 ms each in a thread."""
        known = self._found.get(question, {})
        if self._reader is None or all(each.line in known for each in lines):
            return
        try:
            found = await self._reader.read_answers(question, lines)
            told = (each.line for each in lines)
            self._found[question] = dict(zip(told, found, strict=True))
        except ModelError as error:
            self._reader = None
            text = f"[Speech] {error}: whole sentences are told back"
            self._log(tell_event("speech.answers", text, "warning", error=str(error)))

    def find(self, question: str, lines: Sequence[str]) -> Mapping[str, AnswerWords]:
        """Return what answers in those of `lines` that were read, as if these were all that was
        told: how likely they are and that none answers adds up to 1."""
        read = self._found.get(question, {})
        known = {each: read[each] for each in lines if each in read}
        none = 1 - sum(each.likely for each in read.values())
        whole = none + sum(each.likely for each in known.values())
        return {line: each._replace(likely=each.likely / whole) for line, each in known.items()}


NO_ANSWERS = AnswerReadings(None)
