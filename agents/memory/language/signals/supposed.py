"""Find what a sentence does not tell as so: jokes, wishes, suppositions, songs and rumours."""

from __future__ import annotations

import re

from agents.memory.language.patterns import NAME
from agents.memory.language.stems import find_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import ADVERBS, FICTIONS, REPORTING, STOP_WORDS, WEATHER, any_of
from late.late_pattern import late_pattern

_PERSON = r"(?i:I|you|we|he|she|they|it|there)"
_SOMEONE = (
    rf"(?:{NAME}|(?:[Tt]he|[Aa]n?|[Mm]y|[Ss]ome|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur) (?:\w+ )?\w+"
    r"|[Ss]omebody|[Ss]omeone|[Tt]hey|[Pp]eople)"
)
#: What is wished or supposed, to the end of its clause.
_CLAUSE = late_pattern(
    r"\b[Ii]f only\b[^.!?;]*"
    rf"|\b{_PERSON} (?:\w+ )?(?:wish|wishes|wished|hopes?|dreamt|dreamed)\b(?! you\b)[^.!?;,]*"
    r"|\bI(?:['’]d| would) (?:love|like|give \w+) to\b[^.!?;,]*"
    rf"|\b{_PERSON} might (?!have\b)[^.!?;,]*"
    r"|\bso \w+ (?:that )?(?:I|we) could\b[^.!?;,]*"
    r"|(?:^|(?<=[.!?] ))\W*(?:[Ss]uppose|[Ii]magine|[Pp]icture|[Pp]retend|[Ww]hat if"
    rf"|[Ll]et['’]?s say|[Ss]ay) (?:that )?(?:the|an?|my|your|{_PERSON}|{NAME})\b[^.!?;]*"
    rf"|(?:^|(?<=[.!?] ))\W*(?:Had|Were|May) (?:the|my|your|{_PERSON}|{NAME})\b[^.!?;]*"
    r"|(?:^|(?<=[.!?] ))\W*(?:[Ss]ure|[Rr]ight|[Yy]eah|[Yy]es|[Oo]h),? and I(?:['’]m| am)\b[^.!?;]*"
)
#: What would be, if something else were.
_CONDITION = late_pattern(
    r"\b[Ii]f\b[^.!?,;]+,[^.!?;]*(?:\bwould\b|['’]d\b)[^.!?;]*"
    r"|[^.!?;]*(?:\bwould\b|['’]d\b)(?! (?:rather|sooner)\b)[^.!?,;]*\bif\b(?! you ask\b)[^.!?;]*"
)
_IF = late_pattern(r"\bif\b", re.IGNORECASE)
#: A laugh behind words takes them back; one before them may be a greeting.
_LAUGH = late_pattern(
    r"(?<=\w\W)\W*(?:(?:ha){2,}h?|hah|(?:he){2,}|lol|lmao|jk"
    r"|(?:just|only) (?:kidding|joking|teasing))\b[\W_]*$",
    re.IGNORECASE,
)
_FICTION = late_pattern(
    rf"\b(?:in|from) (?:the|an?|that|this|one|some) (?:\w+ )?{any_of(FICTIONS)}\b"
    rf"|\b{any_of(FICTIONS)} (?:goes|says|has it|runs|tells|begins|ends|puts it)\b",
    re.IGNORECASE,
)
_PASSED_ON = rf"(?:{any_of(REPORTING)}|heard|hears)"
#: Told by one who had it from another, who is neither the speaker nor the hearer.
_RUMOUR = late_pattern(
    rf"\b{_SOMEONE} {_PASSED_ON}(?: (?!that\b)(?:him|her|them|{NAME}|(?:my|the|his|her) \w+))?"
    r"(?: that)?"
    rf" {_SOMEONE} (?:had |has )?(?:{_PASSED_ON}|seen|saw|had it|got it)\b"
    rf"|\b(?:[Ss]omebody|[Ss]omeone|[Ss]ome \w+|[Aa] \w+) told (?:his|her|their|my|the|{NAME})\b"
    r"|\bwho (?:had|got|heard|has) it from\b|\brumou?r has it\b|\bword is\b"
)
_WEATHER = frozenset(WEATHER)
#: What may stand before it: "It looks like more rain again".
_BEFORE_WEATHER = STOP_WORDS.union(ADVERBS, ("look", "looks", "like", "it's", "it’s", "what's"))


@cache_short_texts(4096)
def drop_supposed(text: str) -> str:
    """Return `text` without what it does not tell as so; empty if it is all of that kind."""
    if _LAUGH.search(text) or _FICTION.search(text) or _RUMOUR.search(text):
        return ""
    text = _CLAUSE.sub("", text)
    return _CONDITION.sub("", text) if _IF.search(text) else text


def is_weather(sentence: str) -> bool:
    """Return whether a sentence begins with the weather: that it is so again is no change."""
    telling = (each for each in find_words(sentence) if each not in _BEFORE_WEATHER)
    return next(telling, "") in _WEATHER
