"""Lines that are talk and no command: what a newcomer types who has not read that one says things.

``hi`` and ``what did you do today`` name no command.  Taken for misspelt ones, the latter went to
a public channel, as ``what`` is near to ``chat``.
"""

from __future__ import annotations

import re

from late.late_pattern import late_pattern

_BEGINS = (
    r"(?:what|why|how|when|which|whose)(?:['’]?(?:s|re|d|ll))?"
    r"|(?:i|you|he|she|it|we|they)['’](?:m|ve|d|ll|re|s)|im|ive|youre|thats|whats|hows"
    r"|you|your|my|she|it|we|they|this|that['’]?s?|there['’]?s?|these|those"
    r"|is|are|am|was|were|does|did|can|could|would|should|will|have|has|isn['’]t|aren['’]t"
    r"|don['’]?t|doesn['’]?t|didn['’]?t|can['’]?t|couldn['’]?t|won['’]?t"
    r"|hi|hiya|hello|hey|yo|good|nice|cool|great|thanks|thank|thx|sorry|please|welcome"
    r"|yes|yeah|yep|nope|ok|okay|maybe|sure|really|wow|huh|hmm+|lol|haha|bye|goodbye"
    r"|but|because|so|and|if"
)
#: What reads so although its first word names a command.
_TALK_ANYWAY = r"i \w|(?:who|where)\b.*\b(?:you|your)\b|(?:tell|give|show) (?:me|us)\b"
_TALK = late_pattern(
    rf"\W*(?:(?:{_BEGINS})(?=\W|$)|{_TALK_ANYWAY}|do (?:you|i|we|they|not)\b"
    r"|he (?:is|was|said|has)\b|no(?:[,.!]| (?!.*->))|see (?:you|ya)\b)",
    re.IGNORECASE,
)
_SURELY = late_pattern(_TALK_ANYWAY, re.IGNORECASE)


def is_talk(text: str, *, named: bool = False) -> bool:
    """Return whether a line reads as something that is said, and not as a command.

    `named` says that its first word is the name of a command.
    """
    return (_SURELY if named else _TALK).match(text) is not None
