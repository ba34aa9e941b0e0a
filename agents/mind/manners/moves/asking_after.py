"""Asking after what weighed on a person, when they are met again or some time later: once."""

from __future__ import annotations

import re
from dataclasses import field
from datetime import datetime, timedelta

from agents.latest import Latest
from agents.mind.manners.company import Meeting
from agents.mind.manners.floor import Floor
from agents.mind.manners.moves.caring import Caring
from agents.mind.manners.moves.weighing import Worry
from agents.mind.manners.social_lines import Encounter
from agents.mind.speech.told.worries import BODY_PARTS
from agents.mind.voice.courtesies import is_farewell, wants_answer
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: What was told so long ago is asked after in the same meeting; longer ago than `OLDEST` it is not.
LATER, OLDEST = timedelta(minutes=6), timedelta(days=14)

#: Nothing is asked before the two have been silent for so long.
SILENCE = timedelta(seconds=8)

#: Of each person so many worries are kept in mind.
MOST_WORRIES = 4

_KEY = "manners.asks-after"
_PART = late_pattern(rf"\b{BODY_PARTS}\b", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class KeptWorry:
    """What weighed on a person when it was told."""

    at: datetime
    kind: str
    gist: str
    """What it was about, as said to them: ``your hand``; may be empty."""


@late_dataclass(slots=True)
class AskingAfter:
    """Decides for one agent when it asks after a worry."""

    caring: Caring
    floor: Floor
    _kept: Latest[str, tuple[KeptWorry, ...]] = field(default_factory=Latest)
    _asked: Latest[str, datetime] = field(default_factory=Latest)
    """Of each person, when the meeting began in which the agent asked last."""

    def note(self, partner: str, here: Encounter) -> None:
        """Keep in mind what a person has told by now."""
        worry = self.caring.find_open(partner, here)
        if worry is None:
            return
        new = KeptWorry(here.now, worry.kind.name, find_gist(worry))
        known = self._kept.get(partner, ())
        if all((each.kind, each.gist) != (new.kind, new.gist) for each in known):
            self._kept[partner] = (*known, new)[-MOST_WORRIES:]

    def ask(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return a question after it; None: there is none, or it is not the moment."""
        partner = meeting.partner
        settled = meeting.mine and meeting.spoke and here.now - meeting.spoke >= SILENCE
        over = is_farewell(meeting.last_own) or is_farewell(meeting.last_theirs)
        if not settled or over:
            return None
        asked = self.floor.is_asked(partner, self.caring.lines.company.me, here.monotonic)
        if asked or (wants_answer(meeting.last_own) and not meeting.answered):
            return None  # they have a question to answer already
        if self._asked.get(partner) == meeting.began:
            return None
        for each in reversed(self._kept.get(partner, ())):
            later = each.at < meeting.began or here.now - each.at >= LATER
            known = (partner, f"after {each.kind} {each.gist}")
            if not later or here.now - each.at > OLDEST or known in self.floor.asked:
                continue
            key = f"{_KEY}.{each.kind}"
            if key not in self.caring.lines.texts.keys():  # noqa: SIM118
                continue
            gist = each.gist or "it"
            if each.gist and not self.floor.may_ask_of(partner, each.gist, here.monotonic):
                continue
            if said := self.caring.lines.choose_new(key, partner, here, gist=gist):
                self.floor.asked[known] = True
                self._asked[partner] = meeting.began
                return said
        return None


def find_gist(worry: Worry) -> str:
    """Return what a worry is about: whose it is, else the part of the body."""
    if worry.kind.name != "ailing":
        return worry.gist
    part = next(filter(None, map(_PART.search, worry.told)), None)
    return f"your {part[0].lower()}" if part else worry.gist
