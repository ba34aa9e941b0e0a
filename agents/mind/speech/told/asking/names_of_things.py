"""How a thing or a beast of somebody's is called: "my cat's name?" – "Bertil, that's my cat"."""

from __future__ import annotations

import re

from agents.memory.language.words import COORDINATORS, STOP_WORDS, any_of
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
