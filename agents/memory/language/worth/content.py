"""Reads the content words, numbers and names of a sentence."""

from __future__ import annotations

from agents.memory.language.numerals import find_numerals
from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.stems import says_little, stem_words
from agents.memory.language.text_cache import cache_short_texts
from late.late_dataclass import late_dataclass

#: A sentence repeats another if that has so much of its words.
SAME = 0.8


@late_dataclass(frozen=True, slots=True)
class SentenceContent:
    """What one sentence tells, however it is worded."""

    words: frozenset[str]
    """The stems of its content words."""
    numbers: frozenset[str]
    names: frozenset[str]

    def is_told_by(self, other: SentenceContent) -> bool:
        """Return whether `other` tells nearly all of it, and every number."""
        if not self.numbers <= other.numbers:
            return False
        return len(self.words & other.words) >= SAME * len(self.words)


@cache_short_texts(8192)
def find_content(sentence: str) -> SentenceContent:
    """Return what `sentence` tells."""
    return SentenceContent(
        words=frozenset(stem_words(sentence)),
        numbers=find_numerals(sentence),
        names=frozenset(w for w in INNER_NAME.findall(sentence) if not says_little(w.casefold())),
    )
