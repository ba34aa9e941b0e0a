"""What somebody states who neither tells of themselves nor shows a feeling.

They disagree, say something of the hearer, report what a third one said, or say what they will do.
"""

from __future__ import annotations

import re

from agents.memory.language.words import PREPOSITIONS, SAYING_NOW, any_of
from agents.mind.voice.courtesies import asks, is_farewell
from late.late_pattern import late_pattern

_PLACE = rf"(?:home|{any_of(PREPOSITIONS)})"
#: The first that matches counts.
_REMARKS = tuple(
    (name, late_pattern(pattern, re.IGNORECASE))
    for name, pattern in (
        (
            "disagreement",
            r"^\W*(?:no|well|but|still|and|oh)?\W*(?:I (?:disagree|doubt|beg to differ"
            r"|(?:really )?(?:do not|don['’]t|cannot"
            r"|can['’]t) (?:\w+ )?(?:agree|think|believe|see (?:it|that)))\b|that (?:is"
            r"|was) (?:not|hardly) (?:so|true|right"
            r"|fair|how)\b|you are (?:wrong|mistaken)\b|I (?:would|should) say\b|I say\b"
            r"|on the contrary\b|that(?:['’]s| is| was) not (?:what|how) (?:I|they|we) )",
        ),
        (
            "report",
            r"\bI(?: have|['’]ve)? (?:heard|was told|hear|am told) (?:that|from)\b"
            rf"|\b(?:(?-i:(?!You\b|I\b)[A-Z])\w+|they|people|somebody|he"
            rf"|she) (?:{any_of(SAYING_NOW)}|said"
            rf"|told (?:me|us)|thinks?|thought"
            r"|believes?|claims?|seems? to think)\b(?! (?:hello|good|goodbye|you are welcome))",
        ),
        (
            "remark",
            r"^\W*(?:(?:well|and|but|so|ha|oh|indeed|I (?:think|find|believe|see|hear)(?: that)?)"
            r"\W+)*you(?:['’]re| (?!said|told|asked|promised|gave|owe)[a-z]+)"
            # In more words than these it is a thing of theirs that is told of.
            r"|^\W*your(?: [\w'’-]+){1,9}\W*$",
        ),
        (
            "plan",
            rf"\bI(?:['’]m| am) (?:going|off|leaving|setting out|heading) {_PLACE}\b"
            r"|\bI (?:mean|intend|plan|hope|want|am going) to\b|\bI(?:['’]ll| will"
            r"| shall) (?!never|not)\w+"
            r"|\b(?:tomorrow|tonight|next (?:week|year|spring|summer)) (?:I|we)\b",
        ),
    )
)


def find_remark_kind(words: str) -> str:
    """Return what somebody does who states `words`; empty: none of these, or they ask.

    One of `question_kinds.OCCASIONS`; a ``remark`` is of the hearer.
    """
    if asks(words) or is_farewell(words):
        return ""
    return next((name for name, shows in _REMARKS if shows.search(words)), "")
