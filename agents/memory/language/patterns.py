"""Regular expressions that several modules of the kit share."""

from __future__ import annotations

import re

from agents.memory.language.words import (
    DAY_TIMES,
    DENYING,
    MONTHS,
    NEAR_DAYS,
    NUMBERS,
    ORDINALS,
    PLAIN_MONTHS,
    SAYING_NOW,
    SEASONS,
    WEEKDAYS,
    any_of,
)
from late.first_letters import at_word
from late.late_pattern import late_pattern

#: A word; what stands behind an apostrophe belongs to it.
WORD = late_pattern(r"[^\W_]+(?:['’][^\W_]+)*")

#: Somebody's name, without the ``'s`` of what belongs to them.
NAME = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w-]*(?:['’](?!s\b)[\w-]+)*"

#: A name inside a sentence: at its beginning every word looks like one.
INNER_NAME = late_pattern(rf"(?<=[\w,;:\"“(] )(?!I\b){NAME}")

#: Verbs by which the world tells that somebody speaks: ``Fern says, "…"``.
SPEECH_TAGS = any_of(SAYING_NOW)

#: The line that an agent gave, as its memories show it: ``~Moss> say Hello.``
CUE = r"~[^\n>]{1,60}>"

#: Words that are told on with when they were told; what is told back to its teller is no news.
RETOLD = late_pattern(
    r"\bI told you\b|\b(?P<teller>You|[A-Z]\w+) told me"
    r" (?:just now|today|yesterday|on [^:'‘\"]{3,20})\b"
)

#: Words for oneself.
ONESELF = late_pattern(r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Uu]s|[Oo]urs?)\b")

#: What says that something is not so.
DENIAL = late_pattern(rf"\b{any_of(DENYING)}\b|n['’]t\b", re.IGNORECASE)

#: Numbers in figures, and in words.
FIGURES = late_pattern(r"\d")
NUMBER_WORDS = late_pattern(rf"\b{any_of(NUMBERS)}(?:pence)?\b", re.IGNORECASE)

#: Months that people are called.
MONTH_NAMES = ("april", "may", "june", "august")

_UNCLEAR = rf"(?-i:{'|'.join(each.capitalize() for each in (*MONTH_NAMES, 'march'))})"
_MONTH = rf"(?-i:{'|'.join(each.capitalize() for each in MONTHS)})"
_BEFORE = (
    r"(?:in|since|until|till|during|throughout|every|each|last|next|this|early|late|mid)"
    r"[ -](?:early |late |mid[ -])?"
    r"|(?:end|beginning|start|middle|month|day) of "
    rf"|(?:\d{{1,2}}(?:st|nd|rd|th)?|first|second|{any_of(ORDINALS)}) (?:of )?"
    rf"|{_MONTH}(?:,? (?:and|or|to|until|till)|,) "
)
#: "June 12 is the day", but not "I gave June 12 eggs".
_BEHIND = (
    rf"(?: (?:to|until|till|or) {_MONTH}"
    r"|,? \d{1,4}(?:st|nd|rd|th)?\b(?! (?!(?:is|was|has|as)\b)[a-z]+s\b))"
)

#: An unclear month where it can only be a month.
_CLEAR_MONTH = rf"\b(?:(?:{_BEFORE}){_UNCLEAR}|{_UNCLEAR}(?={_BEHIND}))\b"

_HAS_MONTH = late_pattern(_UNCLEAR)
_CLEAR_MONTHS = late_pattern(_CLEAR_MONTH, re.IGNORECASE)
_LIKELY_MONTHS = late_pattern(
    rf"{_CLEAR_MONTH}|\b(?:by|before|after|of) {_UNCLEAR}\b", re.IGNORECASE
)

#: Days, months and other dates in words; "June" only where it is no person.
DATE_WORDS = late_pattern(
    rf"\b{any_of(WEEKDAYS, PLAIN_MONTHS, NEAR_DAYS, DAY_TIMES, SEASONS)}\b|\bbirthday\b"
    r"|\b(?:last|next|this) (?:week|weekend|month|year)\b|\b(?:days|weeks|months|years) ago\b"
    rf"|{_CLEAR_MONTH}",
    re.IGNORECASE,
)

#: What somebody likes, wants or must keep to.
PREFERENCE = late_pattern(
    r"\b(?:prefer\w*|favou?rite\w*|would rather|can(?:not|['’]t) (?:stand|bear)"
    r"|(?:I|we|he|she|they)(?:['’]d| would| do not| don['’]t| really| always| never){0,2}"
    r" (?:likes?|loves?|hates?|dislikes?|wants?|enjoys?)"
    r"|(?:please|must|do) (?:not|never|only|always)|(?:please|must|should) \w+ (?:only|always))\b"
    r"|['’]d rather\b|\bdon['’]t ever\b",
    re.IGNORECASE,
)

#: What the speaker supposes and does not know.
GUESS = late_pattern(
    r"\b(?:(?:I|we) (?:\w+ )?(?:think|guess|suppose|believe|assume|suspect|reckon|doubt)|maybe"
    r"|perhaps|probably|possibly|seems?|seemed|apparently|might|(?:not|hardly) (?:sure|certain))\b",
    re.IGNORECASE,
)

#: What the speaker has decided against, or given up.
REJECTION = late_pattern(
    r"\b(?:instead of|rather than|decided? (?:not|against)|chose not"
    r"|(?:will|shall|should|had better) not|not worth|no use|(?:gave|give|given) up"
    r"|rul(?:e|ed|ing) out|reject\w*|better not)\b"
    r"|\bwon['’]t\b",
    re.IGNORECASE,
)

#: What the speaker will do, or has decided.
INTENTION = late_pattern(
    at_word(
        r"(?:I|we)(?:['’]ll| will| shall| must| should| have to| need to)|let (?:me|us)"
        r"|decide[ds]?|choose|chose|resolve[ds]?|plan|intend|going to|gonna|from now on"
        r"|never again|promise"
    )
    + r"\b",
    re.IGNORECASE,
)

#: How somebody says that something was otherwise before.
CHANGE = late_pattern(
    r"\b(?:now|no longer|any ?more|again|instead|these days|nowadays|since|as of|renamed|changed?"
    rf"|from (?:today|tonight|tomorrow|now|next|this|{any_of(WEEKDAYS)})|moved|switched|sold"
    r"|turned into|gave (?:it |them |that )?up|given up|used to|cut (?:us|it) to"
    r"|(?:has|have) (?:gone|become|got)|is (?:gone|no good))\b",
    re.IGNORECASE,
)


def find_clear_months(text: str) -> frozenset[int]:
    """Return where the unclear months end that can be nothing but months."""
    return _find_ends(_CLEAR_MONTHS, text)


def find_likely_months(text: str) -> frozenset[int]:
    """Return where the unclear months end that may be months."""
    return _find_ends(_LIKELY_MONTHS, text)


def _find_ends(pattern: re.Pattern[str], text: str) -> frozenset[int]:
    if not _HAS_MONTH.search(text):  # as nearly every text; this takes a tenth of the time
        return frozenset()
    return frozenset(each.end() for each in pattern.finditer(text))
