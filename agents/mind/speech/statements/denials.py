"""What somebody says is not so: "Nobody is having a baby." It tells of no baby."""

from __future__ import annotations

import re

from late.late_pattern import late_pattern

_DENIES = late_pattern(
    r"^\W*(?:(?:no|nope|nah|nay|but|well|oh|and|wait|sorry)\W+)*"
    r"(?:(?:nobody|no one|none of (?:us|them))(?: here)?"
    r"(?:(?:['’]s| is| was) (?!with|look|there|here|com|talk|help|left|listen|car)\w+"
    r"|(?: has)? (?:died|drowned|been hurt|got hurt))\b"
    r"|I (?:did not|didn['’]t|never|have not|haven['’]t) (?:say|said|mean|meant|claim\w*)\b)",
    re.IGNORECASE,
)


def denies_event(sentence: str) -> bool:
    """Return whether a sentence only says that something is not so, or was not said."""
    return _DENIES.search(sentence) is not None
