"""Answers to plain questions: who the asker is, the hour, the way, where somebody is.

They are the same with any model.  What an agent says of where others are rests on what it sees
and remembers, not on what the world knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.mind.fallback.small_talk import lower_article
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.remembered import describe_day
from agents.prose import soften_quotes
from world.boundaries import Situation
from world.nature import Nature
from world.vault.texts import Texts
from world.vault.time_words import describe_weather

#: An exchange of the voice for just that goes first, what the asker told of themselves as well.
FIT = 0.7

#: Where somebody is changes: what was seen goes before all that a voice says at any time.
SEEN_FIT = 1.5

#: What the voice has for just that, such as the way to their house, goes before a plain no.
NOT_SEEN_FIT = 0.85

#: What a watcher reads of where such an answer comes from.
KNOWN = "what it sees and knows"

_NOW = r"(?: at)?(?: (?:right )?now| just now| today| lately| at the moment)?\W*$"
_MY_NAME = re.compile(
    r"\bwhat(?: is|'s|’s) my name\b|\bwho am i\b"
    r"|\bdo you (?:know|remember|recognise|recognize) (?:me|my name|who i am)\W*$",
    re.IGNORECASE,
)
_JUST_SAID = re.compile(
    r"\bwhat (?:did I|have I|was I) (?:just )?(?:say|said|saying|tell you|told you)"
    r"(?: just now)?\W*$",
    re.IGNORECASE,
)
_TIME = re.compile(r"\bwhat(?: is|'s|’s) the (?:time|hour)\b|\bwhat (?:time|hour) is it\b", re.I)
_WEATHER = re.compile(r"\b(?:what|how)(?: is|'s|’s) the weather\b", re.IGNORECASE)
_WHERE_ARE_YOU = re.compile(rf"^\W*(?:and |so )?where are you{_NOW}", re.IGNORECASE)
_WHERE_IS = re.compile(
    rf"(?i:\bwhere(?: is|'s|’s)|\bhave you seen|\bwhere did) (?P<who>[A-Z]\w+)(?: go)?{_NOW}"
    rf"|(?i:\bwhere) (?P<where>[A-Z]\w+) is{_NOW}"
)
_WAY = re.compile(
    r"\b(?:how (?:do|can|would) (?:I|we|one) (?:get|go|come|walk) to|(?:which|what) is the way to"
    r"|the way to|which way (?:is|to)|where(?: is|'s|’s)) (?P<place>(?:the )?[\w' -]{2,40}?)"
    r"(?: from here)?\W*$",
    re.IGNORECASE,
)
_LEAVES_FOR = re.compile(r" for (?P<place>(?:The |the )?[A-Z]\w+(?: [A-Z]\w+)*)\.$")


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where and when the agent saw somebody last."""

    place: str
    at: datetime
    gone_to: str = ""
    """Where they were going then; empty: they were there."""


@dataclass(frozen=True, slots=True)
class PlainAnswers:
    """Answers for one agent."""

    texts: Texts
    find_way: Callable[[str], Sequence[str] | None]
    """The exits to take to a room, by its exact name; None: there is no way or no such room."""

    def answer(
        self,
        heard: str,
        asker: str,
        situation: Situation,
        memories: Sequence[Experience],
        now: datetime,
        persona: str = "",
        before: str = "",
    ) -> Candidate | None:
        """Return the answer to `heard`; None if it is no plain question.

        `memories` are the agent's latest, oldest first; it knows those whom its `persona` names.
        `before` is what the asker said before.
        """
        if _MY_NAME.search(heard):
            return self._say(FIT, "speech.your-name", name=asker)
        if before and _JUST_SAID.search(heard):
            return self._say(SEEN_FIT, "speech.you-said", words=soften_quotes(before))
        if situation.time and _TIME.search(heard):
            time = situation.time
            return self._say(FIT, "time.now", phase=time.phase, clock=time.clock)
        if situation.time and situation.time.weather and _WEATHER.search(heard):
            weather = describe_weather(self.texts, situation.time)
            return Candidate(weather, Origin.MEMORY, FIT, found=KNOWN)
        if _WHERE_ARE_YOU.search(heard):
            return self._say(SEEN_FIT, "speech.here", place=lower_article(situation.place))
        asked = _WHERE_IS.search(heard)
        who = (asked["who"] or asked["where"]) if asked else ""
        told = self._tell_where(who, asker, situation, memories, now) if who else None
        if told is None and who and mentions_name(persona, who):
            told = self._say(NOT_SEEN_FIT, "speech.not-seen", who=who)
        return self._tell_way(heard, situation) or told

    def _tell_where(
        self,
        who: str,
        asker: str,
        situation: Situation,
        memories: Sequence[Experience],
        now: datetime,
    ) -> Candidate | None:
        here = lower_article(situation.place)
        if who == asker or who in situation.occupants:
            return self._say(SEEN_FIT, "speech.is-here", who=who, place=here)
        seen = find_last_sighting(who, memories)
        if seen is None:
            return None
        when = describe_day(seen.at, now)
        if seen.gone_to:
            place, to = lower_article(seen.place), lower_article(seen.gone_to)
            return self._say(SEEN_FIT, "speech.went", who=who, place=place, to=to, when=when)
        place = lower_article(seen.place)
        return self._say(SEEN_FIT, "speech.saw", who=who, place=place, when=when)

    def _tell_way(self, heard: str, situation: Situation) -> Candidate | None:
        asked = _WAY.search(heard)
        if asked is None:
            return None
        bare = re.sub(r"^the ", "", asked["place"].strip(), flags=re.IGNORECASE)
        for place in (bare, f"The {bare}"):
            way = self.find_way(place)
            if way:
                here = lower_article(situation.place)
                return self._say(FIT, "speech.way", place=here, way=", then ".join(way))
            if way is not None:
                return self._say(FIT, "speech.here", place=lower_article(situation.place))
        return None

    def _say(self, fit: float, key: str, **values: str) -> Candidate:
        names = self.texts.names(key)
        said = self.texts.say(key, **{name: values[name] for name in names})
        return Candidate(" ".join(said.split()), Origin.MEMORY, fit, found=KNOWN)


def address_hearer(heard: str, me: str) -> str:
    """Return a question about the hearer by name as one to the hearer.

    ``What is Cobb like?`` is ``What are you like?`` to Cobb.
    """
    if not heard.rstrip().endswith("?"):
        return heard
    turned = heard
    for verb, form in (("is", "are"), ("was", "were"), ("does", "do"), ("has", "have")):
        turned = re.sub(rf"\b({verb}) {re.escape(me)}\b", f"{form} you", turned, flags=re.I)
    return turned


def find_last_sighting(who: str, memories: Iterable[Experience]) -> Sighting | None:
    """Return where `who` was seen last; `memories` are in order, oldest first."""
    last: Sighting | None = None
    for each in memories:
        moves = each.nature is Nature.MOVEMENT and each.text.startswith(f"{who} ")
        if moves and who not in each.occupants:
            to = _LEAVES_FOR.search(each.text)
            last = Sighting(each.place, each.at, to["place"] if to else "")
        elif each.place and any(mentions_name(name, who) for name in each.occupants):
            last = Sighting(each.place, each.at)
    return last
