"""A model with summaries of the maximal length: the highest cost of summaries.

The rehearsed model tells planted facts and hardly anything else.  Real ones write as long as
they are let: this one retells line after line until nothing more fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.boundaries import Completion, Model
from agents.memory.strategies.protocol import LONGTERM_LIMIT, RECENT_LIMIT
from agents.models.testing.prompts import ParsedPrompt, parse_prompt
from agents.models.testing.retelling import SECTIONS
from agents.prose import CITATION, split_sentences
from agents.spread import pick_evenly

#: The longest summary as a share of its source, so that it never becomes longer.
_OF_SOURCE = 0.6
_WORDS = re.compile(r"[A-Za-z']+")
#: Citations in earlier texts, which it leaves out: it cites nothing.
_MARK = re.compile(rf"\s*{CITATION}")
_WORDS_OF_A_LINE = 14


class Talkative:
    """Answers what is asked about memories; with the first-person sentences it is given, or
    ones of its own making."""

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Retell as much as fits; see `Model`."""
        text = talk_at_length(parse_prompt(prompt))
        return Completion(text, len(prompt) // 4, len(text) // 4, "stop")


def talk_at_length(asked: ParsedPrompt) -> str:
    """Return the longest allowed summary of the memories in the request."""
    limit = RECENT_LIMIT if asked.kind == "summary" else LONGTERM_LIMIT
    room = int(min(limit, asked.size * _OF_SOURCE))
    every = list(dict.fromkeys(_retell_lines(asked)))
    kept = _pick_fitting(every, room, asked.sentences or len(every))
    return list_in_sections(kept) if asked.kind == "sections" else " ".join(kept)


def _retell_lines(asked: ParsedPrompt) -> Iterator[str]:
    for line in asked.lines:
        text = _MARK.sub("", line.text)
        own = [each for each in split_sentences(text) if each.startswith("I noticed how ")]
        yield from own or [retell_line(text)]


def retell_line(line: str) -> str:
    """Return a sentence with the first words of `line`."""
    return f"I noticed how {' '.join(_WORDS.findall(line)[:_WORDS_OF_A_LINE])}."


def _pick_fitting(every: Sequence[str], room: int, most: int) -> list[str]:
    """Return as many sentences as fit into `room` characters, at most `most`, spread evenly."""
    mean = sum(map(len, every)) / max(1, len(every)) + 1
    count = max(1, min(len(every), most, int(room / mean)))
    kept = pick_evenly(every, count)
    while len(kept) > 1 and sum(map(len, kept)) + len(kept) > room:
        kept.pop()
    return kept


def list_in_sections(kept: Sequence[str]) -> str:
    """Return a working memory with `kept` as its facts, and nothing else."""
    facts = "\n".join(f"- {each}" for each in kept)
    return "\n".join(
        f"{each}:\n{facts if each == 'Confirmed Facts' else 'None.'}" for each in SECTIONS
    )


_model: type[Model] = Talkative
