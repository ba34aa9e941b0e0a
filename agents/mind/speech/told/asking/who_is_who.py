"""Of whom of theirs somebody asks: "Who is Fientje?", "What troubles my sister?" """

from __future__ import annotations

import re

from agents.mind.speech.told.asking.names_of_things import find_thing_name
from agents.mind.speech.told.people import find_asked_name, list_asked_kin
from agents.mind.speech.told.telling_back import Told
from late.late_pattern import late_pattern

_WHO_IS = late_pattern(
    r"\bwho(?:['’]?s| is| was) (?P<name>[^\W\d_][\w'’-]+)(?: again| then| now| to me)*\W*$",
    re.IGNORECASE,
)


def names_theirs(question: str, told: Told) -> bool:
    """Return whether a question is of somebody of their speaker's, by name or by kinship."""
    named = any(name in question for each in told.circle.found for name in each.names)
    return named or bool(list(list_asked_kin(question)))


def find_kin(question: str, told: Told) -> str:
    """Return what the one of whom it is asked who they are is to the asker: ``your granddaughter``;
    empty: they have not told, or it is not asked."""
    asked = _WHO_IS.search(question)
    somebody = told.circle.find(name=asked["name"].capitalize()) if asked else None
    return f"your {somebody.kin}" if somebody and somebody.kin and somebody.is_own else ""


def find_name(question: str, told: Told) -> str:
    """Return the name of the one of theirs whose name is asked by kinship, or of a thing or beast:
    ``Concepta``; empty: they have not told it, or have several such, or it is not asked."""
    kin = find_asked_name(question)
    ways = {kin, kin.removesuffix("s")} - {""}  # "my sisters name"
    meant = [each for each in told.circle.found if each.is_own and each.kin in ways]
    if len(meant) == 1 and meant[0].names:
        return meant[0].names[-1]
    return "" if any(each.names for each in meant) else find_thing_name(question, told)
