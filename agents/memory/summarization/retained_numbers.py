"""Put numbers that a combined text has dropped back into it: they cannot be guessed again.

A model that makes one text of many leaves sentences out.  Most can be found again in what is left,
or are no loss.  But a code, a date or an amount that belongs to somebody or something is lost for
good, in this text and in all that are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from agents.memory.language.patterns import INNER_NAME
from agents.prose import split_sentences

_NUMBER = re.compile(r"\d[\d.,:/-]*\d")


def restore_numbers(text: str, sources: Iterable[str], limit: int) -> str:
    """Return `text`, followed by the sentences of `sources` with a name and a number that it lacks.

    As many as `limit` characters hold, in their order.
    """
    lost: list[str] = []
    known, size = set(_NUMBER.findall(text)), len(text)
    for sentence in _find_telling(sources):
        numbers = set(_NUMBER.findall(sentence))
        if numbers - known and size + len(sentence) + 1 <= limit:
            lost.append(sentence)
            known |= numbers
            size += len(sentence) + 1
    return " ".join([text, *lost])


def _find_telling(sources: Iterable[str]) -> Iterator[str]:
    for source in sources:
        for sentence in split_sentences(source):
            if _NUMBER.search(sentence) and INNER_NAME.search(sentence):
                yield sentence
