"""Questions that people ask about themselves, and the statements of theirs that answer them.

"Who am I?" and "Where did I come from?" share no telling word with "My name is Ada, from Carrick."
"""

from __future__ import annotations

import re

#: Pairs of a question and a statement.
_PAIRS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(told, re.IGNORECASE))
    for asked, told in (
        (
            r"\bwho am I\b|\bmy name\b",
            r"\bmy name is\b|\b(?:I am|I'm|call me) (?-i:[A-Z])",
        ),
        (
            r"\bwhere (?:do|did|am|was) I (?:come |came )?from\b"
            r"|\bwhere I (?:am|come|came) from\b",
            r"\bI(?: am|'m)? (?:come |came |walked |rode |travelled |here )*from\b"
            r"|\bI .*\bfrom (?-i:[A-Z])",
        ),
        (
            r"\bhow old am I\b|\bmy age\b",
            r"\bI(?: am|'m) [\w-]+(?: years)?(?: old)?\W*$|\bmy age\b",
        ),
        (r"\bwhere do I live\b", r"\bI live\b"),
        (
            r"\bwhat do I do\b|\bmy (?:job|work|trade)\b",
            r"\bI (?:work|earn|make my living)\b"
            r"|\bI(?: am|'m) an? \w+(?:er|or|ist|man|woman|smith)\b",
        ),
    )
)


def tells_of_oneself(statement: str, question: str) -> bool:
    """Return whether `statement` says what `question` asks about the same speaker."""
    return any(asked.search(question) and told.search(statement) for asked, told in _PAIRS)
