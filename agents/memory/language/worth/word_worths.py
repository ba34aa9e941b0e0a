"""What the words of a sentence tell of its worth, as it was learnt from what readers would keep.

Readers chose from stretches of memories the few that they would need for a month; a sentence model
learnt from them, and each word and each pair of neighbours got the weight with which they tell best
what it says of many lines.  ``tools/worth`` makes the file; it knows English alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path

from late.late_pattern import late_pattern

WEIGHTS = Path(__file__).with_name("word_worths.txt")

#: What stands for any number, and for any name within a sentence.
_NUMBER, _NAME = "#", "@"
_TOKEN = late_pattern(r"\d+(?:st|nd|rd|th)?|[^\W\d_]+(?:['’][^\W\d_]+)*|[?!]")
#: Somebody is called: "Moss, …"; "Well, …" tells as little.
_CALLED = late_pattern(r"\s*[A-Z][\w'’-]*,\s")
#: Before what begins a sentence.
_ENDS = frozenset("\"“'‘(.?!:")


def rate_words(text: str) -> float:
    """Return how much the words of a text tell that it would be kept, from about -2 to 2.5;
    little more than 0 on the average."""
    weights, signs = _read_weights(), list_word_signs(text)
    if not signs:
        return 0.0
    return sum(weights.get(each, 0.0) for each in signs) / sqrt(len(signs))


def list_word_signs(text: str) -> frozenset[str]:
    """Return what is weighed of a text: its words, written small, and all pairs of neighbours."""
    words = list(_list_words(text))
    pairs = (f"{one} {other}" for one, other in pairwise(words))
    return frozenset((*words, *pairs))


def _list_words(text: str) -> Iterator[str]:
    called = _CALLED.match(text)
    for found in _TOKEN.finditer(text, called.end() if called else 0):
        word = found[0].replace("’", "'")
        if word[0].isdigit():
            yield _NUMBER
        elif word[0].isupper() and not word.startswith("I'") and word != "I":
            before = text[: found.start()].rstrip()
            begins = not before or before[-1] in _ENDS or (called and called.end() == found.start())
            yield word.casefold() if begins else _NAME
        else:
            yield word.casefold()


@cache
def _read_weights() -> Mapping[str, float]:
    rows = (line.split("\t") for line in WEIGHTS.read_text("utf-8").splitlines())
    return {row[1]: float(row[0]) for row in rows if len(row) == 2}
