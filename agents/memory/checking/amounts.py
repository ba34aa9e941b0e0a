"""Numbers with their value, in digits or words: 47, forty-seven, two dozen, half past eight."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.language.words import DIGITS, ORDINALS, TEENS, TENS
from late.late_dataclass import late_dataclass

_SMALL = {word: value for value, word in enumerate((*DIGITS, *TEENS)) if value > 1} | {
    word: 10 * value for value, word in enumerate(TENS, start=2)
}
#: Words that multiply the number before them, and are numbers by themselves.
_MULTIPLES = {
    "dozen": 12,
    "score": 20,
    "hundred": 100,
    "thousand": 1000,
    "gross": 144,
    "million": 1_000_000,
}
#: "a score" may be one of a game: it counts only behind a number.
_NEVER_ALONE = frozenset(("score",))


@late_dataclass(frozen=True, slots=True)
class Amount:
    """A number, how many words it takes, and the unit that its words have in them."""

    value: float
    length: int
    unit: str = ""


#: Words that are numbers by themselves.
_SINGLE = {
    "fortnight": Amount(14, 1, "day"),
    "decade": Amount(10, 1, "year"),
    "century": Amount(100, 1, "year"),
    "twice": Amount(2, 1, "time"),
    "thrice": Amount(3, 1, "time"),
    "couple": Amount(2, 1),
    **{word: Amount(value, 1) for value, word in enumerate(ORDINALS, start=3)},
}


_PHRASES = {
    "baker's dozen": Amount(13, 2),
    "dozen and a half": Amount(18, 4),
    "score of": Amount(20, 2),
    "half an hour": Amount(30, 3, "minute"),
    "quarter of an hour": Amount(15, 4, "minute"),
}


#: Parts of an hour, in minutes; those of one word are numbers of their own before "to".
_PARTS_OF_HOUR = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
#: Before an hour: "ten to twelve" alone may be eleven eggs.
_BEFORE_HOUR = frozenset(("at", "by", "until", "till", "before", "after", "since", "from"))
_LAST_HOUR = 12
#: Behind these "second" is the one after the first, and no part of a minute.
_BEFORE_SECOND = frozenset(("the", "my", "his", "her", "our", "their"))

_PHRASES_BEGIN = frozenset(phrase.split()[0] for phrase in _PHRASES)


def may_begin_amount(word: str) -> bool:
    """Return whether `read_amount` may find a number that begins with a word."""
    alone = word in _SMALL or word in _MULTIPLES or word in ("half", "quarter", "second")
    return alone or word[0].isdigit() or word in _SINGLE or word in _PHRASES_BEGIN


def read_amount(words: Sequence[str], at: int) -> Amount | None:
    """Return the number that begins at `words[at]`, which are in lower case; None if none does."""
    word = words[at]
    for phrase, amount in _PHRASES.items() if word in _PHRASES_BEGIN else ():
        if words[at : at + amount.length] == phrase.split():
            return amount
    if word[0].isdigit():
        return _read_figures(words, at)
    if word == "second" and at and words[at - 1] in _BEFORE_SECOND and len(words) > at + 1:
        return Amount(2, 1) if words[at + 1].isalpha() and words[at + 1] != "of" else None
    if word in _SINGLE:
        return _SINGLE[word]
    if word in _PARTS_OF_HOUR and (clock := _read_clock(words, at)):
        return clock
    return _read_half(words, at) if word == "half" else _read_words(words, at)


def _read_half(words: Sequence[str], at: int) -> Amount | None:
    if words[at : at + 3] == ["half", "a", "dozen"]:
        return Amount(6, 3)
    return None


def _read_clock(words: Sequence[str], at: int) -> Amount | None:
    """Return a time of the clock as in figures: 7.45 for a quarter to eight."""
    part, way = words[at], words[at + 1] if len(words) > at + 1 else ""
    before = words[at - 1] if at else ""
    may_be = way == "past" or (way == "to" and (part == "quarter" or before in _BEFORE_HOUR))
    hour = read_amount(words, at + 2) if may_be and len(words) > at + 2 else None
    if hour is None or hour.value not in range(1, _LAST_HOUR + 1):
        return None
    minutes = _PARTS_OF_HOUR[part]
    if way == "past":
        return Amount(hour.value + minutes / 100, 2 + hour.length)
    last = hour.value - 1 or _LAST_HOUR
    return Amount(round(last + 0.6 - minutes / 100, 2), 2 + hour.length)


def _read_figures(words: Sequence[str], at: int) -> Amount | None:
    bare = words[at].replace(",", "").replace(":", ".")
    if bare.count(".") > 1:
        return None
    value = float(bare)
    if len(words) > at + 1 and words[at + 1] in _MULTIPLES:
        return Amount(value * _MULTIPLES[words[at + 1]], 2)
    return Amount(value, 1)


def _read_words(words: Sequence[str], at: int) -> Amount | None:
    """Return a number in words: ``two hundred and twelve``, ``forty seven``, ``a dozen``."""
    word = words[at]
    if word not in _SMALL and (word not in _MULTIPLES or word in _NEVER_ALONE):
        return None
    total, current = 0.0, float(_SMALL.get(word) or _MULTIPLES[word])
    length = 1
    while at + length < len(words):
        follows = words[at + length]
        if follows in _MULTIPLES:
            current *= _MULTIPLES[follows]
            if current >= 100:
                total, current = total + current, 0.0
        elif follows in _SMALL and (current >= 20 or not current) and current % 10 == 0:
            current += _SMALL[follows]
        elif follows == "one" and current >= 20 and current % 10 == 0:
            current += 1
        elif not (follows == "and" and not current and _is_small(words, at + length + 1)):
            break
        length += 1
    return Amount(total + current, length)


def _is_small(words: Sequence[str], at: int) -> bool:
    return at < len(words) and words[at] in _SMALL
