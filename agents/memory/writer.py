"""The writer a strategy relies on: the model's summaries where they hold, else our own.

Each part of a span is asked for, validated, asked for once more if it was refused, and
written deterministically if that fails as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from agents.boundaries import Clock, ModelError
from agents.memory import deterministic
from agents.memory.codec import storable
from agents.memory.prose import sentences, shorten
from agents.memory.records import Experience, Method, Summary
from agents.memory.strategy import Draft, Writer
from agents.memory.summarizer import Summarizer, memory_line
from agents.memory.validation import SummaryRefused, check, check_merge

#: Characters that a summary may have at most: some 400 and 600 tokens.
RECENT_LIMIT = 1600
LONGTERM_LIMIT = 2400

#: A model that has not answered by then does not count as one. Each provider has shorter limits.
PATIENCE_SECONDS = 900.0

ATTEMPTS = 2

#: What stands for memories whose lines in the archive a bad disk has spoilt.
UNREADABLE = "I cannot remember what happened then."

Ask = Callable[[int], Awaitable[str]]


class ModelSilent(Exception):
    """No answer within our patience."""


class GuardedWriter:
    """Writes the summaries of one compaction. `refused` counts the answers that did not hold."""

    def __init__(
        self,
        summarizer: Summarizer | None,
        clock: Clock,
        report: Callable[[str], None],
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self.refused = 0
        self._summarizer = summarizer
        self._clock = clock
        self._report = report
        self._patience = patience_seconds
        # Once the model is gone, the parts that follow do not wait for it again.
        self._gone = summarizer is None

    async def summarise(self, memories: Sequence[Experience]) -> Draft:
        """The parts' texts joined; ``llm`` only if the model wrote every one of them."""
        summarizer = self._summarizer
        if not memories:
            return Draft(UNREADABLE, "deterministic")
        if summarizer is None:
            self._report("no summarizer is set: a deterministic summary takes its place")
            return Draft(deterministic.summarise(memories), "deterministic")
        lines = [memory_line(each.text) for each in memories]
        pieces = [
            await self._piece(summarizer, memories[start:stop], lines[start:stop])
            for start, stop in summarizer.parts(lines)
        ]
        method: Method = "llm" if all(piece.method == "llm" for piece in pieces) else _OWN
        text = shorten(_once([piece.text for piece in pieces]), RECENT_LIMIT)
        return self._draft(text, method)

    async def merge(self, recent: Summary, older: Summary) -> Draft:
        """One text of both; where no model merges they are joined and shortened."""
        summarizer = self._summarizer
        if summarizer is None or not summarizer.merges:
            # No sentence of the texts is changed: it is still theirs who wrote them.
            return self._draft(_joined(recent, older), _weaker(recent.method, older.method))

        def ask(attempt: int) -> Awaitable[str]:
            return summarizer.merge(recent.text, older.text, attempt)

        text = await self._answer(
            ask, lambda text: check_merge(text, recent.text, older.text), "the combined summary"
        )
        if text is None:
            return self._draft(_joined(recent, older), _OWN)
        return self._draft(shorten(text, LONGTERM_LIMIT), "llm")

    async def _piece(
        self, summarizer: Summarizer, memories: Sequence[Experience], lines: Sequence[str]
    ) -> Draft:
        what = f"the summary of {memories[0].seq} to {memories[-1].seq}"
        text = await self._answer(
            lambda attempt: summarizer.summarise(memories, attempt),
            lambda text: check(text, lines),
            what,
        )
        if text is None:
            return self._draft(deterministic.summarise(memories), _OWN)
        return self._draft(text, "llm")

    async def _answer(self, ask: Ask, hold: Callable[[str], None], what: str) -> str | None:
        """The model's text if it holds, or None."""
        for attempt in range(0 if self._gone else ATTEMPTS):
            try:
                text = storable(await self._patiently(ask(attempt)))
                hold(text)
                return text
            except SummaryRefused as refusal:
                self.refused += 1
                self._report(f"{what} was refused: {refusal}")
            except (ModelError, ModelSilent) as error:
                self._gone = True
                self._report(f"no model for {what}: {error}")
                break
        self._report(f"{what} is deterministic")
        return None

    async def _patiently(self, answer: Awaitable[str]) -> str:
        task = asyncio.ensure_future(answer)
        given_up = self._clock.call_later(self._patience, lambda: _cancel(task))
        try:
            return await task
        except asyncio.CancelledError:
            if task.cancelled() and not _is_cancelled():
                raise ModelSilent(f"no answer within {self._patience:g} s") from None
            task.cancel()
            raise
        finally:
            given_up.cancel()

    def _draft(self, text: str, method: Method) -> Draft:
        if method != "llm" or self._summarizer is None:
            return Draft(text, method)
        return Draft(text, method, self._summarizer.profile, self._summarizer.model_name)


_OWN: Method = "deterministic"


def _cancel(task: asyncio.Future[str]) -> None:
    task.cancel()


def _is_cancelled() -> bool:
    """Whether it is we who are being cancelled, not only what we wait for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _once(texts: Sequence[str]) -> str:
    """The texts below each other, without what an earlier one has said already."""
    if len(texts) == 1:
        return texts[0]
    said: dict[str, None] = {}
    lines = []
    for text in texts:
        new = [each for each in sentences(text) if each not in said]
        said.update(dict.fromkeys(new))
        lines.append(" ".join(new))
    return "\n".join(filter(None, lines))


def _joined(recent: Summary, older: Summary) -> str:
    return deterministic.merge(older.text, recent.text, LONGTERM_LIMIT)


def _weaker(one: Method, other: Method) -> Method:
    return "llm" if one == other == "llm" else "human" if "human" in (one, other) else _OWN


_writer: type[Writer] = GuardedWriter
