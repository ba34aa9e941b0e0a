"""Contradictions in where somebody went to, and came from."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.cues import LATER
from agents.memory.checking.reading import Statement
from late.late_pattern import late_pattern

_PLACE = r"(?:the |my |an? )?(?P<place>[\w'’]+(?: (?-i:[A-Z])[\w'’]+)*)"
#: Lines of the world, and how a sentence tells the same.
_WENT_TO = late_pattern(
    rf"\b(?:leaves? for|left for|went (?:off )?(?:in)?to|go(?:es)? to|gone to|headed (?:for|to)"
    rf"|set (?:off|out) for|departed for|walked to|arrived? (?:at|in)) {_PLACE}",
    re.IGNORECASE,
)
_CAME_FROM = late_pattern(
    rf"\b(?:arrive[sd]? from|c[ao]mes? (?:\w+ )?from|leaves? (?!for\b)|left (?!for\b)"
    rf"|set (?:off|out) from|returned from|went from|back from) ?{_PLACE}",
    re.IGNORECASE,
)


def find_turned_way(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that somebody went the other way by the memories; empty if not."""
    seen = [each for each in told if not each.speaker and each.persons & sentence.persons]
    if sentence.texts & LATER:
        return ""  # who went there will be back
    to, came = _list_places(_WENT_TO, seen), _list_places(_CAME_FROM, seen)
    for place in _list_places(_WENT_TO, [sentence]) & (came - to):
        return f"they came from {place} by the memories"
    for place in _list_places(_CAME_FROM, [sentence]) & (to - came):
        return f"they went to {place} by the memories"
    return ""


def _list_places(way: re.Pattern[str], statements: Sequence[Statement]) -> frozenset[str]:
    return frozenset(
        found["place"].casefold() for each in statements for found in way.finditer(each.text)
    )
