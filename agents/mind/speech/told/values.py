"""Kinds of values that one asks for, an age, a colour, for how long; and where they are told."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.memory.language.patterns import NAME
from agents.memory.language.stems import stem_words
from agents.memory.language.words import (
    AUXILIARIES,
    DAY_TIMES,
    DIGITS,
    MONTHS,
    NEAR_DAYS,
    NUMBERS,
    SEASONS,
    TEENS,
    TENS,
    WEEKDAYS,
    any_of,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_NUMBER = rf"(?:\d[\d.,]*|{any_of(NUMBERS, TEENS, TENS, DIGITS)})"
NUMERAL = rf"(?:(?:{_NUMBER})(?:[ -](?:and )?{_NUMBER}){{0,4}}|a (?:hundred|dozen|thousand))"
_UNIT = (
    r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|fortnights?|months?|winters?|summers?"
    r"|years?)"
)
_DAYS = any_of(WEEKDAYS, SEASONS, MONTHS, DAY_TIMES, NEAR_DAYS)
SPAN = (
    rf"(?:(?:{NUMERAL}|a|an|half an?) (?:\w+ )?{_UNIT}(?: and a half)?(?: ago)?"
    rf"|since (?:(?:last|the|early|late) )*(?:{_DAYS}|night|morning|week|month|year|\w+day)"
    rf"|since (?-i:[A-Z])\w+"
    rf"|(?:last|this) (?:{_DAYS}|night|morning|week|month|year|evening|afternoon)"
    rf"|yesterday|(?:in|on) (?:{_DAYS}))\b"
)
COLOUR = (
    r"\b(?:(?:dark|light|pale|deep) )?(?:black|white|gr[ae]y|red|blue|green|yellow|brown|golden"
    r"|silver|copper|ginger|fair|dark|pale|orange|purple|violet|pink|blond|colou?r(?:s|ed|less)?)"
    r"(?:ish)?\b"
)


_ASKS_WHEN = late_pattern(r"^\W*(?:(?:and|so|but|then|well)\W+)*when\b", re.IGNORECASE)
_TIME = late_pattern(
    rf"\d|\b(?:{any_of(WEEKDAYS, SEASONS, MONTHS, DAY_TIMES, NEAR_DAYS, NUMBERS, TEENS, TENS)}"
    rf"|{_UNIT}|\w*(?:day|night|time|mas|summer|winter|o['’]?clock)s?|mornings?|evenings?|afternoons?"
    r"|easter|harvest|holidays?|now|ago|when|before|after|since|until|till|next|last|soon|later"
    r"|early|late|while|during|as soon as|once|never|always)\b",
    re.IGNORECASE,
)


@late_dataclass(frozen=True, slots=True)
class ValueKind:
    """One kind of value, how it is asked for, and what it looks like."""

    name: str
    asks: re.Pattern[str]
    value: re.Pattern[str] | None
    """Its group ``value`` is the value; None: it needs more than a pattern."""


def _kind(name: str, asks: str, value: str = "") -> ValueKind:
    found = late_pattern(value, re.IGNORECASE) if value else None
    return ValueKind(name, late_pattern(asks, re.IGNORECASE), found)


#: The first that matches counts.
VALUE_KINDS = (
    _kind(
        "age",
        r"\bhow old\b|\bwhat(?: is|['’]s)? \w+(?: \w+)?['’]?s? age\b|\bwhat age\b",
        rf"(?:(?:\b(?:is|was|am|aged|turned|turns|just|only|nearly|almost)|['’]s|['’]m|,)"
        rf" (?={NUMERAL}(?:(?: (?:years?|months?|weeks?|days?))? old| years? of age)?"
        r"(?:[.,;:!?]|$| (?:and|but|now|in|last|this|when|years)\b))"
        rf"|(?={NUMERAL}[ -]years?[ -]old\b))"
        rf"(?P<value>{NUMERAL}(?: (?:months?|weeks?|days?)(?= old))?)(?!\w)",
    ),
    _kind(
        "since",
        r"\bhow long\b|\bhow many (?:days|weeks|months|years|hours|nights|winters)\b|\bsince when\b"
        r"|\bwhen (?:did|was|were|has|had)\b",
        rf"\b(?P<value>{SPAN})",
    ),
    _kind("colour", r"\b(?:what|which) colou?r\b", rf"(?P<value>{COLOUR})"),
    _kind("name", r"\bname\b|\bwhat(?: is| was|['’]s) [^?]{2,30} (?:called|named)\b"),
    _kind("number", r"\bhow many (?P<of>\w+)|\bhow much\b"),
    _kind(
        "place",
        rf"\bwhere(?:['’]s| {any_of(AUXILIARIES)})\b",
        rf"\b(?P<value>(?:in|at|near|over in|down in|on|to|into|by) (?:(?:the|an?) (?:\w+ )?\w+"
        rf"|(?-i:{NAME})))\b",
    ),
    _kind(
        "trade",
        r"\bwhat (?:does|did|is|was) (?!I\b|you\b)[^?]{2,40}? (?:do(?: for a living)?(?=,|\W*$)"
        r"|trade|job)",
        r"\b(?:is|was|am|works? as|worked as|be) (?P<value>an? (?:[\w'’-]+ ){0,2}?[\w'’-]*?"
        r"(?:er|or|ist|man|woman|smith|wright|wife|ian|nurse|cook|clerk|judge|monk|priest"
        r"|thief))\b",
    ),
    _kind(
        "worn",
        r"\bwear(?:ing)?\b|\bdressed\b|\bhave on\b",
        r"\b(?P<value>(?:an?|his|her|my|the) (?:\w+ ){0,2}?(?:coat|cloak|shawl|dress|hat|cap|scarf"
        r"|jacket|boots|shirt|jersey|hood|apron))\b",
    ),
)  # fmt: skip


def find_value_kind(question: str) -> ValueKind | None:
    """Return which kind of value a question asks for; None: none of these."""
    return next((each for each in VALUE_KINDS if each.asks.search(question)), None)


def lacks_time(question: str, words: str) -> bool:
    """Return whether a question asks when, and words that are to answer it tell no time."""
    return _ASKS_WHEN.match(question) is not None and not _TIME.search(words)


def read_values(kind: ValueKind, sentence: str, question: str) -> Iterator[str]:
    """Yield the values of a kind that a sentence holds."""
    if kind.value is not None:
        yield from (found["value"] for found in kind.value.finditer(sentence))
    elif kind.name == "number":
        yield from _find_numbers(sentence, question)


def _find_numbers(sentence: str, question: str) -> Iterator[str]:
    asked = re.search(r"\bhow many (?P<of>\w+)", question, re.IGNORECASE)
    for found in re.finditer(rf"\b({NUMERAL})((?: [\w'’-]+){{0,3}})", sentence, re.IGNORECASE):
        words = found[2].split()
        if asked is None:
            shared = set(stem_words(question)) & set(stem_words(sentence))
            if words and shared:
                yield f"{found[1]} {words[0]}"
            continue
        of = set(stem_words(asked["of"])) or {asked["of"].lower()}
        at = next(
            (n for n, each in enumerate(words) if of & {*stem_words(each), each.lower()}), None
        )
        if at is not None:
            yield " ".join([found[1], *words[: at + 1]])
