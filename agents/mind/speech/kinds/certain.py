"""Lines whose words alone say of which kind they are, whatever a model takes them for."""

from __future__ import annotations

import re

from agents.memory.language.salience import KIN
from agents.mind.speech.kinds.line_kinds import Likely
from late.late_pattern import late_pattern

#: Who says so is sorry for the hearer, and excuses nothing.
_CONDOLES = late_pattern(
    r"\bsorry (?:about|for) (?:you\b(?! to)|(?:your|the) (?:(?:poor|late|old|dear|little) )?"
    rf"(?:loss(?:es)?|{KIN}|man|friend|dog|cat|horse)\b)|\bsorry to (?:hear|learn|read)\b"
    r"|\bsorry that (?:you (?:lost|had to|have to|never)|(?:he|she|they)\b)"
    r"|\b(?:my|our) condolences\b|\bcondole\b",
    re.IGNORECASE,
)
#: "What would I notice first about your son?" "You would notice his hands."
_TELLS_WHAT_SHOWS = late_pattern(
    r"^[^.!?]{0,24}?\byou(?:['’]d| would)(?: probably| surely)? notice\b[^?]*$", re.IGNORECASE
)


def is_condolence(words: str) -> bool:
    """Return whether somebody says that they are sorry for the hearer."""
    return _CONDOLES.search(words) is not None


def make_certain(words: str, likely: Likely) -> Likely:
    """Return how likely `words` are of each kind, where their form says it; else `likely`."""
    if is_condolence(words):
        return {"pity": 1.0}
    return {"fact": 1.0} if _TELLS_WHAT_SHOWS.match(words) else likely
