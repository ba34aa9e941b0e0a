"""Going on with a talk: after its answer to a person an agent now and then asks back.

What they have just told comes first, then a thing that they gave, then what the agent does not
know of them yet.  Each is asked about once.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import field
from datetime import datetime, timedelta

from agents.latest import Latest
from agents.mind.fallback.small_talk import drop_article
from agents.mind.manners.asking.known_kinds import OPEN, asks_for
from agents.mind.manners.asking.moulds import Mould
from agents.mind.manners.asking.sorrows import leave_out_worried
from agents.mind.manners.company import Meeting
from agents.mind.manners.floor import Floor
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.manners.tales import Tale
from agents.mind.speech.told.values import COLOUR
from agents.mind.voice.courtesies import asks, is_farewell, is_greeting, wants_answer
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: What an agent asks back comes no later than so long after its answer.
TOO_LATE = timedelta(seconds=25)

#: Between two questions of its own it hears at least so many lines that it only answers.
LINES_BETWEEN = 2

#: Of so many answers in a hundred it makes something more.
OF_HUNDRED, OF_HUNDRED_WHEN_TOLD = 60, 85

#: Somebody who has said so little only passes.
LEAST_HEARD = 2

#: What was told within this time is what they talk about.
JUST_TOLD = timedelta(seconds=60)

_COLOUR = late_pattern(COLOUR, re.IGNORECASE)
#: Whom they came with they have just seen: "I came with my mum."
_COMES_ALONG = late_pattern(r"\bwith (?:my|our)\b|\b(?:is|are) (?:here )?with me\b", re.IGNORECASE)

#: The heading of a voice, after ``about``, for such questions: ``asking trade``.
ASKING = "asking"


@late_dataclass(slots=True)
class GoingOn:
    """Decides for one agent when it asks back, and what."""

    lines: SocialLines
    floor: Floor
    _asked: Latest[str, int] = field(default_factory=Latest)
    """Of each person, after how many of their lines in the meeting the agent asked last."""

    def is_due(self, meeting: Meeting, now: datetime) -> bool:
        """Return whether the agent has something more to say to a person it has just answered.

        The same answer gives the same decision, however often it is asked for.
        """
        if self.floor.is_agent(meeting.partner) or meeting.spoke is None or not meeting.theirs:
            return False
        if not self._has_just_answered(meeting, now) or self._is_closed(meeting):
            return False
        told = self._find_just_told(meeting, now) is not None
        if not told and (meeting.theirs < LEAST_HEARD or meeting.answered):
            return False
        since = meeting.theirs - self._asked.get(meeting.partner, meeting.theirs + 1)
        if 0 <= since <= LINES_BETWEEN:
            return False
        seed = zlib.crc32(f"{self.lines.company.me}|{meeting.partner}|{meeting.reacted}".encode())
        return seed % 100 < (OF_HUNDRED_WHEN_TOLD if told else OF_HUNDRED)

    def go_on(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return what the agent asks back; None: nothing now."""
        if not self.is_due(meeting, here.now):
            return None
        partner = meeting.partner
        if self.floor.is_asked(partner, self.lines.company.me, here.monotonic):
            return None  # one question at a time
        for about, gist, said in self._list_questions(meeting, here):
            # Another agent has asked just that: who is asked it again hears a formula.
            asked = self.floor.asked
            if (partner, about) in asked or (partner, said.text) in asked:
                continue
            if not gist or self.floor.may_ask_of(partner, gist, here.monotonic):
                asked[partner, about] = asked[partner, said.text] = True
                self._asked[partner] = meeting.theirs
                return said
        return None

    @staticmethod
    def _has_just_answered(meeting: Meeting, now: datetime) -> bool:
        """Return whether the last word was the agent's, and is not long ago."""
        reacted, spoke = meeting.reacted, meeting.spoke
        if reacted is None or spoke is None:
            return False
        return spoke <= reacted and now - reacted <= TOO_LATE

    @staticmethod
    def _is_closed(meeting: Meeting) -> bool:
        """Return whether the talk has its question already, or is over."""
        ends = is_farewell(meeting.last_own) or is_farewell(meeting.last_theirs)
        return ends or wants_answer(meeting.last_own) or is_greeting(meeting.last_theirs)

    # --- what to ask ------------------------------------------------------------------

    def _list_questions(
        self, meeting: Meeting, here: Encounter
    ) -> Iterator[tuple[str, str, VoiceLine]]:
        """Yield after what one may ask, about whom or what of theirs, and in which words."""
        partner, company = meeting.partner, self.lines.company
        if tale := self._find_just_told(meeting, here.now):
            yield from self._ask_on(tale, meeting, here)
        kept = [e for e in company.gifts.get(partner, ()) if e in here.situation.carrying]
        for thing in kept:
            if said := self.lines.choose_new(
                "manners.asks.gift", partner, here, gist=drop_article(thing)
            ):
                yield f"gift {thing}", "", said
        known = self.lines.list_known_kinds(partner)
        for kind, _ in OPEN:
            if kind in known or self._has_asked(kind, meeting):
                continue
            if own := self._ask_for(kind, partner, here):
                yield kind, "", own
        for tale in leave_out_worried(company.tales):
            if tale.teller == partner:
                yield from self._ask_on(tale, meeting, here)

    def _has_asked(self, kind: str, meeting: Meeting) -> bool:
        """Return whether the agent has asked for a kind in this talk, as a greeting may."""
        said = (e for e in self.lines.company.said if e.at >= meeting.began)
        return any(meeting.partner in e.hearers and asks_for(e.words, {kind}) for e in said)

    def _ask_for(self, kind: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return a question of the voice for a kind, else one that nobody has put in this form."""
        key = f"manners.asks.{kind}"
        own = self.lines.find_new_remark(f"{ASKING} {kind}", partner, here)
        if own:
            self.lines.moulds.offer(own.text, Mould(key, own.text))
        return own or self.lines.choose_new(key, partner, here)

    def _ask_on(
        self, tale: Tale, meeting: Meeting, here: Encounter
    ) -> Iterator[tuple[str, str, VoiceLine]]:
        key = f"manners.asks-on.{tale.kind}"
        if tale.kind == "loss" and self._has_described(tale, here.now):
            key = "manners.asks-on.loss.described"
        if tale.kind == "woe" and not asks(meeting.last_theirs):
            return  # that was the answer already
        if tale.kind == "kin" and _COMES_ALONG.search(tale.words):
            return
        if tale.gist and key in self.lines.texts.keys():  # noqa: SIM118
            values = {"gist": tale.gist_to_teller}
            if said := self.lines.choose_new(key, tale.teller, here, **values):
                yield tale.words, tale.gist_to_teller if tale.kind == "kin" else "", said

    def _has_described(self, tale: Tale, now: datetime) -> bool:
        """Return whether the teller has said what it looks like, so that nobody asks for that."""
        heard = (e for e in self.lines.company.heard if e.speaker == tale.teller)
        return any(_COLOUR.search(each.text) for each in heard if now - each.at <= JUST_TOLD)

    def _find_just_told(self, meeting: Meeting, now: datetime) -> Tale | None:
        """Return what the person told in these minutes and was not asked about."""
        return next(
            (
                each
                for each in reversed(list(leave_out_worried(self.lines.company.tales)))
                if each.teller == meeting.partner and now - each.at <= JUST_TOLD
                if each.gist and (each.teller, each.words) not in self.floor.asked
            ),
            None,
        )
