"""Leaves out of a line what only announces the rest of it: "Guess what? I passed my exam!"

Such a preface has answers of its own ("Ask, then."), which are right where it stands alone, and
beside the point where what it announces follows at once.
"""

from __future__ import annotations

import re

from agents.memory.language.stems import find_words
from late.late_pattern import late_pattern

#: So many words or more behind a preface are what it announces: "May I ask something? Please."
LEAST_WORDS = 3

_SOMETHING = (
    r"(?:something|some ?thing|a (?:\w+ )?(?:thing|secret|question|favou?r|story|joke)"
    r"|(?:one|another) (?:more )?(?:\w+ )?(?:thing|question|secret))"
    r"(?: (?:\w+ly )?(?:private|personal|serious|silly|stupid|odd|strange|important|funny|else"
    r"|nice))?"
)
_LISTENER = r"(?: (?:you|with you|to you|from you|of you))?"
_PREFACE = late_pattern(
    r"^\W*(?:(?:hello|hi|hey|oh|ah|so|well|and|but|ok(?:ay)?|please|sorry|excuse me"
    r"|good (?:day|morning|evening|afternoon)|(?-i:[A-Z])\w+)\b\W*)*"
    r"(?:"
    rf"(?:may|can|could|might) I (?:just )?(?:tell|ask|share|say|confess){_LISTENER} {_SOMETHING}"
    r"(?: (?:first|then|now|please))?"
    rf"|I (?:(?:just )?(?:want|wanted|have|need|wish)|would like|['’]d like|must|should) (?:to )?"
    rf"(?:tell|ask|share|say|confess){_LISTENER} {_SOMETHING}"
    rf"|(?:do )?you (?:want to|wanna) (?:hear|know) {_SOMETHING}"
    r"|(?:you will never |you['’]ll never )?guess what(?: happened)?"
    r"|(?:do )?you know what(?: happened)?"
    r"|(?:is|are) (?:any(?:one|body)|some(?:one|body)|you) (?:awake|at home|there|in|up)"
    r"|listen(?: to this)?"
    r")(?:\s*[,:;–-]+|[.!?…]+)\s+",
    re.IGNORECASE,
)


def leave_out_preface(words: str) -> str:
    """Return `words` without what stands before the rest only to announce it.

    Words that are nothing but prefaces, or have hardly a word behind them, stay as they are.
    """
    rest = words
    while found := _PREFACE.match(rest):
        rest = rest[found.end() :]
    if rest == words or len(find_words(rest)) < LEAST_WORDS:
        return words
    return rest[:1].upper() + rest[1:]
