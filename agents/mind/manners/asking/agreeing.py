"""A line of a text agrees with what it was filled with: "Are your parents anything like you?" """

from __future__ import annotations

import re
from collections.abc import Mapping

from late.late_pattern import late_pattern

#: What one has several of at once; a name in the plural would be a guess.
_SEVERAL = late_pattern(
    r"\b(?:parents|grandparents|children|kids|brothers|sisters|siblings|sons|daughters|twins"
    r"|grandchildren|cousins|uncles|aunts|friends|neighbou?rs|people|folks|men|women|boys|girls"
    r"|dogs|cats|horses|hens|goats|sheep|cows|bees)$",
    re.IGNORECASE,
)
_PLURAL: Mapping[str, str] = {"is": "are", "does": "do", "has": "have", "was": "were"}


def agree_with(line: str, gist: str) -> str:
    """Return a line that has `gist` in it, with the verb before it in the plural where that is."""
    if not gist or not _SEVERAL.search(gist):
        return line
    verbs = rf"\b({'|'.join(_PLURAL)}) (?={re.escape(gist)}\b)"

    def turn(found: re.Match[str]) -> str:
        verb = _PLURAL[found[1].casefold()]
        return f"{verb.capitalize() if found[1][:1].isupper() else verb} "

    return re.sub(verbs, turn, line, flags=re.IGNORECASE)
