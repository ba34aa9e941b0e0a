"""Reminding a person of what they bade the agent remind them of, or asking what it was to ask."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from agents.mind.manners.company import Company, Meeting
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.speech.told.reminders import Reminder, asks_for_reminder, read_reminder
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass

#: In the same meeting it is said after so long; what was for the next time, after so long.
LATER, NEXT_TIME = timedelta(minutes=6), timedelta(hours=1)

_PROMISE, _NONE = "manners.reminds.promise", "manners.reminds.none"
_OF, _ASK, _QUOTED = "manners.reminds.of", "manners.reminds.ask", "manners.reminds.quoted"


@late_dataclass(frozen=True, slots=True)
class Reminding:
    """Promises it for one agent, and does it when the time has come, once.

    What was bidden, and whether it is done, is known from memories, also after a restart.
    """

    lines: SocialLines

    def answer(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return the promise, if words bid so, or what was bidden, or that it went by the agent, if
        they ask for it; None: they do neither."""
        if read_reminder(words) is not None:
            return self.lines.choose_text(_PROMISE, partner, here)
        if not asks_for_reminder(words):
            return None
        known = self.lines.company.reminders.get(partner, ())
        if not known:
            return self.lines.choose_text(_NONE, partner, here)
        return self._say(known[-1][1], partner, here)

    def is_due(self, meeting: Meeting, now: datetime) -> bool:
        """Return whether a person who is here is to be reminded of something by now."""
        return next(list_due(self.lines.company, meeting, now), None) is not None

    def remind(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return what is due; None: nothing is."""
        due = next(list_due(self.lines.company, meeting, here.now), None)
        return self._say(due, meeting.partner, here) if due else None

    def remind_all(self, here: Encounter) -> str:
        """Return what is due to somebody here, as it is written; empty: nothing is."""
        meetings = self.lines.company.find_meetings(here.situation.occupants, here.now)
        due = (self.remind(each, here) for each in meetings)
        return next((self.lines.write(each) for each in due if each), "")

    def _say(self, bidden: Reminder, partner: str, here: Encounter) -> VoiceLine | None:
        key = _QUOTED if bidden.quoted else _ASK if bidden.asks else _OF
        return self.lines.choose_text(key, partner, here, what=bidden.what)


def list_due(company: Company, meeting: Meeting, now: datetime) -> Iterator[Reminder]:
    """Yield of what an agent's partner is to be reminded by now, and was not yet."""
    for at, bidden in company.reminders.get(meeting.partner, ()):
        waits = bidden.after or (NEXT_TIME if bidden.next_time else LATER)
        # Who says "in an hour" and is back at once is told in an hour.
        again = at < meeting.began and bidden.after is None
        is_due = again or now - at >= waits
        if is_due and not company.has_said(bidden.what, meeting.partner, at):
            yield bidden
