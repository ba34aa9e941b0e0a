"""The writer a strategy relies on: the model's summaries where they hold, else our own.

Each part of a span is asked for, validated, asked for once more in a sterner tone if it was
refused, and written deterministically if that fails as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from itertools import groupby
from typing import Any, Protocol, TypeVar

from agents.boundaries import Clock, ModelError
from agents.memory.core.records import Experience, Method, Span, Summary
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.core.view import display_summary, find_weakest
from agents.memory.language import deterministic
from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from agents.memory.log.codec import storable
from agents.memory.strategies.protocol import MERGED, NARRATIVE, Draft, Form, NoSummary, Writer
from agents.memory.summarization import citations
from agents.memory.summarization.citations import CitationMap
from agents.memory.summarization.prompts import SummaryRequest
from agents.memory.summarization.retained_numbers import restore_numbers
from agents.memory.summarization.summarizer import Summarizer, render_memory_line
from agents.memory.summarization.validation import (
    SummaryRefused,
    check_merge,
    check_sections,
    check_summary,
)
from agents.prose import shorten, split_sentences

#: A model that has not answered by then does not count as one. Each provider has shorter limits.
PATIENCE_SECONDS = 900.0

ATTEMPTS = 2

#: What stands for memories whose lines in the archive a bad disk has spoilt.
UNREADABLE = "I cannot remember what happened then."

_OWN: Method = "deterministic"

T = TypeVar("T")


async def run_here(work: Callable[[], T]) -> T:
    """Run `work` here and now."""
    return work()


class ThreadRunner(Protocol):
    """Runs something; see `Disk.aside`."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what `work` returns."""
        ...


class ModelSilent(Exception):
    """No answer within our patience."""


@dataclass(frozen=True, slots=True)
class Background:
    """What a writer may know beside the memories that it is given."""

    task: str = ""
    cite: str = "off"
    """Which models are asked to cite; see `MemorySettings.citations`."""
    model_turns: Callable[[Span], Awaitable[int]] | None = None
    tokens: Callable[[str], int] = HeuristicCounter().count
    patience_seconds: float = PATIENCE_SECONDS
    aside: ThreadRunner = run_here
    """Runs what takes a while without holding others up."""


@dataclass(slots=True)
class AnswerCounts:
    """What became of the model's answers in one compaction."""

    refused: int = 0
    wrong_citations: int = 0
    why: list[str] = field(default_factory=list)
    """Why answers were refused, in order."""


class GuardedWriter:
    """Writes the summaries of one compaction; `tally` says how that went."""

    def __init__(
        self,
        summarizer: Summarizer | None,
        clock: Clock,
        report: Callable[[str], None],
        background: Background = Background(),  # frozen
    ) -> None:
        self.tally = AnswerCounts()
        self._summarizer = summarizer
        self._clock = clock
        self._report = report
        self._background = background
        # Once the model is gone, the parts that follow do not wait for it again.
        self._gone = summarizer is None

    @property
    def gone(self) -> bool:
        """Whether there is no model to ask, or none any more."""
        return self._gone

    @property
    def task(self) -> str:
        """The agent's persona."""
        return self._background.task

    def tokens(self, text: str) -> int:
        """What the prompt's counter says."""
        return self._background.tokens(text)

    async def model_turns(self, span: Span) -> int:
        """How many turns in `span` a model decided; 0 where nobody can tell."""
        count = self._background.model_turns
        return await count(span) if count else 0

    # --- of memories ------------------------------------------------------------------

    async def summarise(
        self,
        memories: Sequence[Experience],
        *,
        form: Form = NARRATIVE,
        before: Sequence[Summary] = (),
    ) -> Draft:
        """The parts' texts joined; ``llm`` only if the model wrote every one of them."""
        summarizer = self._summarizer
        if not memories and not before:
            return Draft(UNREADABLE, _OWN)
        lived = [each for each in memories if not each.is_dream]
        if not form.use_model or not lived:
            return self._own(memories, form, before)
        if summarizer is None:
            what = "no summarizer is set: the summary"
            # Nobody to ask is no failure of a model: a form without fallback has its text, too.
            own = self._own(memories, form, before)
            return self._fallen_back(replace(form, fallback=True), own, what)
        if (before or form.sections) and summarizer.merges:
            return await self._building_on(summarizer, lived, form, before)
        if form.sections:
            what = "a model so small writes no sections: the summary"
            return self._fallen_back(form, self._own(memories, form, before), what)
        draft = await self._in_pieces(summarizer, lived, form)
        return _put_together(before, draft, form, memories)

    async def _in_pieces(
        self, summarizer: Summarizer, memories: Sequence[Experience], form: Form
    ) -> Draft:
        asked = self._asked(summarizer, form)
        pieces = [
            await self._piece(summarizer, memories[start:stop], asked)
            for start, stop in self._parts(summarizer, memories, asked)
        ]
        text = shorten(_in_one(pieces, form), form.limit)
        cited = citations.merge_citations(piece.cited for piece in pieces)
        return self._draft(text, find_weakest(piece.method for piece in pieces), cited)

    async def _building_on(
        self,
        summarizer: Summarizer,
        memories: Sequence[Experience],
        form: Form,
        before: Sequence[Summary],
    ) -> Draft:
        """Each part's text builds on the one before: what stands last stands for all."""
        asked = self._asked(summarizer, form)
        cited = citations.merge_citations(_cited(each) for each in before)
        # Built on a text that was written by rule, it is not the model's own either.
        text, methods = _texts(before), [_OWN for each in before if each.method == _OWN]
        asked = replace(asked, before=_texts(before, asked.cite))
        for start, stop in self._parts(summarizer, memories, asked):
            draft = await self._piece(summarizer, memories[start:stop], asked)
            text, cited = draft.text, citations.merge_citations((cited, draft.cited))
            asked = replace(asked, before=citations.add_marks(text, cited) if asked.cite else text)
            methods.append(draft.method)
        return self._draft(text, find_weakest(methods), cited)

    def _parts(
        self, summarizer: Summarizer, memories: Sequence[Experience], asked: SummaryRequest
    ) -> Sequence[tuple[int, int]]:
        return summarizer.parts([render_memory_line(each.text) for each in memories], asked)

    async def _piece(
        self, summarizer: Summarizer, memories: Sequence[Experience], asked: SummaryRequest
    ) -> Draft:
        form, lines = asked.form, [render_memory_line(each.text) for each in memories]
        before = [citations.split_citations(asked.before)[0]] if asked.before else []
        lived = (Source(each.text, each.speaker, each.nature) for each in memories)
        sources = [*map(Source, before), *lived]

        def hold(text: str) -> str:
            whole = (
                _sectioned(text, form, sources) if form.sections else label_hearsay(text, sources)
            )
            check_summary(whole, lines, before=before, sections=form.sections)
            return _limited(whole, form)

        what = f"the summary of {memories[0].seq} to {memories[-1].seq}"
        answer = await self._answer(
            lambda attempt: summarizer.summarise(memories, replace(asked, attempt=attempt)),
            hold,
            what,
        )
        if answer is None:
            plain, _ = citations.split_citations(asked.before)
            return self._fallen_back(form, self._own_on(memories, form, plain), what)
        text, claimed = answer
        cited, wrong = citations.check_citations(
            text, claimed, memories, citations.find_cited_numbers(asked.before)
        )
        self.tally.wrong_citations += wrong
        return self._draft(_shortened(text, form), "llm", cited)

    # --- of summaries -----------------------------------------------------------------

    async def merge(self, older: Sequence[Summary], *, form: Form = MERGED) -> Draft:
        """One text of all; where no model merges they are joined and shortened."""
        summarizer, cited = (
            self._summarizer,
            citations.merge_citations(_cited(each) for each in older),
        )
        method = find_weakest(each.method for each in older)
        if summarizer is None or not summarizer.merges or not form.use_model:
            # No sentence of the texts is changed: it is still theirs who wrote them.
            return self._draft(_joined(older, form.limit), method, cited)
        asked = self._asked(summarizer, form)
        earlier, recent = _texts(older[:-1], asked.cite), _texts(older[-1:], asked.cite)
        plain = _texts(older[:-1]), _texts(older[-1:])

        def hold(text: str) -> str:
            whole = label_hearsay(text, list(map(Source, plain)))
            check_merge(whole, plain[1], plain[0])
            return whole

        answer = await self._answer(
            lambda attempt: summarizer.merge(recent, earlier, replace(asked, attempt=attempt)),
            hold,
            "the combined summary",
        )
        if answer is None:
            own = self._draft(_joined(older, form.limit), _OWN, cited)
            return self._fallen_back(form, own, "the combined summary")
        text, claimed = answer
        if form.figures:
            text = restore_numbers(text, plain, form.limit)
        held, wrong = citations.inherit_citations(text, claimed, older)
        self.tally.wrong_citations += wrong
        return self._draft(shorten(text, form.limit), "llm", held)

    # --- asking -----------------------------------------------------------------------

    def _asked(self, summarizer: Summarizer, form: Form) -> SummaryRequest:
        wanted = self._background.cite
        cite = wanted == "always" or (wanted == "auto" and summarizer.instructed)
        return SummaryRequest(form, task=self._background.task, cite=cite and summarizer.merges)

    async def _answer(
        self,
        ask: Callable[[int], Awaitable[str]],
        hold: Callable[[str], str],
        what: str,
    ) -> tuple[str, CitationMap] | None:
        """The model's text if it holds, and what it cites; or None."""
        for attempt in range(0 if self._gone else ATTEMPTS):
            try:
                text, cited = citations.split_citations(
                    storable(await self.patiently(ask(attempt)))
                )
                held = await self._background.aside(partial(hold, text))
                return held, citations.carry_citations(cited, text, held)
            except SummaryRefused as refusal:
                self.tally.refused += 1
                self.tally.why.append(str(refusal))
                self._report(f"{what} was refused: {refusal}")
            except (ModelError, ModelSilent) as error:
                self._gone = True
                self._report(f"no model for {what}: {error}")
                break
        return None

    async def patiently(self, answer: Awaitable[T]) -> T:
        """What the model answers. Raises `ModelSilent` if it takes longer than our patience."""
        task, patience = asyncio.ensure_future(answer), self._background.patience_seconds
        given_up = self._clock.call_later(patience, lambda: _cancel(task))
        try:
            return await task
        except asyncio.CancelledError:
            if task.cancelled() and not _is_cancelled():
                raise ModelSilent(f"no answer within {patience:g} s") from None
            task.cancel()
            raise
        finally:
            given_up.cancel()

    # --- without a model --------------------------------------------------------------

    def _fallen_back(self, form: Form, own: Draft, what: str) -> Draft:
        """`own`, unless nothing may take the place of the model's text."""
        if not form.fallback:
            raise NoSummary("the model wrote no summary that holds, and no other may be used")
        self._report(f"{what} is deterministic")
        return own

    def _own(self, memories: Sequence[Experience], form: Form, before: Sequence[Summary]) -> Draft:
        draft = self._own_on(memories, form, _texts(before))
        return replace(draft, cited=citations.merge_citations((*map(_cited, before), draft.cited)))

    def _own_on(self, memories: Sequence[Experience], form: Form, before: str) -> Draft:
        text = form.own(memories)
        cited, _ = citations.check_citations(text, {}, memories)
        if before:
            text = form.join(before, text, _room(form, before, memories))
        return Draft(text, _OWN, cited=cited)

    def _draft(self, text: str, method: Method, cited: CitationMap) -> Draft:
        if method != "llm" or self._summarizer is None:
            return Draft(text, method, cited=cited)
        return Draft(text, method, self._summarizer.profile, self._summarizer.model_name, cited)


def _cancel(task: asyncio.Future[Any]) -> None:
    task.cancel()


def _is_cancelled() -> bool:
    """Whether it is we who are being cancelled, not only what we wait for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _sectioned(text: str, form: Form, sources: Sequence[Source]) -> str:
    """`text` in its sections, each line labelled on its own: a heading states nothing."""
    headings = {f"{each}:" for each in form.sections}
    lines = check_sections(text, form.sections).split("\n")
    return "\n".join(each if each in headings else label_hearsay(each, sources) for each in lines)


def _limited(text: str, form: Form) -> str:
    """`text` with no more sentences than are wanted, and with its sections as we write them."""
    if form.sections:
        return _shortened(text, form)
    found = split_sentences(text)
    return " ".join(found[: form.sentences]) if 0 < form.sentences < len(found) else text


def _shortened(text: str, form: Form) -> str:
    """`text` within the limit; joined to nothing it keeps its sections."""
    return form.join("", text, form.limit) if form.sections else shorten(text, form.limit)


def _in_one(pieces: Sequence[Draft], form: Form) -> str:
    """The pieces' texts below each other, deterministic neighbours as one."""
    texts = list[str]()
    for method, run in groupby(pieces, lambda each: each.method):
        found = [each.text for each in run]
        texts += [_run_on(found, form)] if method == _OWN else found
    return _once(texts)


def _run_on(texts: Sequence[str], form: Form) -> str:
    return reduce(lambda one, next_: form.join(one, next_, len(one) + len(next_) + 1), texts)


def _once(texts: Sequence[str]) -> str:
    """The texts below each other, without what an earlier one has said already."""
    if len(texts) == 1:
        return texts[0]
    said: dict[str, None] = {}
    lines = []
    for text in texts:
        new = [each for each in split_sentences(text) if each not in said]
        said.update(dict.fromkeys(new))
        lines.append(" ".join(new))
    return "\n".join(filter(None, lines))


def _put_together(
    before: Sequence[Summary], draft: Draft, form: Form, memories: Sequence[Experience]
) -> Draft:
    """`draft` of `memories` behind the summaries that it builds on, sentence by sentence."""
    if not before:
        return draft
    earlier = _texts(before)
    text = form.join(earlier, draft.text, _room(form, earlier, memories))
    method = find_weakest((*(each.method for each in before), draft.method))
    cited = citations.merge_citations((*map(_cited, before), draft.cited))
    return replace(draft, text=text, method=method, cited=cited)


def _room(form: Form, before: str, memories: Sequence[Experience]) -> int:
    """Characters for one text of both: a summary is never larger than what it replaces."""
    return min(form.limit, len(before) + sum(len(each.text) for each in memories))


def _texts(summaries: Sequence[Summary], cite: bool = False) -> str:
    return "\n".join(
        citations.mark_summary(each) if cite else display_summary(each) for each in summaries
    )


def _joined(older: Sequence[Summary], limit: int) -> str:
    return deterministic.merge_texts(_texts(older[:-1]), _texts(older[-1:]), limit)


def _cited(summary: Summary) -> CitationMap:
    return dict(zip(split_sentences(summary.text), summary.citations, strict=False))


_writer: type[Writer] = GuardedWriter
