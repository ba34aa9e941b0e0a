"""Bringing up what people told: to themselves another time, or to the one whom it concerns.

Once to each hearer, never to the teller as news, and never what was told in private.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from agents.mind.manners.company import Meeting
from agents.mind.manners.floor import Floor
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.manners.tales import Tale, read_tale
from agents.mind.speech.remembered import describe_day
from agents.mind.voice.likeness import is_question
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences

#: What was told longer ago is no longer brought up unasked.
OLDEST = timedelta(days=14)

#: Nothing is brought up before the two have been together for so long.
SETTLED = timedelta(seconds=8)

#: What the agent says of it within this time is only the answer to it.
ACKNOWLEDGED = timedelta(minutes=1)

_PASSED_ON = re.compile(
    r"\b(?P<teller>[A-Z]\w+) told me (?:just now|today|yesterday|on [^:]{3,20}): '(?P<words>.+)'"
)
_SEEN = re.compile(r"\b(?:see|seen|find|found|know|where|anybody|anyone)\b", re.IGNORECASE)


@dataclass(slots=True)
class Retelling:
    """Decides for one agent what it tells again, and how it takes in what it is told."""

    lines: SocialLines
    floor: Floor
    _brought_up: dict[str, datetime] = field(default_factory=dict)
    """Of each partner, when the meeting began in which something was brought up last."""

    def bring_up(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return what the agent tells again to somebody here, unasked; None: nothing."""
        settled = meeting.mine and meeting.spoke and here.now - meeting.spoke >= SETTLED
        partner = meeting.partner
        if not settled or self._brought_up.get(partner) == meeting.began:
            return None
        tales = [each for each in self.lines.company.tales if here.now - each.at <= OLDEST]
        ranked = sorted(tales, key=lambda each: (-each.worth, here.now - each.at))
        find = self._pass_on if self.floor.is_agent(partner) else self._recall
        found = next(find(ranked, meeting, here), None)
        if found:
            self._brought_up[partner] = meeting.began
        return found

    def take_in(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return what the agent says to an agent that passes something on; None: it does not."""
        found = _PASSED_ON.search(words)
        if not found:
            return None
        tale = read_tale(found["words"], found["teller"], here.now)
        values = {"teller": found["teller"], "gist": tale.gist_to_others if tale else ""}
        key = self.lines.find_key("manners.heard", tale.kind if tale and tale.gist else "")
        return self.lines.choose_text(key, partner, here, **values)

    def acknowledge(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return what the agent says to a person who tells something of themselves."""
        sentences = split_sentences(words)
        tales = filter(None, (read_tale(each, partner, here.now) for each in sentences))
        tale = max(tales, key=lambda each: each.worth, default=None)
        asked = [each for each in sentences if is_question(each)]
        lost = tale is not None and tale.kind in ("loss", "search")
        if tale is None or any(not (lost and _SEEN.search(each)) for each in asked):
            return None
        key = f"manners.told.{tale.kind}"
        return self.lines.choose_text(key, partner, here, gist=tale.gist_to_teller)

    # --- to whom ----------------------------------------------------------------------

    def _recall(
        self, tales: Collection[Tale], meeting: Meeting, here: Encounter
    ) -> Iterator[VoiceLine]:
        """Yield questions after what the person told at an earlier meeting."""
        for tale in (each for each in tales if each.teller == meeting.partner):
            earlier = tale.at < meeting.began and not self._has_heard(tale, meeting.partner)
            if earlier and not self._was_asked(tale, meeting):
                when = describe_day(tale.at, here.now)
                yield self.lines.choose_text(
                    self.lines.find_key("manners.recalled", tale.kind if tale.gist else ""),
                    meeting.partner, here, gist=tale.gist_to_teller, words=tale.words, when=when,
                )  # fmt: skip

    def _pass_on(
        self, tales: Collection[Tale], meeting: Meeting, here: Encounter
    ) -> Iterator[VoiceLine]:
        partner, trade = meeting.partner, self.floor.find_trade(meeting.partner)
        for tale in tales:
            known = {tale.teller, *tale.heard_by}
            news = partner not in known and tale.teller not in here.situation.occupants
            first_hand = not self.floor.is_agent(tale.teller)
            fits = news and first_hand and tale.concerns(partner, trade)
            if fits and not self._has_heard(tale, partner):
                when = describe_day(tale.at, here.now)
                yield self.lines.choose_text(
                    "manners.passed-on", partner, here,
                    teller=tale.teller, words=tale.words, when=when,
                )  # fmt: skip

    def _was_asked(self, tale: Tale, meeting: Meeting) -> bool:
        """Return whether another has asked the teller about it at this meeting."""
        about = tale.gist_to_teller or tale.words
        return self.lines.company.has_heard(about, tale.teller, meeting.began)

    def _has_heard(self, tale: Tale, hearer: str) -> bool:
        """Return whether the agent has told it to `hearer`, or asked the teller about it."""
        said, since = self.lines.company.has_said, tale.at + ACKNOWLEDGED
        about = tale.gist_to_teller if hearer == tale.teller else ""
        return said(tale.words, hearer, since) or bool(about and said(about, hearer, since))
