"""Answers from what an agent sees and has seen: the day and the season, who is here and who was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from agents.memory.core.records import Experience
from agents.mind.fallback.wordings import choose_wording, turn_of
from agents.mind.speech.candidates import Candidate, Origin
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.vault.texts import Texts
from world.vault.time_words import name_day_of_season

#: What changes goes before all that a voice says at any time.
PRESENT_FIT = 1.5

#: Of those who were here, it names so many, the last one first, from so many of its memories.
MOST_NAMED, LOOKED_BACK = 4, 120

#: What a watcher reads of where such an answer comes from.
SEEN = "what it sees and has seen"

_NOW = (
    r"(?: (?:here|there|with (?:us|you|me)|about|around|in|up here|tonight|today|now|just now"
    r"|this (?:morning|afternoon|evening)|besides (?:you|us|me|[A-Z]\w+)|too|as well|then))*"
)
_DAY = late_pattern(
    r"\b(?:what|which) (?:day|date|season|time of (?:the )?year)(?: of the (?:week|month|year))?"
    r" (?:is|do|have|are) (?:it|today|this|we|you)\b"
    r"(?! (?:that|when|I|I['’]\w+|my)\b)"
    r"|\bwhat(?: is|['’]s) the (?:day|date|season)\b(?! (?:of|that|when|you)\b)",
    re.IGNORECASE,
)
_WHO = late_pattern(
    rf"\bwho(?: else|['’]s)?(?: is| are)?(?: else)?{_NOW.replace('*', '+')}(?=\W*$|,)"
    rf"|\bis (?:any|some)(?:one|body) else{_NOW}(?=\W*$|,)",
    re.IGNORECASE,
)
_WAS = late_pattern(
    r"\b(?:was|has) (?:there )?(?:any|some)(?:one|body)(?: else)? (?:been )?(?:here|about|in|by)\b"
    r"|\bwho (?:else )?(?:was|has been) (?:here|about|in)\b"
    r"|\b(?:did|has) any(?:one|body)(?: else)? (?:come|came|been|pass(?:ed)?|call(?:ed)?)"
    r" ?(?:here|by|in|up|through|past)?(?: (?:today|earlier|before|this \w+|lately))*\W*$",
    re.IGNORECASE,
)
#: "Who was here before the wall?" asks for another time.
_LONG_AGO = late_pattern(
    r"\bbefore (?!me\b|I\b|us\b)\w+|\bfirst\b|\bin (?:the|those) \w+|\byears?\b|\bwhen (?!I\b)",
    re.IGNORECASE,
)


@late_dataclass(frozen=True, slots=True)
class PresentAnswers:
    """Answers of one agent, called `me`, to `asker`."""

    texts: Texts
    me: str
    asker: str
    situation: Situation
    memories: Sequence[Experience]
    """The agent's latest, oldest first."""

    def answer(self, heard: str) -> Candidate | None:
        """Return the answer; None if `heard` asks for nothing of the kind."""
        if _DAY.search(heard):
            return self._tell_day()
        if _WAS.search(heard) and not _LONG_AGO.search(heard):
            return self._tell_earlier()
        return self._tell_company() if _WHO.search(heard) else None

    def _tell_day(self) -> Candidate | None:
        time = self.situation.time
        if time is None or not time.season:
            return None
        day = name_day_of_season(self.texts, time.day_of_season)
        return self._say("speech.day", day=day, season=time.season)

    def _tell_company(self) -> Candidate:
        others = [each for each in self.situation.occupants if each != self.asker]
        if not others:
            return self._say("speech.company.nobody")
        return self._say("speech.company", names=self._join(others), here=self._is(others))

    def _is(self, names: Collection[str]) -> str:
        return self.texts.say("speech.is" if len(names) == 1 else "speech.are")

    def _tell_earlier(self) -> Candidate:
        seen = list(dict.fromkeys(self._list_seen()))
        if not seen:
            return self._say("speech.earlier.nobody")
        return self._say("speech.earlier", names=self._join(seen[:MOST_NAMED]))

    def _list_seen(self) -> Iterator[str]:
        """Yield who was here and is not any more, the last one first."""
        present = {self.me, self.asker, *self.situation.occupants}
        for each in reversed(self.memories[-LOOKED_BACK:]):
            if each.place == self.situation.place:
                yield from (name for name in each.occupants if name not in present)

    def _join(self, names: Sequence[str]) -> str:
        *first, last = names
        both = self.texts.say("names.both", first=", ".join(first), last=last)
        return both if first else last

    def _say(self, key: str, **values: str) -> Candidate:
        """Return one of the lines of a text, for each agent another one."""
        given = {**values, "name": self.asker}
        words = choose_wording(self.texts, key, turn_of(self.me), given)
        return Candidate(words, Origin.PLAIN, PRESENT_FIT, found=SEEN)
