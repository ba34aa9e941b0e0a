"""A model that believes everything and clings to what it has told before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agents.boundaries import Completion, Model
from agents.memory.strategies.protocol import LONGTERM_LIMIT, RECENT_LIMIT
from agents.models.testing.prompts import ParsedPrompt, parse_prompt
from agents.models.testing.retelling import SECTIONS

#: The share of the longest summary that it fills.
FILLED = 0.8

_AMENDED = re.compile(r"(?P<told>[^.\n\]]*\((?:of: [^)]*; )?since \d[^)]*\))( \[[\d, ]+\])?\.")


class Clinging:
    """Retells known memories, those of the earlier summary first; what is full gets nothing new.

    `told` has a sentence without its full stop for the text of each memory that it knows of.  It
    never notices that one of them tells otherwise than another.
    """

    def __init__(self, told: Mapping[str, str]) -> None:
        self._told = told

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Retell what is known of; see `Model`."""
        text = self._retell(parse_prompt(prompt))
        return Completion(text, len(prompt) // 4, len(text) // 4, "stop")

    def _retell(self, asked: ParsedPrompt) -> str:
        limit = RECENT_LIMIT if asked.kind == "summary" else LONGTERM_LIMIT
        room = int(FILLED * limit)
        kept: list[str] = []
        for each in dict.fromkeys((*self._list_old(asked), *self._list_new(asked))):
            room -= len(each) + 1
            if room >= 0:
                kept.append(each)
        kept = kept[: asked.sentences or len(kept)] or ["I spent the days as I always do."]
        return _write_sections(kept) if asked.kind == "sections" else " ".join(kept)

    def _list_old(self, asked: ParsedPrompt) -> Iterator[str]:
        for sentence in self._told.values():
            found = re.search(rf"{re.escape(sentence)}( \[[\d, ]+\])?\.", asked.prompt)
            if found:
                yield found[0] if asked.cites else f"{sentence}."

        # What was put right in the earlier summary is a sentence of it like any other.
        for found in _AMENDED.finditer(asked.prompt):
            yield found[0] if asked.cites else f"{found['told']}."

    def _list_new(self, asked: ParsedPrompt) -> Iterator[str]:
        for line in asked.lines:
            sentence = self._told.get(line.text)
            if sentence and sentence not in asked.prompt:
                cited = f" [{line.number}]" if asked.cites and line.number else ""
                yield f"{sentence}{cited}."


def _write_sections(kept: Sequence[str]) -> str:
    facts = "\n".join(f"- {each}" for each in kept)
    return "\n".join(
        f"{each}:\n{facts if each == 'Confirmed Facts' else 'None.'}" for each in SECTIONS
    )


_model: type[Model] = Clinging
