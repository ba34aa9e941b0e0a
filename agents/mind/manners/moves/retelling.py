"""Bringing up what people told: to themselves another time, or to the one whom it concerns.

Once to each hearer, never to the teller as news, and never what was told in private.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import field
from datetime import datetime, timedelta

from agents.latest import Latest
from agents.mind.manners.asking.sorrows import leave_out_mourned
from agents.mind.manners.company import Meeting
from agents.mind.manners.floor import Floor
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.manners.tales import (
    MESSAGE,
    PASSED_ON,
    Tale,
    read_passed_on,
    read_tale,
)
from agents.mind.speech.days import describe_day
from agents.mind.speech.statements.corrections import read_correction
from agents.mind.speech.told.worries import find_worry
from agents.mind.speech.turning import turn_to_speaker
from agents.mind.voice.asking import is_question
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: What was told longer ago is no longer brought up unasked.
OLDEST = timedelta(days=14)

#: What was told so long ago is asked after though the two have not parted since.
LATER = timedelta(minutes=5)

#: Nothing is brought up before the two have been together for so long.
SETTLED = timedelta(seconds=8)

#: What the agent says of it within this time is only the answer to it.
ACKNOWLEDGED = timedelta(minutes=1)

#: Kinds of what is told that a farewell does not pass over.
_WEIGHTY = ("loss", "woe", "search", "promise", "joy")
#: Who has told where they come from, or go to, is not asked today whether they still think of it.
_NOT_YET, TODAY = ("origin", "journey", "trade"), timedelta(hours=6)
_SEEN = late_pattern(r"\b(?:see|seen|find|found|know|where|anybody|anyone)\b", re.IGNORECASE)


@late_dataclass(slots=True)
class Retelling:
    """Decides for one agent what it tells again, and how it takes in what it is told."""

    lines: SocialLines
    floor: Floor
    _brought_up: Latest[str, datetime] = field(default_factory=Latest)
    """Of each partner, when the meeting began in which something was brought up last."""

    def bring_up(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return what the agent tells again to somebody here, unasked; None: nothing."""
        settled = meeting.mine and meeting.spoke and here.now - meeting.spoke >= SETTLED
        partner = meeting.partner
        if not settled:
            return None
        if message := next(self._deliver(meeting, here), None):
            return message
        if self._brought_up.get(partner) == meeting.began:
            return None
        tales = [each for each in self.lines.company.tales if here.now - each.at <= OLDEST]
        ranked = sorted(tales, key=lambda each: (-each.worth, here.now - each.at))
        find = self._pass_on if self.floor.is_agent(partner) else self._recall
        others = [each for each in ranked if each.kind != MESSAGE]
        found = next(iter(find(others, meeting, here)), None)
        if found:
            self._brought_up[partner] = meeting.began
        return found

    def take_in(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return what the agent says to an agent that passes something on; None: it does not."""
        found = PASSED_ON.search(words)
        if not found:
            return None
        tale = read_passed_on(words, here.now)
        values = {"teller": found["teller"], "gist": tale.gist_to_others if tale else ""}
        key = self.lines.find_key("manners.heard", tale.kind if tale and tale.gist else "")
        return self.lines.choose_text(key, partner, here, **values)

    def acknowledge(
        self, words: str, partner: str, here: Encounter, *, parting: bool = False
    ) -> VoiceLine | None:
        """Return what the agent says to a person who tells something of themselves.

        One who is `parting` is told farewell, unless what they tell weighs more.
        """
        sentences = split_sentences(words)
        tales = filter(None, (read_tale(each, partner, here.now) for each in sentences))
        tale = max(tales, key=lambda each: each.worth, default=None)
        asked = [each for each in sentences if is_question(each)]
        lost = tale is not None and tale.kind in ("loss", "search")
        if parting and tale and tale.kind not in _WEIGHTY:
            return None
        if tale is None or any(not (lost and _SEEN.search(each)) for each in asked):
            return None
        key = f"manners.told.{tale.kind}"
        return self.lines.choose_text(key, partner, here, gist=tale.gist_to_teller)

    # --- to whom ----------------------------------------------------------------------

    def _recall(
        self, tales: Collection[Tale], meeting: Meeting, here: Encounter
    ) -> Iterator[VoiceLine]:
        """Yield questions after what the person told at an earlier meeting, or some time ago."""
        for tale in leave_out_mourned([each for each in tales if each.teller == meeting.partner]):
            key = self.lines.find_key("manners.recalled", tale.kind if tale.gist else "")
            if tale.kind in _NOT_YET and here.now - tale.at < TODAY:
                continue  # they have only just left it
            whole = key == "manners.recalled"  # in the person's words: not while they stay
            stays = tale.at >= meeting.began and (whole or here.now - tale.at < LATER)
            if (
                not stays
                and not self._has_heard(tale, meeting.partner)
                and not self._was_asked(tale, meeting)
            ):
                when, turned = describe_day(tale.at, here.now), turn_to_speaker(tale.words)
                if turned and whole:
                    key = "manners.recalled.turned"
                yield self.lines.choose_text(
                    key, meeting.partner, here,
                    gist=tale.gist_to_teller, words=turned or tale.words, when=when,
                )  # fmt: skip

    def _deliver(self, meeting: Meeting, here: Encounter) -> Iterator[VoiceLine]:
        """Yield what somebody has bidden the agent say to its partner, who has not heard it yet."""
        partner = meeting.partner
        for tale in self.lines.company.tales:
            wanted = tale.kind == MESSAGE and tale.gist == partner and tale.teller != partner
            known = partner in tale.heard_by or self._has_heard(tale, partner)
            if wanted and not known and here.now - tale.at <= OLDEST:
                yield self._quote(tale, partner, here)

    def _quote(self, tale: Tale, partner: str, here: Encounter) -> VoiceLine:
        when = describe_day(tale.at, here.now)
        return self.lines.choose_text(
            "manners.passed-on", partner, here, teller=tale.teller, words=tale.words, when=when
        )

    def _pass_on(
        self, tales: Collection[Tale], meeting: Meeting, here: Encounter
    ) -> Iterator[VoiceLine]:
        partner, trade = meeting.partner, self.floor.find_trade(meeting.partner)
        for tale in tales:
            known = {tale.teller, *tale.heard_by}
            news = partner not in known and tale.teller not in here.situation.occupants
            first_hand = not self.floor.is_agent(tale.teller)
            fits = news and first_hand and tale.concerns(partner, trade)
            if fits and self._may_pass_on(tale) and not self._has_heard(tale, partner):
                yield self._quote(tale, partner, here)

    def _may_pass_on(self, tale: Tale) -> bool:
        """Return whether a tale weighs on nobody, and its teller has put nothing right in it."""
        told = self.lines.company.list_told(tale.teller)
        righted = any(read_correction(each.words).replaces(tale.words) for each in told)
        return find_worry(tale.words) is None and not righted

    def _was_asked(self, tale: Tale, meeting: Meeting) -> bool:
        """Return whether another has asked the teller about it at this meeting."""
        about = tale.gist_to_teller or tale.words
        return self.lines.company.has_heard(about, tale.teller, meeting.began)

    def _has_heard(self, tale: Tale, hearer: str) -> bool:
        """Return whether the agent has told it to `hearer`, or asked the teller about it."""
        answered = timedelta() if tale.kind == MESSAGE else ACKNOWLEDGED
        said, since = self.lines.company.has_said, tale.at + answered
        about = tale.gist_to_teller if hearer == tale.teller else ""
        about = about or (turn_to_speaker(tale.words) if hearer == tale.teller else "")
        return said(tale.words, hearer, since) or bool(about and said(about, hearer, since))
