"""Keeping an offer that is taken up, and telling a story that is asked for, a new one each time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from agents.mind.manners.company import Meeting
from agents.mind.manners.social_lines import SAME_AGAIN, Encounter, SocialLines
from agents.mind.voice.asking import bids_tell
from agents.mind.voice.courtesies import asks, is_farewell
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: A story has at least so many words.
WHOLE = 14

#: For so long an offer stands, for one who names what was offered.
OPEN = timedelta(minutes=2)

_OFFERS = late_pattern(
    r"\b(?:which (?:size|one|of them)|(?:shall|should|may|can|could) I tell"
    r"|(?:do|would) you (?:want|like|care) (?:to hear|it|one|a|the)|want to hear)\b",
    re.IGNORECASE,
)
_OF_STORIES = late_pattern(r"\b(?:stor(?:y|ies)|tales?|size)\b", re.IGNORECASE)
_TAKES = late_pattern(
    r"\b(?:yes|yeah|aye|please|gladly|certainly|of course|sure|go on|tell|all right|why not"
    r"|(?:small|smaller|smallest|short|shorter|shortest|little|middle|medium|large|larger|largest"
    r"|big|bigger|biggest|long|longer|longest|whole|first|second|last|any))\b",
    re.IGNORECASE,
)
_DECLINES = late_pattern(r"^\W*(?:no|not|never|none|rather not|another time)\b", re.IGNORECASE)
_SMALL = late_pattern(r"\b(?:small\w*|short\w*|little)\b", re.IGNORECASE)
_LARGE = late_pattern(r"\b(?:large\w*|big\w*|long\w*|whole)\b", re.IGNORECASE)
#: "Tell me a story", of whatever it may be.
_BIDS = late_pattern(
    r"\b(?:tell|give|have|know|hear|spare)\b[^.?!]{0,24}\b(?:an?|another|one more|any|some|your|the"
    r"|one) (?:(?:small|short|long|good|true|little|other|whole|big|best|next|new) ){0,2}"
    r"(?:story|stories|tale|tales)(?!\s+(?:about|of|with|in|on|behind)\b)"
    r"|\bI (?:ask(?:ed)?|beg(?:ged)?|wait(?:ed)?|came|come|was promised) (?:\w+ ){0,2}?"
    r"(?:an?|my|the|your|one) (?:\w+ )?(?:story|tale)\b"
    r"|\b(?:did|have|do) you (?:save[d]?|kept|keep|got|have)\b[^.?!]{0,12} (?:story|tale)\b"
    r"|\b(?:what|something|anything) (?:funny|strange|odd|happened)[^.?!]{0,30}"
    r"\b(?:story|tale|funny)\b",
    re.IGNORECASE,
)
#: Of how one tells them.
_OF_TELLING = late_pattern(r"\b(?:how|teach|what makes|why)\b", re.IGNORECASE)


@late_dataclass(slots=True)
class StoryOffers:
    """Decides for one agent."""

    lines: SocialLines

    def keep(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return the story for one who takes up the offer of one; None: that is not so."""
        if asks(words) or is_farewell(words) or _DECLINES.match(words):
            return None
        asked = self.lines.company.list_asked(meeting.partner, here.now - OPEN)
        names = _SMALL.search(words) or _LARGE.search(words) or _OF_STORIES.search(words)
        takes = (_is_offer(meeting.last_own) and _TAKES.search(words)) or (
            names and any(map(_is_offer, asked))
        )
        return self._choose(words, meeting, here) if takes else None

    def tell(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return a story for one who asks for any; None: nobody asks, or all are told."""
        return self._choose(words, meeting, here) if _BIDS.search(words) else None

    def _choose(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return a story that the person has not heard of late; of several by its size."""
        since, has_said = here.now - SAME_AGAIN, self.lines.company.has_said
        fresh = [e for e in _list_stories(here) if not has_said(e.text, meeting.partner, since)]
        # One that stands by itself goes before what answers who knows of it already.
        general = set(_list_stories(here, general=True))
        fresh = [each for each in fresh if each in general] or fresh
        fresh.sort(key=lambda each: len(each.text))
        if not fresh:
            return None
        if _SMALL.search(words):
            return fresh[0]
        return fresh[-1] if _LARGE.search(words) else fresh[len(fresh) // 2]


def _is_offer(words: str) -> bool:
    return bool(_OFFERS.search(words) and _OF_STORIES.search(words))


def _list_stories(here: Encounter, *, general: bool = False) -> Iterator[VoiceLine]:
    """Yield the whole stories that the voice has under a heading of stories: what answers those
    who bid it tell, and not what it says of its stories. `general`: those for any story alone."""
    for each in here.voice.voice.exchanges:
        asked = [line for line in each.heard if not _OF_TELLING.search(line)]
        bids = any(_BIDS.search(line) or (bids_tell(line) and not general) for line in asked)
        if bids and _OF_STORIES.search(each.topic) and not each.conditions:
            for line in each.answers:
                if len(line.text.split()) >= WHOLE and not line.is_gesture:
                    yield line
