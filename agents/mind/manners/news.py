"""What an agent has seen happen of late, for those who ask for news."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from agents.mind.fallback.small_talk import lower_article
from agents.mind.manners.company import Company
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.days import describe_day
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.vault.texts import Texts

#: What the voice has for just these words fits better; a line for anything fits worse.
FIT, NO_NEWS_FIT = 0.88, 0.45

#: What was longer ago is no news, and within the second time it was not long ago.
OLDEST, RECENT = timedelta(days=2), timedelta(hours=1)

_ASKED = late_pattern(
    r"\bwhat(?:['’]s| is| are)? (?:the )?(?:latest|new|news)\b|\bwhat news\b"
    r"|\b(?:any|have you|some|is there) (?:\w+ )?news\b|\banything (?:\w+ )?(?:new|strange|odd"
    r"|unusual|interesting|exciting|special|happen\w*)\b|\b(?:did|has|have|does) (?:any|some)thing"
    r"\b[^?.]*\bhappen\w*|\bwhat (?:has |have |did |is |'s )?(?:\w+ )?(?:happen(?:ed|s|ing)"
    r"|going on)"
    r"(?: here| around here| up here)?(?: today| lately| recently| yesterday| last night| now)*\W*$"
    r"|\bwhat (?:have|did) (?:I|we) miss\w*\b",
    re.IGNORECASE,
)


@late_dataclass(frozen=True, slots=True)
class NewsAnswers:
    """Answers for one agent, from what it has seen."""

    company: Company
    texts: Texts

    def answer(self, heard: str, asker: str, here: Situation, now: datetime) -> Iterator[Candidate]:
        """Yield what the agent has seen that the asker has not, the latest first.

        Nothing, if `heard` does not ask for news.
        """
        if not _ASKED.search(heard):
            return
        for each in reversed(self.company.happenings):
            known = asker in each.occupants or self.company.has_said(each.text, asker, each.at)
            if now - each.at <= OLDEST and not known:
                when = "not long ago" if now - each.at < RECENT else describe_day(each.at, now)
                key = "speech.news-here" if each.place == here.place else "speech.news"
                place = lower_article(each.place)
                yield self._say(FIT, key, when=when, place=place, what=each.text)
        yield self._say(NO_NEWS_FIT, "speech.no-news", name=asker)

    def _say(self, fit: float, key: str, **values: str) -> Candidate:
        said = " ".join(self.texts.say(key, **values).split())
        return Candidate(
            said[:1].upper() + said[1:], Origin.MEMORY, fit, found="what it has seen happen"
        )
