"""Taking in the answer to the agent's own question: by what it asked, and a yes or a no."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.mind.manners.asking.moulds import Mould
from agents.mind.manners.company import Meeting
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.voice.asking import is_yes_or_no
from agents.mind.voice.courtesies import asks, is_farewell, wants_answer
from agents.mind.voice.voice import VoiceLine

_KEY = "manners.answered"
_YES = re.compile(
    r"^\W*(?:yes|yeah|yep|aye|indeed|of course|certainly|they are|(?:s?he|it) (?:is|does|has)"
    r"|I (?:am|do|have|did)\b(?! not)|very much|always)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|nay|nope|never|nobody|no one|not|none|hardly|I (?:am not|do not|don['’]t|have not"
    r"|did not|didn['’]t))\b",
    re.IGNORECASE,
)
#: That is a reproach, or thanks, and no answer.
_OF_HEARER = re.compile(r"\byou(?:r|rs|rself)?\b", re.IGNORECASE)


def is_answer_to_own(words: str, meeting: Meeting) -> bool:
    """Return whether `words` of the partner answer what the agent has just asked."""
    if asks(words) or is_farewell(words) or _OF_HEARER.search(words):
        return False
    return wants_answer(meeting.last_own)


def take_in_answer(words: str, meeting: Meeting, lines: SocialLines, here: Encounter) -> VoiceLine:
    """Return what the agent says to an answer, fitting what it has asked."""
    mould = lines.moulds.find(meeting.last_own) or Mould("", "")
    texts = set(lines.texts.keys())
    key = next((each for each in _list_keys(words, meeting.last_own, mould) if each in texts), _KEY)
    return lines.choose_text(key, meeting.partner, here, gist=mould.gist)


def _list_keys(words: str, asked: str, mould: Mould) -> Iterator[str]:
    """Yield the keys of the texts that fit, the most fitting first."""
    said = "yes" if _YES.match(words) else "no" if _NO.match(words) else ""
    closed = said and is_yes_or_no(asked)
    if mould.key:
        yield from [f"{_KEY}.{mould.kind}.{said}"] if closed else []
        yield f"{_KEY}.{mould.kind}"
    yield from [f"{_KEY}.{said}"] if closed else []
