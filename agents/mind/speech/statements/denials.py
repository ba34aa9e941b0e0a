"""What tells of no grief though it sounds so: "Nobody is having a baby.", "My van has died." """

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

#: Things that are said to die.
_THING_DIED = late_pattern(
    r"(?<!\bof )(?<!\bin )\b(?:my|our|the|his|her|your) (?:\w+ )?"
    r"(?:van|car|bus|taxi|cab|lorry|truck|bike|motor\w*|boat engine|engine|clutch|battery|phone"
    r"|mobile|laptop|computer|screen|watch|clock|torch|lamp|light|fire|radio|boiler|oven|fridge"
    r"|kettle|plant|fern|signal|internet|line|conversation)s?\b"
    r"(?:\W+(?:has|have|is|was|just|had|went|finally|completely|all)\b)*"
    r"\W+(?:died|dead|dying|die)\b",
    re.IGNORECASE,
)


def tells_of_thing(sentence: str) -> bool:
    """Return whether a sentence says that a thing died, and nobody: "My phone is dead." """
    return _THING_DIED.search(sentence) is not None


def denies_event(sentence: str) -> bool:
    """Return whether a sentence only says that something is not so, or was not said."""
    return _DENIES.search(sentence) is not None
