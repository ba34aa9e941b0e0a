"""Finds numbers and pairs of key and value in the outputs of commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agents.prose import PHRASE_END, cut_text, soften_quotes
from late.late_pattern import late_pattern

#: The most characters of a value.
VALUE_CHARACTERS = 60

_PAIR = late_pattern(r"(\w+):\s*([^\n,]+(?:,\d{3}\b[^\n,]*)*)")
_NUMBER = late_pattern(r"(?:\b[^\W\d]\w* )?\b\d+(?:,\d{3})*(?:\.\d+)?\b(?: [^\W\d]\w*\b)?")
_ERROR = late_pattern(r"\w*(?:Error|Exception)")


def find_key_findings(outputs: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the `most` best findings: values with digits, then numbers, then other values.

    Newer findings come first within a kind, and a key has its newest value: ``total=1523``,
    ``found 12 patterns``.  No finding contains a double quote or the end of a sentence.
    """
    pairs = keep_latest(pair for output in outputs for pair in _find_pairs(soften_quotes(output)))
    numbers = keep_latest(
        each for output in outputs for each in _find_numbers(soften_quotes(output))
    )
    measured = [each for each in pairs if any(c.isdigit() for c in each.partition("=")[2])]
    plain = [each for each in pairs if each not in measured]
    best = [*reversed(measured), *reversed(numbers), *reversed(plain)][:most]
    return tuple(each for each in (*pairs, *numbers) if each in best)


def keep_latest(found: Iterable[str]) -> tuple[str, ...]:
    """Return the newest finding of each key, in order."""
    known: dict[str, str] = {}
    for each in found:
        key = each.partition("=")[0]
        known.pop(key, None)
        known[key] = each
    return tuple(known.values())


def _find_pairs(output: str) -> Iterator[str]:
    """Yield ``key=value`` for each ``key: value`` that is no time of day, address or error."""
    for key, value in _PAIR.findall(output):
        short = cut_text(PHRASE_END.split(value, maxsplit=1)[0].strip(), VALUE_CHARACTERS)
        if short and not key.isdigit() and not value.startswith("//") and not _ERROR.match(key):
            yield f"{key}={short}"


def _find_numbers(output: str) -> list[str]:
    """Return the numbers outside pairs, with the words beside them."""
    return _NUMBER.findall(_PAIR.sub(";", output))
