"""Write summaries with a language model: the prompts, and how much it is given at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from agents.boundaries import Model, TokenCounter
from agents.memory.core.days import format_day
from agents.memory.core.records import Experience
from agents.memory.core.templates import fill_template
from agents.memory.summarization.prompts import (
    TEMPLATES,
    SummaryRequest,
    choose_templates,
    make_sterner,
)
from agents.memory.summarization.usage import MeteredModel, Usage
from agents.prose import cut_text, move_citations_inward, one_line, tidy_reply
from agents.spread import divide_evenly

#: The model may not begin a section of its own. A newline is no stop: a summary has lines.
STOP = ("\n#", "\n~", "\n---", "\n\n\n")

#: Tokens of a context that are left free, as counts may be wrong.
_SPARE_TOKENS = 64

#: Tokens of a memory's number before its line.
_NUMBER_TOKENS = 4

#: Temperature that each further attempt adds: else it would give the same answer again.
_RETRY_WARMER = 0.3


class Summarizer(Protocol):
    """Something that writes summaries. What it returns is not yet validated."""

    @property
    def profile(self) -> str:
        """The profile's name, for the record."""
        ...

    @property
    def model_name(self) -> str:
        """The model's name, for the record."""
        ...

    @property
    def instructed(self) -> bool:
        """Whether it follows instructions beside the memories, such as to name them."""
        ...

    @property
    def model(self) -> Model | None:
        """The model, for other requests; None if it should get none."""
        ...

    @property
    def usage(self) -> Usage:
        """What has been used of the model so far."""
        ...

    def divide_lines(
        self, lines: Sequence[str], asked: SummaryRequest
    ) -> Sequence[tuple[int, int]]:
        """Return slices of `lines`, each of which can be summarised at once."""
        ...

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        """Return a text for one of the parts. Raises `ModelError`."""
        ...

    async def merge(self, recent: str, older: str, asked: SummaryRequest) -> str:
        """Return one text for both. Raises `ModelError`."""
        ...


class ModelSummarizer:
    """Writes summaries with `model`.

    `context_tokens` is what a prompt and its answer have room for.  If it is `instructed` it is
    given instructions rather than a text to continue.  `templates` has the wording by name;
    `TEMPLATES` fills its gaps.  `for_others` is the same model for requests that are no summaries;
    None: `model` takes them.
    """

    def __init__(
        self,
        model: Model,
        *,
        profile: str,
        model_name: str,
        max_tokens: int,
        temperature: float,
        context_tokens: int,
        tokens: TokenCounter,
        instructed: bool = False,
        templates: Mapping[str, str] = TEMPLATES,
        for_others: Model | None = None,
    ) -> None:
        self._model = MeteredModel(model)
        self._others = MeteredModel(for_others) if for_others else self._model
        self._profile = profile
        self._model_name = model_name
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._context_tokens = context_tokens
        self._tokens = tokens
        self._instructed = instructed
        self._templates = choose_templates(templates)

    @property
    def profile(self) -> str:
        """The profile's name."""
        return self._profile

    @property
    def model_name(self) -> str:
        """The model's name."""
        return self._model_name

    @property
    def instructed(self) -> bool:
        """Whether it follows instructions beside the memories."""
        return self._instructed

    @property
    def model(self) -> Model:
        """The model for other requests."""
        return self._others

    @property
    def usage(self) -> Usage:
        """What has been used of the model so far."""
        if self._others is self._model:
            return self._model.usage
        return self._model.usage.plus(self._others.usage)

    def divide_lines(
        self, lines: Sequence[str], asked: SummaryRequest
    ) -> Sequence[tuple[int, int]]:
        """Return as few slices as keep to the context, about equally long."""
        budget = self._measure_budget(asked)
        sizes = [self._tokens.count(line) + _NUMBER_TOKENS * asked.cite + 1 for line in lines]
        count = max(1, min(len(sizes), -(-sum(sizes) // budget)))
        while count < len(lines) and not _fits(sizes, divide_evenly(len(lines), count), budget):
            count += 1
        return divide_evenly(len(lines), count)

    def _measure_budget(self, asked: SummaryRequest) -> int:
        """Return the tokens left for lines."""
        template = self._templates[asked.form.template]
        about = (template, *self._list_rules(asked), asked.before, asked.task)
        used = sum(map(self._tokens.count, about)) + self._max_tokens + _SPARE_TOKENS
        return max(1, self._context_tokens - used)

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        """Make one request; `memories` should be one slice of `divide_lines`."""
        lines = [*_render_lines(memories, asked)]
        prompt = self._fill_prompt(
            asked, lines="\n".join(self._fit_texts(lines, self._measure_budget(asked)))
        )
        return await self._ask(prompt, asked)

    async def merge(self, recent: str, older: str, asked: SummaryRequest) -> str:
        """Make one request for one text of both."""
        older, recent = self._fit_texts([older, recent], self._measure_budget(asked))
        dated = {
            "recent": _date_text(recent, asked.recent_at, asked),
            "older": _date_text(older, asked.before_at, asked),
        }
        return await self._ask(self._fill_prompt(asked, **dated), asked)

    def _fill_prompt(self, asked: SummaryRequest, **values: str) -> str:
        template, rules = self._templates[asked.form.template], self._list_rules(asked)
        return fill_template(
            make_sterner(template) if rules else template,
            rules="\n".join(rules),
            sections=", ".join(asked.form.sections),
            before=_date_text(asked.before, asked.before_at, asked),
            task=asked.task,
            sentences=str(asked.form.sentences),
            cite=self._templates["summary.cite"] if asked.cite else "",
            **values,
        )

    def _list_rules(self, asked: SummaryRequest) -> list[str]:
        """Return what the form asks beside the template, and a sterner tone after a refusal."""
        stern = ("summary.stern",) if asked.attempt else ()
        return [self._templates[each] for each in (*asked.form.asks, *stern)]

    def _fit_texts(self, texts: Sequence[str], budget: int) -> list[str]:
        """Return `texts`, the longest of them cut so that `budget` tokens hold all."""
        kept = list(texts)
        longest = max(map(len, kept), default=0)
        while longest > 1 and self._tokens.count("\n".join(kept)) > budget:
            longest = longest * 3 // 4
            kept = [cut_text(each, longest) for each in kept]
        return kept

    async def _ask(self, prompt: str, asked: SummaryRequest) -> str:
        completion = await self._model.complete(
            prompt,
            stop=STOP,
            max_tokens=self._max_tokens,
            temperature=self._temperature + asked.attempt * _RETRY_WARMER,
        )
        text = move_citations_inward(completion.text) if asked.cite else completion.text
        # The items of sections need no full stop: the last one is not unfinished for that.
        return tidy_reply(text, sections=asked.form.sections)


def _render_lines(memories: Sequence[Experience], asked: SummaryRequest) -> Iterator[str]:
    """Yield a line for each memory; with numbers, the day stands before its first memory."""
    day = ""
    for memory in memories:
        line = render_memory_line(memory.text)
        if asked.cite and day != (day := format_day(memory.at)):
            yield f"({day})"
        yield f"[{memory.seq}] {line}" if asked.cite else line


def _date_text(text: str, at: datetime | None, asked: SummaryRequest) -> str:
    """Return an earlier summary with the day on which it was written before it."""
    return f"(written on {format_day(at)})\n{text}" if text and at and asked.cite else text


def render_memory_line(text: str) -> str:
    """Return a memory as the model reads it: one line."""
    return one_line(text)


def _fits(sizes: Sequence[int], parts: Sequence[tuple[int, int]], budget: int) -> bool:
    return all(sum(sizes[start:stop]) <= budget for start, stop in parts)


_summarizer: type[Summarizer] = ModelSummarizer
