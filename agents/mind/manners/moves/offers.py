"""Keeping an offer that is taken up, and telling a story that is asked for, a new one each time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from agents.memory.language.stems import stem_words
from agents.mind.manners.company import Meeting
from agents.mind.manners.social_lines import SAME_AGAIN, Encounter, SocialLines
from agents.mind.voice.asking import bids_tell
from agents.mind.voice.courtesies import asks, is_farewell
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice import Voice, VoiceLine
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: A story has at least so many words.
WHOLE = 14

#: What tells nothing of a story that is asked for.
_LITTLE = frozenset(
    stem_words(
        "story tale tell give hear one please short small little long big good true funny know like"
        " want time night day friend come go before again first another more"
    )
)

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
#: "Tell us the one about the eel", "the story of the ferryman": one of just that.
_NAMED = late_pattern(
    r"\b(?:tell|give|have|know|hear|want|like|love)\b[^.?!]{0,24}\b(?:(?:stor(?:y|ies)|tales?)"
    r" (?:about|of|with|on|behind)|the one (?:about|of|with|where|when|in which))\b(?P<of>[^.?!]*)"
    r"|\b(?:stor(?:y|ies)|tales?|the one)\b[^.?!]{0,20}\b(?:about|of|with)\b(?P<what>[^.?!]*)\?",
    re.IGNORECASE,
)
#: "I have a story about that."
_OF_THEIRS = late_pattern(
    r"\bI(?:['’]ve| have| know| heard| could tell| can tell)\b[^.?!]*\b(?:story|tale)\b", re.I
)
#: "Let me tell you a story", which is no bidding.
_OFFERED = late_pattern(
    r"\b(?:let me|may I|can I|shall I|could I|I)(?:['’](?:ll|ve|d))? (?:\w+ ){0,2}?"
    r"(?:tell|give|have|know|heard|owe)\b(?! me\b| us\b)[^.?!]*\b(?:story|tale)\b",
    re.IGNORECASE,
)
_CLAUSE = late_pattern(r"[,.;:!?]")
#: "One more story, please.", "You owe me a story."
_ELLIPTIC = late_pattern(
    r"^\W*(?:(?:please|and|ok(?:ay)?|then|now|yes)\W+)*(?:another|one more|an?|one)"
    r" (?:\w+ ){0,2}(?:story|tale)\b[^.?!]{0,20}\W*$"
    r"|\byou (?:still )?owe (?:me|us) (?:\w+ )?(?:story|tale)\b",
    re.IGNORECASE,
)
#: Of several that were offered one is chosen: "Which will you have?"
_WHICH = late_pattern(r"\bwhich (?:will|would|do|shall|one)\b[^.?!]*\?", re.IGNORECASE)
#: Of how one tells them.
_OF_TELLING = late_pattern(r"\b(?:how|teach|what makes|why)\b", re.IGNORECASE)


@late_dataclass(slots=True)
class StoryOffers:
    """Decides for one agent."""

    lines: SocialLines
    _known: tuple[VoiceIndex, Sequence[tuple[VoiceLine, bool]]] | None = None
    """The stories of a voice, and whether each stands for any story."""

    def keep(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return the story for one who takes up the offer of one; None: that is not so."""
        if asks(words) or is_farewell(words) or _DECLINES.match(words):
            return None
        asked = self.lines.company.list_asked(meeting.partner, here.now - OPEN)
        names = _SMALL.search(words) or _LARGE.search(words) or _OF_STORIES.search(words)
        takes = (_is_offer(meeting.last_own) and _TAKES.search(words)) or (
            names and any(map(_is_offer, asked))
        )
        # One who is asked which takes one by naming it.
        chooses = _offers_several(meeting.last_own, here) and (
            _share(words, meeting.last_own) or _TAKES.search(words)
        )
        return self._choose(words, meeting, here) if takes or chooses else None

    def tell(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return a story for one who asks for any; None: nobody asks, or all are told."""
        asked = split_sentences(words)
        bids = (e for e in asked if not _OFFERED.search(e))
        bid = next((each for each in bids if _BIDS.search(each) or _ELLIPTIC.search(each)), "")
        return self._choose(_keep_bid(bid), meeting, here) if bid else None

    def tell_named(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return the story that has what one is asked for: "the one about the eel"; None: none has,
        or nobody asks."""
        named = None if _OF_THEIRS.search(words) else _NAMED.search(words)
        wanted = (named["of"] or named["what"] or "") if named else ""
        if not wanted:
            return None
        fresh = [each for each in self._list_fresh(meeting, here) if _share(wanted, each.text)]
        return max(fresh, key=lambda each: _share(wanted, each.text), default=None)

    def _choose(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return a story that the person has not heard of late; of several by its size."""
        fresh = self._list_fresh(meeting, here)
        # One that stands by itself goes before what answers who knows of it already.
        general = {line for line, is_general in self._list_stories(here) if is_general}
        fresh = [each for each in fresh if each in general] or fresh
        fresh.sort(key=lambda each: len(each.text))
        if not fresh:
            return None
        named = max(fresh, key=lambda each: _share(words, each.text))
        if _share(words, named.text):
            return named
        if _SMALL.search(words):
            return fresh[0]
        return fresh[-1] if _LARGE.search(words) else fresh[len(fresh) // 2]

    def _list_fresh(self, meeting: Meeting, here: Encounter) -> list[VoiceLine]:
        """Return the stories that the person has not heard of late."""
        since, has_said = here.now - SAME_AGAIN, self.lines.company.has_said
        known = (line for line, _ in self._list_stories(here))
        return [each for each in known if not has_said(each.text, meeting.partner, since)]

    def _list_stories(self, here: Encounter) -> Sequence[tuple[VoiceLine, bool]]:
        """Return the stories of the agent's voice, which is searched once, in some 20 ms."""
        if self._known is None or self._known[0] is not here.voice:
            self._known = here.voice, tuple(_find_stories(here.voice.voice))
        return self._known[1]


def _keep_bid(sentence: str) -> str:
    """Return the clauses of a sentence that speak of a story: what stands beside names none."""
    clauses = [each for each in _CLAUSE.split(sentence) if _OF_STORIES.search(each)]
    return ", ".join(clauses) or sentence


def _offers_several(words: str, here: Encounter) -> bool:
    """Return whether the agent has asked which of several stories somebody wants to hear."""
    if not _WHICH.search(words):
        return False
    known = (each for each in here.voice.voice.exchanges if _OF_STORIES.search(each.topic))
    return any(line.text and line.text in words for each in known for line in each.answers)


def _share(words: str, story: str) -> int:
    """Return how many telling words of a request a story has."""
    return len((frozenset(stem_words(words)) - _LITTLE) & frozenset(stem_words(story)))


def _is_offer(words: str) -> bool:
    return bool(_OFFERS.search(words) and _OF_STORIES.search(words))


def _find_stories(voice: Voice) -> Iterator[tuple[VoiceLine, bool]]:
    """Yield the whole stories that a voice has under a heading of stories: what answers those who
    bid it tell, and not what it says of its stories; and whether it stands for any story."""
    for each in voice.exchanges:
        if each.conditions or not _OF_STORIES.search(each.topic):
            continue
        asked = [e for e in each.heard if not (_OF_TELLING.search(e) or _OFFERED.search(e))]
        general = any(map(_BIDS.search, asked))
        for line in each.answers if general or any(map(bids_tell, asked)) else ():
            if len(line.text.split()) >= WHOLE and not line.is_gesture:
                yield line, general
