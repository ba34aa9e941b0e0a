"""Mechanical checks of lines of speech, written apart from the rules by which agents choose theirs.

They are a floor: what passes may still be nonsense, and readers judge that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_SALAD = re.compile(r"[a-z][A-Z]{2}|[bcdfghjklmnpqrstvwxz]{6}|[^\x00-ſ–—‘’“”…]")
_WORD = re.compile(r"[A-Za-z']+")


def find_nonsense(line: str, me: str, names: Iterable[str], earlier: Sequence[str]) -> list[str]:
    """Return what is mechanically wrong with a line that `me` says; `earlier` are its own."""
    words = [word.casefold() for word in _WORD.findall(line)]
    others = [name for name in names if name != me]
    found = {
        "no words": not words,
        "another's name as its own": any(
            re.search(rf"\b(?:I am|I'm|my name is) {name}\b", line, re.I) for name in others
        ),
        "calls somebody by its own name": bool(re.search(rf"\byou(?:'re| are) {me}\b", line, re.I)),
        "says the same words again": words in [_split(each) for each in earlier[-20:]],
        "a phrase twice in one line": _repeats(words),
        "no end": not re.search(r"[.!?…\"']$", line.strip()),
        "letter salad": bool(
            re.search(r"[a-z][A-Z]{2}|[bcdfghjklmnpqrstvwxz]{6}|[^\x00-ſ–—‘’“”…]", line)
        ),
        "words of another language": _foreign_share(words) > 0.5,
    }
    return [name for name, is_so in found.items() if is_so]


def _split(line: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(line)]


def _repeats(words: Sequence[str]) -> bool:
    phrases = Counter(zip(words, words[1:], words[2:], words[3:], strict=False))
    return any(count > 1 for count in phrases.values())


def _foreign_share(words: Sequence[str]) -> float:
    """Return the share of words without any vowel of English."""
    odd = [word for word in words if not re.search(r"[aeiouy]", word)]
    return len(odd) / len(words) if words else 0.0


def share_of_most_frequent(lines: Sequence[str], count: int = 10) -> float:
    """Return the share of all lines that the `count` most frequent ones have."""
    common = Counter(" ".join(_split(line)) for line in lines).most_common(count)
    return sum(times for _, times in common) / len(lines) if lines else 0.0


def distinct_pairs(lines: Sequence[str]) -> float:
    """Return distinct-2: different pairs of words by all pairs."""
    pairs = [pair for line in lines for pair in zip(_split(line), _split(line)[1:], strict=False)]
    return len(set(pairs)) / len(pairs) if pairs else 0.0
