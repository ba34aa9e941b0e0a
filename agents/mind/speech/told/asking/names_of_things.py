"""How a thing or a beast of somebody's is called: "my cat's name?" – "Bertil, that's my cat".

Where nobody said it in so many words, what may tell it is read without what only says how its
speaker is called.
"""

from __future__ import annotations

import re
from dataclasses import replace

from agents.memory.language.words import COORDINATORS, STOP_WORDS, any_of
from agents.mind.speech.told.given_names import leave_out_introduction
from agents.mind.speech.told.telling_back import Told
from late.late_pattern import late_pattern

_THING = r"my (?:[\w-]+ ){0,2}?(?P<thing>[^\W\d_]{2,})"
#: "What's my cat called?", "what was the name of my boat", "what was it I called my boat".
_ASKED = tuple(
    late_pattern(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bnames? of {_THING}(?=\W*$|,| again\b| then\b)",
        rf"\b{_THING}(?:['’]?s)? names?\b",
        rf"\b{_THING} (?:is |was )?(?:called|named)\b",
        rf"\b(?:did I|I) (?:call|called|name|named) {_THING}(?=\W*$|,| again\b| then\b)",
    )
)
_NAME = r"(?P<name>(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?)"
_CALLED = r"(?:called|named|by the name of)"
#: Where a name that is typed without a capital ends.
_END = rf"(?=\W*$|[.,;!?]| (?:{any_of(COORDINATORS)}|who|which|has|had|is|was)\b)"
_TELLS = (
    r"\b(?:my|our|the|an?) (?:[\w-]+ ){{0,2}}?{thing}(?:,? (?:who|which))?(?:['’]?s| is| was)?,? "
    rf"{_CALLED} (?:{_NAME}|(?P<small>[^\W\d_]{{{{2,}}}}){_END})",
    rf"\b(?:my|our) (?:[\w-]+ ){{{{0,2}}}}?{{thing}}(?:['’]s name is|['’]s| is|,)? {_NAME}",
    rf"\b{_NAME}(?:,? (?:that['’]s|that is|which is|who is|is|was|being)|,) (?:my|our) "
    r"(?:[\w-]+ ){{0,2}}?{thing}\b",
)

#: "What did I call my boat?" asks for the name of something; "What is my name?" does not.
_ASKS_NAME = late_pattern(r"\b(?:called|named|call (?:it|him|her|them|my|our)|names?)\b", re.I)
_OWN_NAME = late_pattern(
    r"\bmy (?:own )?(?:first |last |sur)?names?\b|\bcall(?:ed)? me\b|\bam I\b", re.I
)
#: A name within a sentence, or a line that gives one, however it is typed.
_GIVES_NAME = late_pattern(r"(?<=[\w,;:'’] )(?!I\b)[A-Z]\w+|\b(?:called|named|names?)\b")


def find_thing_name(question: str, told: Told) -> str:
    """Return the name that is asked for of something of theirs: ``Bertil``; empty: they have not
    told it in so many words, or told several, or it is not asked."""
    asked = next(filter(None, (each.search(question) for each in _ASKED)), None)
    thing = asked["thing"].casefold().removesuffix("'s").removesuffix("’s") if asked else ""
    if not thing or thing in STOP_WORDS:
        return ""
    ways = [re.compile(each.format(thing=re.escape(thing)), re.IGNORECASE) for each in _TELLS]
    lines = [each.words for each in told.sentences if thing in each.words.casefold()]
    names = {name for line in lines for way in ways for name in _list_names(way, line)}
    return names.pop() if len(names) == 1 else ""


def _list_names(way: re.Pattern[str], line: str) -> list[str]:
    found = (each.groupdict() for each in way.finditer(line))
    names = (each.get("name") or (each.get("small") or "").capitalize() for each in found)
    return [each.removesuffix("'s").removesuffix("’s") for each in names if each]


def leave_out_introductions(question: str, told: Told) -> Told:
    """Return what was told without sentences that only say how their speaker is called, if a
    question does not ask for that; if it asks how something else is called, without all lines that
    hold no other name. Who types without capitals may name things in any line."""
    if _OWN_NAME.search(question):
        return told
    kept = [each for each in told.sentences if not _only_introduces(each.words)]
    if _ASKS_NAME.search(question):
        naming = {each.seq for each in told.sentences if _holds_name(each.words)}
        kept = [each for each in kept if each.seq in naming]
    return replace(told, sentences=kept)


def _only_introduces(sentence: str) -> bool:
    rest = leave_out_introduction(sentence)
    return rest != sentence and not any(map(str.isalnum, rest))


def _holds_name(sentence: str) -> bool:
    """Return whether a sentence may hold a name that is not its speaker's own."""
    return sentence[:1].islower() or bool(_GIVES_NAME.search(leave_out_introduction(sentence)))
