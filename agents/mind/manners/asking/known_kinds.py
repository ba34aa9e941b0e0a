"""What an agent knows of somebody, so that it does not ask for it: errand, trade, home."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Set

from agents.mind.manners.tales import Tale
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: What may be asked of somebody, the kinds of tales that answer it, and how it is asked.
_ASKED = (
    ("errand", ("errand", "journey", "search"),
     r"\bwhat (?:brings|brought) you\b|\bwhy (?:did|have) you come\b"),
    ("trade", ("trade",),
     r"\bwhat (?:do you do|is your (?:trade|profession|craft|work|calling))\b"
     r"|\bfor a living\b|\bdo with your hands\b|\bdo you do for your\b"),
    ("origin", ("origin",),
     r"\b(?:where|which side) (?:do|did|have|are) you (?:come |come from|from)"
     r"|\bwhere (?:do you live|are you from)\b|\bfrom where have you come\b"),
)  # fmt: skip

#: The kinds of what may be asked, and which kinds of tales answer each.
OPEN = tuple((kind, told) for kind, told, _ in _ASKED)
_PATTERNS = {kind: late_pattern(pattern, re.IGNORECASE) for kind, _, pattern in _ASKED}


#: How others tell of somebody: clauses as `portraits` makes them.
_OF_THEM = {
    "errand": late_pattern(r" (?:came to|is looking for|is going to) "),
    "trade": late_pattern(r" (?:is|was once|works as) an? "),
    "origin": late_pattern(r" (?:comes from|lives in|grew up in|was born in) "),
}


def find_known(tales: Iterable[Tale], teller: str, clauses: Iterable[str] = ()) -> Set[str]:
    """Return the kinds of what is known of `teller`: of `OPEN`.

    They have told it, or somebody else has told it of them, in one of the `clauses`.
    """
    told = {each.kind for each in tales if each.teller == teller}
    heard = {kind for each in clauses for kind in _OF_THEM if _OF_THEM[kind].search(each)}
    return heard.union(kind for kind, kinds in OPEN if not told.isdisjoint(kinds))


def asks_for(words: str, kinds: Collection[str]) -> bool:
    """Return whether a question among `words` asks for something of these kinds."""
    asked = [each for each in split_sentences(words) if is_question(each)] if kinds else []
    return any(_PATTERNS[kind].search(each) for each in asked for kind in kinds)
