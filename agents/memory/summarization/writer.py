"""Write the summaries of a compaction: the model's where they hold, else deterministic ones.

The model is asked for each part of a span.  A refused answer is asked for once more in a sterner
tone.  If that fails as well, the part is written deterministically.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar

from agents.boundaries import Clock, ModelError
from agents.event_line import EventLine, tell_event
from agents.memory.core.records import CitationMap, Experience, Method, Span, Summary
from agents.memory.core.view import find_weakest, read_citations
from agents.memory.language.evidence import Source
from agents.memory.log.codec import make_storable
from agents.memory.strategies.protocol import MERGED, NARRATIVE, Draft, Form, NoSummary, Writer
from agents.memory.summarization import citations
from agents.memory.summarization.agreement import Agreement
from agents.memory.summarization.answers import AnswerCounts
from agents.memory.summarization.background import NO_BACKGROUND, Background
from agents.memory.summarization.holding import (
    Grounded,
    HeldAnswer,
    ground_in_memories,
    ground_in_summaries,
    hold_merge,
    hold_summary,
    list_grounded_in_memories,
    list_grounded_in_summaries,
    list_sources,
    write_own_text,
)
from agents.memory.summarization.joining import (
    WITHOUT_MODEL,
    join_pieces,
    join_texts,
    keep_by_hand,
    merge_without_model,
    shorten_to_form,
)
from agents.memory.summarization.patience import ModelSilent, describe_model_failure, wait_patiently
from agents.memory.summarization.prompts import SummaryRequest
from agents.memory.summarization.second_reading.asking import ReaderUntrue, SecondReader
from agents.memory.summarization.second_reading.checks import NO_CHECKS
from agents.memory.summarization.second_reading.readings import (
    NOT_READ,
    GroundedSentence,
    SecondReading,
)
from agents.memory.summarization.summarizer import Summarizer, render_memory_line
from agents.memory.summarization.validation import SummaryRefused
from agents.prose import cut_text
from agents.workers.protocol import Workers

ATTEMPTS = 2

#: The text for memories whose lines in the archive cannot be read.
UNREADABLE = "I cannot remember what happened then."

P = ParamSpec("P")
T = TypeVar("T")


class GuardedWriter:
    """Writes the summaries of one compaction; `answers` counts those that did not hold."""

    def __init__(
        self,
        summarizer: Summarizer | None,
        clock: Clock,
        report: Callable[[EventLine], None],
        background: Background = NO_BACKGROUND,
    ) -> None:
        self.answers = AnswerCounts()
        self._summarizer = summarizer
        self._clock = clock
        self._report = report
        self._background = background
        # Once the model is gone, the parts that follow do not wait for it again.
        self._gone = summarizer is None
        self._failure = ""

    @property
    def gone(self) -> bool:
        """Whether there is no model to ask, or none any more."""
        return self._gone

    @property
    def task(self) -> str:
        """The agent's persona."""
        return self._background.task

    def tokens(self, text: str) -> int:
        """Return the tokens of `text`, by the prompt's counter."""
        return self._background.tokens(text)

    @property
    def workers(self) -> Workers:
        """What carries out work that computes for long."""
        return self._background.workers

    async def model_turns(self, span: Span) -> int:
        """Return how many turns in `span` a model decided; 0 where that is not known."""
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
        """Return the parts' texts joined; ``llm`` only if the model wrote every one of them."""
        summarizer = self._summarizer
        if not memories and not before:
            return Draft(UNREADABLE, WITHOUT_MODEL)
        lived = [each for each in memories if not each.is_dream]
        if not form.use_model or not lived:
            return await self._write_own(memories, form, before)
        if summarizer is None:
            # No model was asked, so none has failed: a form without fallback gets a text, too.
            return await self._write_own(memories, form, before)
        if before or form.sections:
            return await self._build_on(summarizer, lived, form, before)
        return await self._write_pieces(summarizer, lived, form)

    async def _write_pieces(
        self, summarizer: Summarizer, memories: Sequence[Experience], form: Form
    ) -> Draft:
        asked = self._make_request(summarizer, form)
        pieces = [
            await self._write_piece(summarizer, memories[start:stop], asked)
            for start, stop in self._divide_memories(summarizer, memories, asked)
        ]
        text = await self._shorten(join_pieces(pieces, form), form)
        cited = citations.merge_citations(piece.cited for piece in pieces)
        return self._make_draft(text, find_weakest(piece.method for piece in pieces), cited)

    async def _build_on(
        self,
        summarizer: Summarizer,
        memories: Sequence[Experience],
        form: Form,
        before: Sequence[Summary],
    ) -> Draft:
        """Return the last part's text: each part's text builds on the one before."""
        asked = self._make_request(summarizer, form)
        cited = citations.merge_citations(read_citations(each) for each in before)
        # Built on a text that was written by rule, it is not the model's own either.
        text, methods = (
            join_texts(before),
            [WITHOUT_MODEL for each in before if each.method == WITHOUT_MODEL],
        )
        written = before[-1].at if before else None
        asked = replace(asked, before=join_texts(before, asked.cite), before_at=written)
        for start, stop in self._divide_memories(summarizer, memories, asked):
            draft = await self._write_piece(summarizer, memories[start:stop], asked)
            text, cited = draft.text, citations.merge_citations((cited, draft.cited))
            marked = citations.add_marks(text, cited) if asked.cite else text
            asked = replace(asked, before=marked, before_at=memories[stop - 1].at)
            methods.append(draft.method)
        if methods[-1] == WITHOUT_MODEL:
            text = keep_by_hand(text, form, before)
        return self._make_draft(text, find_weakest(methods), cited)

    def _divide_memories(
        self, summarizer: Summarizer, memories: Sequence[Experience], asked: SummaryRequest
    ) -> Sequence[tuple[int, int]]:
        return summarizer.divide_lines([render_memory_line(each.text) for each in memories], asked)

    async def _write_piece(
        self, summarizer: Summarizer, memories: Sequence[Experience], asked: SummaryRequest
    ) -> Draft:
        form, lines = asked.form, [render_memory_line(each.text) for each in memories]
        before = [citations.split_citations(asked.before)[0]] if asked.before else []
        lived = (Source(each.text, each.speaker, each.nature, (each.seq,)) for each in memories)
        sources = (*map(Source, before), *lived)
        what = f"the summary of {memories[0].seq} to {memories[-1].seq}"
        answer = await self._ask_model(
            lambda attempt: summarizer.summarise(memories, replace(asked, attempt=attempt)),
            partial(hold_summary, lines=lines, before=before, sources=sources, form=form),
            what,
        )
        agreed = await self._agree(*answer, memories, asked) if answer else None
        if agreed is None or not agreed.text.strip():
            plain, _ = citations.split_citations(asked.before)
            return self._fall_back(form, await self._write_own_on(memories, form, plain), what)
        text = await self._shorten(agreed.text, form)
        return self._make_draft(text, "llm", agreed.cited)

    async def _agree(
        self,
        text: str,
        claimed: CitationMap,
        memories: Sequence[Experience],
        asked: SummaryRequest,
    ) -> Agreement:
        """Return `text` with its citations, without what contradicts the memories."""
        read = await self._read_again(
            list_grounded_in_memories, text, claimed, memories, asked.before
        )
        self.answers.borne_out |= read.borne_out
        found = await self.workers.run(
            ground_in_memories, text, claimed, memories, asked.before, asked.form.limit, read
        )
        return self._note_grounded(found)

    def _note_grounded(self, found: Grounded) -> Agreement:
        self.answers.wrong_citations += found.wrong_citations
        self._note_corrections(found.agreed.why)
        return found.agreed

    # --- of summaries -----------------------------------------------------------------

    async def merge(self, older: Sequence[Summary], *, form: Form = MERGED) -> Draft:
        """Return one text of all; without a model they are joined and shortened."""
        summarizer = self._summarizer
        if summarizer is None or not form.use_model:
            # No sentence of the texts is changed, so their method stays.
            method = find_weakest(each.method for each in older)
            return await self._merge_own(older, form, method)
        written = older[-2].at if len(older) > 1 else None
        asked = self._make_request(summarizer, form)
        asked = replace(asked, before_at=written, recent_at=older[-1].at)
        earlier, recent = join_texts(older[:-1], asked.cite), join_texts(older[-1:], asked.cite)
        plain = join_texts(older[-1:]), join_texts(older[:-1])
        answer = await self._ask_model(
            lambda attempt: summarizer.merge(recent, earlier, replace(asked, attempt=attempt)),
            partial(hold_merge, recent=plain[0], earlier=plain[1], sources=list_sources(older)),
            "the combined summary",
        )
        if answer is None:
            own = await self._merge_own(older, form, WITHOUT_MODEL)
            return self._fall_back(form, own, "the combined summary")
        read = await self._read_again(list_grounded_in_summaries, *answer, older)
        found = await self.workers.run(ground_in_summaries, *answer, older, form, read)
        agreed = self._note_grounded(found)
        return self._make_draft(agreed.text, "llm", agreed.cited)

    def _note_orders(self, orders: Sequence[str]) -> None:
        self._note_corrections([f"an instruction: {cut_text(each, 60)}" for each in orders])

    def _note_corrections(self, why: Sequence[str]) -> None:
        self.answers.corrected += len(why)
        for each in why:
            what = f"a sentence was not taken: {each}"
            self._report(tell_event("memory.not-taken", what, why=each))

    # --- requests ----------------------------------------------------------------------

    def _make_request(self, summarizer: Summarizer, form: Form) -> SummaryRequest:
        wanted = self._background.cite
        cite = wanted == "always" or (wanted == "auto" and summarizer.instructed)
        return SummaryRequest(form, task=self._background.task, cite=cite)

    async def _ask_model(
        self,
        ask: Callable[[int], Awaitable[str]],
        hold: Callable[[str, CitationMap], HeldAnswer],
        what: str,
    ) -> tuple[str, CitationMap] | None:
        """Return the model's text and what it cites; None if no answer holds."""
        for attempt in range(0 if self._gone else ATTEMPTS):
            try:
                text, cited = citations.split_citations(
                    make_storable(await self.await_answer(ask(attempt)))
                )
                held = await self._background.workers.run(hold, text, cited)
                self._note_orders(held.orders)
                return held.text, citations.carry_citations(cited, text, held.text)
            except SummaryRefused as refusal:
                self.answers.refused += 1
                self.answers.why.append(f"{what}: {refusal}")
                self._failure = f"the model's answers were refused: {refusal}"
                known = {"what": what, "why": str(refusal)}
                told = f"{what} was refused: {refusal}"
                self._report(tell_event("memory.refused", told, **known))
            except (ModelError, ModelSilent) as error:
                self._gone = True
                self._failure = describe_model_failure(error)
                told = f"no model for {what}: {error}"
                known = {"what": what, "error": str(error)}
                self._report(tell_event("memory.no-model", told, **known))
                break
        return None

    async def _read_again(
        self, find: Callable[P, Sequence[GroundedSentence]], *args: P.args, **kwargs: P.kwargs
    ) -> SecondReading:
        """Return what the model says of its sentences when it reads them again, if it is asked,
        and of the others what the checks find."""
        reader, checks = self._background.reader, self._background.checks
        reader = None if self._gone else reader
        if reader is None and checks is NO_CHECKS:
            return NOT_READ
        readings = await self.workers.run(find, *args, **kwargs)
        read = await self._ask_reader(reader, readings) if reader and readings else NOT_READ
        return read.complete(await checks.read(readings))

    async def _ask_reader(
        self, reader: SecondReader, readings: Sequence[GroundedSentence]
    ) -> SecondReading:
        try:
            return await self.await_answer(reader.read(readings))
        except (ModelError, ModelSilent, ReaderUntrue) as error:
            told = f"no second reading by the model: {error}"
            self._report(tell_event("memory.not-read-again", told, error=str(error)))
            return NOT_READ

    async def await_answer(self, answer: Awaitable[T]) -> T:
        """Return what the model answers. Raises `ModelSilent` if that takes too long."""
        return await wait_patiently(answer, self._clock, self._background.patience_seconds)

    # --- without a model --------------------------------------------------------------

    def _fall_back(self, form: Form, own: Draft, what: str) -> Draft:
        """Return `own`. Raises `NoSummary` if nothing may take the place of the model's text."""
        if not form.fallback:
            why = self._failure or "the model cannot write such a summary"
            raise NoSummary(f"{why}; no text by rule may take its place")
        self._report(tell_event("memory.by-rule", f"{what} is deterministic", what=what))
        return own

    async def _write_own(
        self, memories: Sequence[Experience], form: Form, before: Sequence[Summary]
    ) -> Draft:
        draft = await self._write_own_on(memories, form, join_texts(before))
        return replace(
            draft,
            text=keep_by_hand(draft.text, form, before),
            cited=citations.merge_citations((*map(read_citations, before), draft.cited)),
        )

    async def _write_own_on(self, memories: Sequence[Experience], form: Form, before: str) -> Draft:
        written = await self._background.workers.run(write_own_text, memories, form, before)
        return Draft(written.text, WITHOUT_MODEL, cited=written.cited)

    async def _merge_own(self, older: Sequence[Summary], form: Form, method: Method) -> Draft:
        text = await self.workers.run(merge_without_model, older, form.joined_limit or form.limit)
        cited = citations.merge_citations(map(read_citations, older))
        return self._make_draft(text, method, cited)

    async def _shorten(self, text: str, form: Form) -> str:
        if len(text) <= form.limit:
            return text
        return await self.workers.run(shorten_to_form, text, form)

    def _make_draft(self, text: str, method: Method, cited: CitationMap) -> Draft:
        if method != "llm" or self._summarizer is None:
            return Draft(text, method, cited=cited)
        return Draft(text, method, self._summarizer.profile, self._summarizer.model_name, cited)


_writer: type[Writer] = GuardedWriter
