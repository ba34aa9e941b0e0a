"""Summaries by a language model: the prompts, and how much it is given at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from agents.boundaries import Model, TokenCounter
from agents.memory.clauses import told
from agents.memory.prose import cut, one_line, tidy
from agents.memory.records import Experience
from agents.models.gbnf import selection

SUMMARY_PROMPT = (
    "# Memories:\n{lines}\n\n# Summary (first-person perspective, I/me/my, no meta-commentary):\n> "
)
MERGE_PROMPT = (
    "# Recent Summary:\n{recent}\n\n# Older Summary:\n{older}\n\n"
    "# Combined Summary (first-person perspective, I/me/my, no meta-commentary):\n> "
)

#: The model may not begin a section of its own. A newline is no stop: a summary has lines.
STOP = ("\n#", "\n~", "\n---", "\n\n\n")

#: Sentences that a small model chooses from each part of a span.
CHOSEN = 3

#: Of a context, what is left for the lines beside prompt text, answer and counting errors.
_SPARE_TOKENS = 64

#: A second attempt is made a little freer, or it would give the same answer again.
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
    def merges(self) -> bool:
        """Whether it can be trusted to make one text of two; else they are joined."""
        ...

    def parts(self, lines: Sequence[str]) -> Sequence[tuple[int, int]]:
        """How `lines` are to be parted, as slices, so that each part can be summarised."""
        ...

    async def summarise(self, memories: Sequence[Experience], attempt: int = 0) -> str:
        """A text for one of the parts. `attempt` counts from 0. Raises `ModelError`."""
        ...

    async def merge(self, recent: str, older: str, attempt: int = 0) -> str:
        """One text for both. Raises `ModelError`."""
        ...


class ModelSummarizer:
    """Summaries by `model`.

    `context_tokens` is what a prompt and its answer have room for.  With `chunk_lines` the
    model gets at most so many memories at a time, and its pieces are joined rather than
    merged: small models invent when given more.  With `grammar` it chooses among first-person
    sentences of what happened, rather than writing its own.  The templates contain
    ``{lines}``, and ``{recent}`` and ``{older}``.
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
        chunk_lines: int = 0,
        grammar: bool = False,
        summary_prompt: str = SUMMARY_PROMPT,
        merge_prompt: str = MERGE_PROMPT,
    ) -> None:
        self._model = model
        self._profile = profile
        self._model_name = model_name
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._context_tokens = context_tokens
        self._tokens = tokens
        self._chunk_lines = chunk_lines
        self._grammar = grammar
        self._summary_prompt = summary_prompt
        self._merge_prompt = merge_prompt

    @property
    def profile(self) -> str:
        """The profile's name."""
        return self._profile

    @property
    def model_name(self) -> str:
        """The model's name."""
        return self._model_name

    @property
    def merges(self) -> bool:
        """Small models, which need chunks, cannot merge."""
        return not self._chunk_lines

    def parts(self, lines: Sequence[str]) -> Sequence[tuple[int, int]]:
        """As few parts as keep to `chunk_lines` and the context, about equally long."""
        budget = self._budget(self._summary_prompt)
        sizes = [self._tokens.count(line) + 1 for line in lines]
        count = self._least_parts(sizes, budget)
        while count < len(lines) and not _fits(sizes, _even(len(lines), count), budget):
            count += 1
        return _even(len(lines), count)

    def _least_parts(self, sizes: Sequence[int], budget: int) -> int:
        by_lines = -(-len(sizes) // self._chunk_lines) if self._chunk_lines else 1
        return max(1, min(len(sizes), max(by_lines, -(-sum(sizes) // budget))))

    def _budget(self, template: str) -> int:
        used = self._tokens.count(template) + self._max_tokens + _SPARE_TOKENS
        return max(1, self._context_tokens - used)

    async def summarise(self, memories: Sequence[Experience], attempt: int = 0) -> str:
        """One request; `memories` should be one of the `parts`."""
        choices = told(memories) if self._grammar else []
        lines = choices or [memory_line(each.text) for each in memories]
        prompt = filled(self._summary_prompt, lines="\n".join(self._fitting(lines)))
        return await self._ask(prompt, attempt, selection(choices, CHOSEN) if choices else None)

    def _fitting(self, lines: Sequence[str]) -> list[str]:
        """`lines`, the longest cut short where together they are more than there is room for."""
        kept, budget = list(lines), self._budget(self._summary_prompt)
        longest = max(map(len, kept), default=0)
        while longest > 1 and self._tokens.count("\n".join(kept)) > budget:
            longest = longest * 3 // 4
            kept = [cut(each, longest) for each in kept]
        return kept

    async def merge(self, recent: str, older: str, attempt: int = 0) -> str:
        """One request."""
        prompt = filled(self._merge_prompt, recent=recent, older=older)
        return await self._ask(prompt, attempt, None)

    async def _ask(self, prompt: str, attempt: int, grammar: str | None) -> str:
        completion = await self._model.complete(
            prompt,
            stop=STOP,
            max_tokens=self._max_tokens,
            temperature=self._temperature + attempt * _RETRY_WARMER,
            grammar=grammar,
        )
        return tidy(completion.text)


def filled(template: str, **values: str) -> str:
    """`template` with each ``{name}`` replaced once, left to right; values are never templates."""
    done, rest = "", template
    while rest:
        found = [(rest.find("{" + name + "}"), name) for name in values]
        at, name = min(((n, name) for n, name in found if n >= 0), default=(-1, ""))
        if at < 0:
            break
        done += rest[:at] + values[name]
        rest = rest[at + len(name) + 2 :]
    return done + rest


def memory_line(text: str) -> str:
    """A memory as the model reads it: one line."""
    return one_line(text)


def _even(total: int, count: int) -> list[tuple[int, int]]:
    edges = [total * n // count for n in range(count + 1)]
    return list(pairwise(edges))


def _fits(sizes: Sequence[int], parts: Sequence[tuple[int, int]], budget: int) -> bool:
    return all(sum(sizes[start:stop]) <= budget for start, stop in parts)


_summarizer: type[Summarizer] = ModelSummarizer
