"""Where somebody is, as far as an agent has seen it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.memory.language.normalize import fold_name, mentions_name
from agents.mind.fallback.small_talk import lower_article
from agents.mind.manners.company import Company
from agents.mind.speech.remembered import describe_day
from world.boundaries import Situation
from world.vault.texts import Texts

#: What was seen goes before whatever else there is to say; not to know goes before a saying that
#: was written for other words, and not before what was written or remembered of just that person.
SEEN_FIT, UNKNOWN_FIT = 2.0, 0.7

_ASKED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bwhere(?:['’]s| is| has| did| was)\s+(?P<who>[^?.!,;:]+)",
        r"\bwhere (?:can|could|do|does|might|will|would|shall) (?:I|we|one) find\s+"
        r"(?P<who>[^?.!,;:]+)",
        r"\bwhere\s+(?P<who>[^?.!,;:]+?)\s+(?:is|was|went|has gone|might be)\b",
        r"\b(?:have|did) you (?:ever |just )?(?:seen|see)\s+(?P<who>[^?.!,;:]+)",
    )
)
_BESIDES = re.compile(
    r"\s+(?:gone|went|go|got to|off to|now|just now|today|tonight|this morning|lately|about|around"
    r"|anywhere|at the moment|right now|these days|at|please|then)\s*$",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Z][\w'’-]*")


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Answers for one agent, from the company it has had.

    `lore` are texts whose names it knows; `is_awake` returns whether there is somebody of a name.
    """

    company: Company
    texts: Texts
    lore: Iterable[str]
    is_awake: Callable[[str], bool]

    def answer(
        self, heard: str, asker: str, situation: Situation, now: datetime
    ) -> tuple[str, float] | None:
        """Return where the one is whom `heard` asks for, and how well that fits; None: nobody.

        Somebody whom the agent has never met has to be asked for by a single name with a capital.
        """
        sought = find_sought(heard)
        here, met = situation.occupants, self.company.meetings
        name = _find_name(sought, (*here, *met))
        if name == asker:
            return None
        if name in here:
            return self._say("with-me", name=name, place=lower_article(situation.place)), SEEN_FIT
        if name:
            meeting = met[name]
            place, when = meeting.place, describe_ago(meeting.seen, now)
            if place and place != situation.place:
                return self._say("seen", name=name, place=lower_article(place), when=when), SEEN_FIT
            return self._say("seen-here", name=name, when=when), SEEN_FIT
        if _find_name(sought, (asker, self.company.me)) or not self._is_stranger(sought, situation):
            return None
        return self._say("unknown", name=sought), UNKNOWN_FIT

    def _is_stranger(self, sought: str, situation: Situation) -> bool:
        """Return whether words are a person's name, or that of nothing the agent knows."""
        if not _NAME.fullmatch(sought) or any(_list_near(sought, situation)):
            return False
        return self.is_awake(sought) or not any(mentions_name(each, sought) for each in self.lore)

    def _say(self, key: str, **values: str) -> str:
        return " ".join(self.texts.say(f"whereabouts.{key}", **values).split())


def find_sought(heard: str) -> str:
    """Return the words for the one who is asked for: ``Where is old Cobb now?``; empty: nobody."""
    for pattern in _ASKED:
        if found := pattern.search(heard):
            sought = found["who"].strip()
            while (shorter := _BESIDES.sub("", sought)) != sought:
                sought = shorter
            return sought
    return ""


def describe_ago(at: datetime, now: datetime) -> str:
    """Return how long ago something was: ``just now``, ``20 minutes ago``, ``on Tuesday``."""
    minutes = (now - at) // timedelta(minutes=1)
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes} minutes ago"
    hours = minutes // 60
    if hours < 12:
        return "an hour ago" if hours == 1 else f"{hours} hours ago"
    return describe_day(at, now)


def _find_name(sought: str, names: Iterable[str]) -> str:
    folded = fold_name(sought)
    return next((each for each in names if folded and fold_name(each) == folded), "")


def _list_near(name: str, situation: Situation) -> Iterator[str]:
    """Yield what is at hand or near and has `name` in its own."""
    near = (situation.place, *situation.exits, *situation.exits.values())
    at_hand = (*situation.things, *situation.fixtures, *situation.carrying)
    yield from (each for each in (*near, *at_hand) if mentions_name(each, name))
