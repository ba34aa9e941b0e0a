"""Parsing a prompt: what it asks for, and the lines of its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Literal

from agents.models.testing.planted import PlantedFact, find_facts
from agents.prose import CITATION, move_citations_inward, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

Kind = Literal["turn", "summary", "merge", "sections", "context", "journal", "reading"]

#: The beginnings of a prompt's last heading; they say what it asks for.
SUMMARY = "# Summary (first-person"
MERGE = "# Combined Summary (first-person"
SECTIONS = "# Working Memory"
CONTEXT = "# Context Summary"
JOURNAL = "# Facts"
READING = "# Do the memories"
_KINDS: dict[str, Kind] = {
    SUMMARY: "summary",
    MERGE: "merge",
    SECTIONS: "sections",
    CONTEXT: "context",
    JOURNAL: "journal",
    READING: "reading",
}

#: Blocks of instructions: they are no part of the source.
_ADVICE = late_pattern(r"# (?:Rules|Task|Instructions?|How)\b", re.IGNORECASE)

_HEADING = late_pattern(rf"^(?:{'|'.join(map(re.escape, _KINDS))})", re.MULTILINE)
_CUE = late_pattern(r"^~(.{1,80})>\s*\Z", re.MULTILINE)
_PERSONA = late_pattern(r"\s*You are ([A-Z][\w'-]*)")
#: A line that says when what follows was lived or written.
_NOTE = late_pattern(r"\((?:written on )?\d{1,2} [A-Z]\w+ \d{4}\)")
_NUMBERED = late_pattern(r"\[(\d+)\] (.*)")
_MARK = late_pattern(CITATION)
_AT_MOST = late_pattern(r"at most ([1-9]\d{0,2}) sentences?")
_ASKS_FOR_MARKS = late_pattern(r"as \[\d+\]")


@late_dataclass(frozen=True, slots=True)
class PromptLine:
    """One line of the source, without its number."""

    number: int | None
    text: str


@late_dataclass(frozen=True, slots=True)
class KeptFact:
    """A planted fact of the prompt and the numbers of its memories."""

    fact: PlantedFact
    numbers: tuple[int, ...] = ()


@late_dataclass(frozen=True, slots=True)
class ParsedPrompt:
    """A parsed prompt."""

    kind: Kind
    prompt: str
    lines: tuple[PromptLine, ...]
    """The source: the lines to summarise; for a turn, its transcript."""
    request: str = ""
    """The part of the prompt from its last heading on."""
    name: str = ""
    """The name of the agent whose turn it is."""

    @property
    def size(self) -> int:
        """The length of the source in characters."""
        return sum(len(line.text) + 1 for line in self.lines)

    @property
    def source(self) -> str:
        """The text to summarise."""
        return "\n".join(line.text for line in self.lines)

    @property
    def cites(self) -> bool:
        """Whether sentences should end with the numbers of their memories."""
        return self.kind == "journal" or bool(_ASKS_FOR_MARKS.search(self.request))

    @property
    def sentences(self) -> int:
        """The largest number of sentences in the answer; 0: any number."""
        found = _AT_MOST.search(self.request)
        return int(found[1]) if found else 0

    @property
    def numbers(self) -> list[int]:
        """Every memory number in the source."""
        return [n for line in self.lines for n in _find_numbers(line, line.text)]

    def facts(self) -> list[KeptFact]:
        """Return the planted facts in order, with their numbers if the prompt asks for them."""
        found: dict[str, KeptFact] = {}
        for line, fact, sentence in self._find_fact_sentences():
            shown = line.number is None or self.cites
            numbers = _find_numbers(line, sentence) if shown else ()
            before = found[fact.key].numbers if fact.key in found else ()
            found[fact.key] = KeptFact(fact, tuple(sorted({*before, *numbers})))
        return list(found.values())

    def _find_fact_sentences(self) -> Iterator[tuple[PromptLine, PlantedFact, str]]:
        for line in self.lines:
            # A mark behind a full stop belongs to the sentence before it.
            for sentence in split_sentences(move_citations_inward(line.text)):
                for fact in find_facts(sentence):
                    yield line, fact, sentence


def parse_prompt(prompt: str) -> ParsedPrompt:
    """Parse `prompt`; its last heading says what it asks for, and without one it is a turn."""
    cue = _CUE.search(prompt)
    headings = [] if cue else list(_HEADING.finditer(prompt))
    if headings:
        start = headings[-1].start()
        lines = tuple(_find_lines(_sort_blocks(prompt[:start])))
        return ParsedPrompt(_KINDS[headings[-1][0]], prompt, lines, prompt[start:])
    persona = _PERSONA.match(prompt)
    name = cue[1] if cue else persona[1] if persona else ""
    return ParsedPrompt("turn", prompt, tuple(_find_transcript(prompt)), name=name)


def _sort_blocks(source: str) -> str:
    """Return the blocks with older ones before recent ones."""
    blocks = re.split(r"^(?=# )", source, flags=re.MULTILINE)
    order = [0 if not each.startswith("# ") else 2 - each.startswith("# Older") for each in blocks]
    return "".join(each for _, each in sorted(zip(order, blocks, strict=True), key=itemgetter(0)))


def _find_lines(source: str) -> Iterator[PromptLine]:
    """Yield the lines below the headings; the text above the first one is an introduction."""
    number, taken = None, not re.search(r"^# ", source, re.MULTILINE)
    for text in filter(None, map(str.strip, source.splitlines())):
        if text.startswith("# "):
            number, taken = None, not _ADVICE.match(text)
        elif taken and text != "---" and not _NOTE.fullmatch(text):
            found = _NUMBERED.match(text)
            number = int(found[1]) if found else number
            yield PromptLine(number, found[2] if found else text)


def _find_transcript(prompt: str) -> Sequence[PromptLine]:
    """Return the lines between the prompt's first and last rule; all lines without rules."""
    lines = prompt.splitlines()
    rules = [at for at, line in enumerate(lines) if line == "---"]
    shown = lines[rules[0] + 1 : rules[-1]] if len(rules) > 1 else lines
    return [PromptLine(None, line) for line in shown if line.strip()]


def _find_numbers(line: PromptLine, sentence: str) -> tuple[int, ...]:
    if line.number is not None:
        return (line.number,)
    return tuple(int(n) for mark in _MARK.findall(sentence) for n in re.findall(r"\d+", mark))
