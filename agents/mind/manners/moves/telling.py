"""Telling the news, once to each who does not know it, and taking in what others tell."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from datetime import datetime, timedelta

from agents.latest import Latest
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.manners.company import Meeting
from agents.mind.manners.floor import Floor
from agents.mind.manners.portraits import describe_tale, tell_to
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.manners.tidings import KnownNews
from agents.mind.speech.told.worries import tells_worry
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: News is told when the two have been silent for so long, at most so much in one meeting.
PAUSE, MOST_TOLD = timedelta(seconds=8), 1

#: A person reads, thinks and types: a talk with one rests after so long.
TALK_RESTS = timedelta(seconds=40)

#: What one agent has told a person no other one brings them within this time.
TOLD_AGAIN = timedelta(hours=1)

#: What somebody told within this time is what they tell now.
JUST_TOLD = timedelta(seconds=30)

#: Nobody hears news so soon after they have told what weighs on them.
IN_SORROW = timedelta(minutes=5)

#: The heading of a voice, after ``about``, for what the agent says to news.
ON_NEWS = "tidings"

_NEWS = late_pattern(r"\bnews\b|\b(?:any|some)thing new\b", re.IGNORECASE)


def asks_news(words: str) -> bool:
    """Return whether a question asks for news."""
    return _NEWS.search(words) is not None


@late_dataclass(slots=True)
class NewsTelling:
    """Decides for one agent what news it tells, and what it says to news."""

    lines: SocialLines
    floor: Floor
    _told: Latest[str, tuple[datetime, int]] = field(default_factory=Latest)
    """Of each partner, when the meeting began, and how much the agent told in it."""
    _told_of: Latest[str, datetime] = field(default_factory=Latest)
    """Of each visitor, when the meeting began in which they heard what others tell of them."""

    def tell(self, meeting: Meeting, here: Encounter, *, asked: bool = False) -> VoiceLine | None:
        """Return news for somebody here; None: the agent has none for them now."""
        partner = meeting.partner
        if not asked and (said := self._tell_of_them(meeting, here)):
            return said
        most = self._count_told(meeting) >= MOST_TOLD
        if not asked and (most or not self._may_begin(meeting, here)):
            return None
        trade = self.floor.find_trade(partner)
        skips = self._find_skips(partner, here)
        news = (
            self.lines.company.tidings.find_news(partner, here.now, trade)
            if asked
            else self.lines.company.tidings.find_news(partner, here.now, trade, skips)
        )
        if news is None:
            return None
        return self._pass_on(_find_key(news), news, meeting, here)

    def _tell_of_them(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return what others have told of this visitor, one thing in a meeting; None: nothing."""
        partner = meeting.partner
        if self._told_of.get(partner) == meeting.began or not self._may_begin(meeting, here):
            return None
        if meeting.theirs > 0:
            return None  # they know each other by now
        tales = self.lines.company.tales
        # What they have told it themselves, it does not have from others.
        known = {describe_tale(each) for each in tales if each.teller == partner}
        for news in reversed(self.lines.company.tidings.list_heard_of(partner)):
            told = "" if news.clause in known else tell_to(news.clause, partner)
            if news.clause in self.floor.list_told(partner, here.now - TOLD_AGAIN):
                return None  # once is enough, whoever says it
            if told and not self.lines.company.has_said(told, partner, news.at):
                self._told_of[partner] = meeting.began
                self.floor.tell(partner, news.clause, here.now)
                return self.lines.choose_text(
                    "manners.news.of-you", partner, here,
                    news=told, teller=news.teller,
                )  # fmt: skip
        return None

    def bring(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return the first words to somebody on whom the agent calls with news, and the news; None:
        it has none for them."""
        trade = self.floor.find_trade(meeting.partner)
        skips = self._find_skips(meeting.partner, here)
        news = self.lines.company.tidings.find_news(meeting.partner, here.now, trade, skips)
        if news is None:
            return None
        key = "manners.call.news" if news.is_first_hand else "manners.call.news-heard"
        return self._pass_on(key, news, meeting, here)

    def _find_skips(self, partner: str, here: Encounter) -> Callable[[KnownNews], bool]:
        """Return whether news is nothing to bring to `partner` here: a person has it from another
        agent, or it is of somebody who stands there."""
        told = self.floor.list_told(partner, here.now - TOLD_AGAIN)
        return lambda news: news.clause in told or news.person in here.situation.occupants

    def _may_begin(self, meeting: Meeting, here: Encounter) -> bool:
        is_person = not self.floor.is_agent(meeting.partner)
        if is_person and (not meeting.mine or self._grieves(meeting.partner, here)):
            return False  # a person is greeted first
        pause = TALK_RESTS if is_person else PAUSE
        return meeting.spoke is None or here.now - meeting.spoke >= pause

    def _grieves(self, person: str, here: Encounter) -> bool:
        """Return whether somebody has told of late, to whomever here, what weighs on them."""
        heard = (e for e in self.lines.company.heard if e.speaker == person)
        lately = (extract_speech(e.text) for e in heard if here.now - e.at < IN_SORROW)
        return any(map(tells_worry, lately))

    def take_in(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return what the agent says to an agent that tells news; None: it tells none."""
        news = self.lines.company.tidings.find_in(words)
        if news is None:
            return None
        if news.teller == partner and here.now - news.at < JUST_TOLD:
            own = self.lines.find_new_remark(ON_NEWS, partner, here)
            new = "manners.news.new-person" if news.person else "manners.news.new"
            own = None if news.person else own
            return own or self._say(new, news, partner, here)
        key = "manners.news.known" if news.teller not in ("", partner) else "manners.news.saw"
        return self._say(key, news, partner, here)

    def _count_told(self, meeting: Meeting) -> int:
        """Return how much news it has told in this meeting."""
        began, count = self._told.get(meeting.partner, (meeting.began, 0))
        return count if began == meeting.began else 0

    def _pass_on(self, key: str, news: KnownNews, meeting: Meeting, here: Encounter) -> VoiceLine:
        """Return news in the words of `key`, and note that the partner knows it."""
        self._told[meeting.partner] = meeting.began, self._count_told(meeting) + 1
        self.floor.tell(meeting.partner, news.clause, here.now)
        return self._say(key, news, meeting.partner, here)

    def _say(self, key: str, news: KnownNews, partner: str, here: Encounter) -> VoiceLine:
        return self.lines.choose_text(
            key, partner, here, news=news.clause, sentence=news.sentence, teller=news.teller,
            person=news.person,
        )  # fmt: skip


def _find_key(news: KnownNews) -> str:
    """Return the text with which an agent tells news, by how it knows it."""
    if not news.is_first_hand:
        return "manners.news.heard"
    if news.person:
        return "manners.news.person"
    return "manners.news.found" if news.found else "manners.news.seen"
