"""Read what a clause tells of somebody that they have one of at a time: home, work, a size …"""

from __future__ import annotations

import re

from agents.memory.language.normalize import fold_name
from agents.memory.language.patterns import NAME
from agents.memory.language.stems import stem_word
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import DIGITS, NUMBERS, SAY_LITTLE, STATES, any_of
from late.late_pattern import late_pattern

_AMOUNT = rf"(?:\d+|{any_of((*DIGITS, *NUMBERS))}(?:[ -]{any_of(DIGITS)})?)"
#: A size or a room by its number, and what is paid or done so often.
_MEASURE = late_pattern(
    rf"\b(?P<label>size|room|ward|berth|cabin|platform|bench|number) (?P<which>{_AMOUNT})\b"
    rf"|\b(?P<amount>{_AMOUNT}) (?P<unit>{any_of(STATES['price'])}|hours?"
    r"|times?|days?|cups?|loaves|pills?) (?:an?|per|each|every|the) (?P<per>\w+)",
    re.IGNORECASE,
)
#: What stands before whom a clause is about.
_BEFORE = r"^\W*(?:(?:and|but|so|well|now|then|because|that|old|our|poor|young|little|dear),? )*"
_TELLER = late_pattern(
    rf"(?i:{_BEFORE})(?:(?:{NAME} and )?I\b|(?i:my) (?:stall|pitch|room|bed|house|shop|place)\b)"
)
_NAMED = late_pattern(
    rf"(?i:{_BEFORE})(?:(?:Mr|Mrs|Miss|Master|Captain|Widow) )?(?P<name>{NAME})\b"
)
#: What others did with the teller: "They've put me among the baritones".
_BY_OTHERS = late_pattern(
    rf"(?i:{_BEFORE})(?:{NAME}|(?i:they|we|he|she|the \w+))(?:['’](?:ve|s)| have| has)?"
    r" (?:just |now )?(?:put|made|moved|sent|named|called|hired|took|taken|let) me\b"
)
#: What follows is about anybody.
_REMINDING = late_pattern(rf"(?i:{_BEFORE})I told you\b")
#: Somebody's own work, told by what they do every day.
_DOING = (
    r"work|mind|tend|bake|cook|teach|serve|gut|brew|weave|sew|guard|herd|shoe|haul|cart|scrub|milk"
    r"|smith|clerk|nurse|fish|plough|thatch|peddle|ferry|pilot|bind|carve|spin|sweep|drive"
)
_KINDS = {
    "home": late_pattern(
        rf"\b(?:{any_of(STATES['home'])}|sleeps?|boards?|(?:my|his|her|their|a) room"
        r"|rooms? (?:with|at|over)|bed|under (?:the|a) roof"
        r"|moved (?:in|out|to|up|down|back|over|into))\b",
        re.IGNORECASE,
    ),
    "work": late_pattern(
        r"\b(?:(?:am|is|'m|’m|as|become|became|made me) (?:the|a|an|our|your) (?!bit|lot|little)"
        rf"\w+|(?:{_DOING})(?:e?s|ing)?|(?:keeps?|runs?|does|do) (?:the|a|our|her|his) \w+"
        rf"|{any_of(STATES['work'])}"
        r"|(?:put|made|moved) me (?:among|in with|to the|on the)|gave notice|took up"
        r"|went in with|partners?|signed on)\b",
        re.IGNORECASE,
    ),
    "marriage": late_pattern(rf"\b(?:{any_of(STATES['marriage'])}|wedding|ring)\b", re.IGNORECASE),
    "health": late_pattern(
        rf"\b(?:{any_of(STATES['health'])}|well again|better|lame|limp\w*|fever\w*|cough\w*|leg|arm"
        r"|on (?:my|her|his) feet|mended|healed|cured|laid up|in bed)\b",
        re.IGNORECASE,
    ),
}


def find_person(clause: str, speaker: str) -> str:
    """Return the folded name of whom a clause of `speaker` is about; empty if of nobody."""
    if _REMINDING.match(clause):
        return ""
    if speaker and (_TELLER.match(clause) or _BY_OTHERS.match(clause)):
        return fold_name(speaker)
    named = _NAMED.match(clause)
    known = named and named["name"].casefold() not in SAY_LITTLE
    return fold_name(named["name"]) if named and known else ""


@cache_short_texts(2048)
def find_kinds(clause: str) -> frozenset[str]:
    """Return the kinds of what one has one of at a time that a clause tells: a home, a trade."""
    return frozenset(kind for kind, told in _KINDS.items() if told.search(clause))


@cache_short_texts(2048)
def find_measures(clause: str) -> dict[tuple[str, ...], str]:
    """Return what a clause measures, each with how much: a size, a number of a room, a rent.

    ``("size",)`` of "size nine", ``("shilling", "month")`` of "nine shillings a month".
    """
    found = {}
    for each in _MEASURE.finditer(clause):
        named = (each["label"],) if each["label"] else (each["unit"], each["per"])
        key = tuple(stem_word(word.casefold()) for word in named)
        found[key] = (each["which"] or each["amount"]).casefold()
    return found
