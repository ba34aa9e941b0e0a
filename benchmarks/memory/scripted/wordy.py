"""A model that tells the facts it is given among prose of a given length.

The same model answers for facts and for tokens: it loses each fact with a probability every time
it writes a text, and fills a share of the summary's limit with retellings of everything else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from agents.boundaries import Model
from agents.memory.strategies.protocol import LONGTERM_LIMIT, RECENT_LIMIT
from agents.models.testing import PlantedFact
from agents.models.testing.prompts import ParsedPrompt, PromptLine
from agents.models.testing.retelling import CARRIERS, format_marks
from agents.prose import CITATION, move_citations_inward, split_sentences
from agents.spread import pick_evenly
from benchmarks.memory.scripted.plain_facts import find_planted
from benchmarks.memory.scripted.talkative import list_in_sections, retell_line
from benchmarks.memory.scripted.writing import WritingModel

#: The longest prose as a share of its source, so that no text is longer than its source.
_OF_SOURCE = 0.6
#: The answer where there is nothing to tell.
_NOTHING = "I listened by the hearth and kept what mattered."
_MARK = re.compile(rf"\s*({CITATION})")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Told:
    """One sentence that may be told."""

    text: str
    fact: str = ""
    """The key of its fact; empty for prose."""


class Wordy(WritingModel):
    """Answers what is asked about memories; `wordiness` is the share of the limit that is prose."""

    def __init__(
        self, facts: Sequence[PlantedFact], *, loss: float, wordiness: float, seed: int
    ) -> None:
        self._find = find_planted(facts)
        self._loss, self._wordiness, self._seed = loss, wordiness, seed

    def write(self, asked: ParsedPrompt) -> str:
        told = dict.fromkeys(self._retell(asked))
        prose = [each for each in told if not each.fact]
        kept = set(_pick_fitting(prose, self._measure_prose(asked)))
        lines = [each.text for each in told if each.fact or each in kept] or [_NOTHING]
        return list_in_sections(lines) if asked.kind == "sections" else " ".join(lines)

    def _measure_prose(self, asked: ParsedPrompt) -> int:
        limit = RECENT_LIMIT if asked.kind == "summary" else LONGTERM_LIMIT
        return int(min(limit * self._wordiness, asked.size * _OF_SOURCE))

    def _retell(self, asked: ParsedPrompt) -> list[_Told]:
        start = blake2b(f"{self._seed}\n{asked.prompt}".encode(), digest_size=16).digest()
        told: list[_Told] = []
        known: set[str] = set()
        for line in asked.lines:
            for sentence in split_sentences(move_citations_inward(line.text)):
                found = [each for each in self._find(sentence) if each.key not in known]
                known.update(each.key for each in found)
                kept = [each for each in found if _draw(start, each.key) >= self._loss]
                told += [self._tell(each, sentence, line, asked) for each in kept]
                if not self._find(sentence):
                    bare = _MARK.sub("", sentence)
                    told.append(_Told(retell_line(bare) if asked.kind == "summary" else bare))
        return told

    def _tell(
        self, fact: PlantedFact, sentence: str, line: PromptLine, asked: ParsedPrompt
    ) -> _Told:
        marks = [int(n) for mark in _MARK.findall(sentence) for n in _NUMBER.findall(mark)]
        numbers = [line.number] if line.number is not None and asked.cites else marks
        unused = (start for start in CARRIERS if start + fact.clause not in asked.prompt)
        # A name at the beginning keeps its capital.
        clause = fact.clause if fact.text.startswith("The ") else fact.text
        text = f"{next(unused, CARRIERS[0])}{clause}{format_marks(numbers)}."
        return _Told(text, fact.key)


def _draw(start: bytes, key: str) -> float:
    """Return a number from 0 to below 1 that depends only on the arguments."""
    digest = blake2b(key.encode(), key=start, digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def _pick_fitting(prose: Sequence[_Told], room: int) -> list[_Told]:
    """Return sentences at even distances that together fill `room` characters."""
    mean = sum(len(each.text) + 1 for each in prose) / max(1, len(prose))
    kept = pick_evenly(prose, int(room / mean)) if mean else []
    while kept and sum(len(each.text) + 1 for each in kept) > room:
        kept.pop()
    return kept


_model: type[Model] = Wordy
