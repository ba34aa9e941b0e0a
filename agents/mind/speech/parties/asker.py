"""Questions that people ask about themselves, and the statements of theirs that answer them.

"Who am I?" and "Where did I come from?" share no telling word with "My name is Ada, from Carrick."
"""

from __future__ import annotations

import re

from agents.memory.language.normalize import mentions_name
from late.late_pattern import late_pattern

#: Pairs of a question and a statement.
_PAIRS = tuple(
    (late_pattern(asked, re.IGNORECASE), late_pattern(told, re.IGNORECASE))
    for asked, told in (
        (
            r"\bwho am I\b|\bmy name\b",
            r"\bmy name is\b|\b(?:I am|I'm|call me) (?-i:[A-Z])",
        ),
        (
            r"\bwhere (?:do|did|am|was) I (?:come |came )?from\b"
            r"|\bwhere I (?:am|come|came) from\b|\bam I from\b|\bmy home\b",
            r"\bI(?: am|'m)? (?:come |came |walked |rode |travelled |here )*from\b"
            r"|\bI .*\bfrom (?-i:[A-Z])",
        ),
        (
            r"\bhow old am I\b|\bmy age\b",
            r"\bI(?: am|'m) [\w-]+(?: years)?(?: old)?\W*$|\bmy age\b",
        ),
        (r"\bwhere do I live\b|\bmy home\b", r"\bI live\b"),
        (
            r"\bwhat (?:do I do|I do|was I|did I do)\b|\bmy (?:job|work|trade)\b|\bI by trade\b",
            r"\bI (?:work(?:ed)?|earn|make my living|taught|teach|served|used to be)\b"
            r"|\bI(?: am|'m| was) (?:[A-Z]\w+, )?an? \w+(?:er|or|ist|man|woman|smith|wife)\b",
        ),
        (
            r"\b(?:did|have) I promised?\b|\bmy promise\b|\bI promised\b"
            r"|\b(?:will|shall) I (?:bring|give|come|do)\b|\bI would (?:bring|give|come|do)\b",
            r"\bI (?:promise|swear)\b|\bI(?: will|'ll| shall)\b",
        ),
        (
            r"\b(?:did|have) I (?:lose|lost|leave|left|forget|forgotten)\b"
            r"|\bI (?:have )?(?:lost|left)\b|\bam I missing\b",
            r"\bI(?: have|'ve)? (?:just )?lost\b|\bI(?: am|'m) missing\b|\bI can(?:not|'t) find\b"
            r"|\bI(?: have|'ve)? (?:left|forgot(?:ten)?) (?:my|our)\b",
        ),
        (
            r"\b(?:am I|I am) (?:afraid|scared|frightened)\b|\b(?:scares|frightens) me\b"
            r"|\bI fear\b",
            r"\bI(?: am|'m|'ve been| have been) (?:\w+ )?(?:afraid|scared|frightened) of\b"
            r"|\bI fear\b|\b(?:scares?|frightens?) me\b",
        ),
        (
            r"\b(?:do|did) I (?:\w+ )?(?:like|love|prefer|hate)\b|\bmy favou?rite\b",
            r"\bI (?:\w+ )?(?:like|love|prefer|hate)\b|\bmy favou?rite\b",
        ),
    )
)


#: "Who is Bea?" asks about somebody whom the asker has named.
_WHO_IS = late_pattern(r"\b[Ww]ho(?: is|'s|’s) ([A-Z]\w+)\W*$")


def tells_of_oneself(statement: str, question: str) -> bool:
    """Return whether `statement` says what `question` asks about the same speaker."""
    named = _WHO_IS.search(question)
    if named and mentions_name(statement, named[1]):
        return True
    return any(asked.search(question) and told.search(statement) for asked, told in _PAIRS)
