"""The memory that bears a sentence out best, and the line of it that does."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.aligning.quoting import quotes_a_memory
from agents.memory.core.records import Experience
from agents.memory.language.evidence import Source
from agents.memory.language.normalize import strip_update
from agents.memory.language.stems import stem_words
from late.late_dataclass import late_dataclass
from server.web.views.memory.life.findings import find_speaker


@late_dataclass(frozen=True, slots=True)
class BestEvidence:
    """Of several memories the one that has most of a sentence."""

    seq: int
    line: str
    """The line of that memory that has most of the sentence; empty if no line has any of it."""


def find_best_evidence(sentence: str, memories: Sequence[Experience]) -> BestEvidence | None:
    """Return which memory bears a sentence out best; of equals the oldest, of none None.

    That is the one that has the very words by the same speaker; else, of words that the sentence
    gives as somebody's, one by the same speaker; and of those the one with most of its words.
    """
    if not memories:
        return None
    speaker = find_speaker(sentence).casefold()
    stems = frozenset(stem_words(sentence))

    def rate(memory: Experience) -> tuple[bool, bool, int, bool, int]:
        is_same = memory.speaker.casefold() == speaker
        source = Source(memory.text, memory.speaker, memory.nature)
        is_quoted = quotes_a_memory(strip_update(sentence), [source])
        said = f"{memory.speaker} {memory.text}"
        return is_quoted, bool(speaker) and is_same, _count(stems, said), is_same, -memory.seq

    best = max(memories, key=rate)
    line = max(best.text.splitlines(), key=lambda each: _count(stems, each), default="")
    return BestEvidence(best.seq, line if _count(stems, line) else "")


def _count(stems: frozenset[str], text: str) -> int:
    return len(stems.intersection(stem_words(text)))
