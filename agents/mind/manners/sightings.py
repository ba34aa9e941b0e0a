"""Where somebody is, as far as an agent has seen it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from agents.memory.language.normalize import fold_name, mentions_name
from agents.memory.language.words import DIGITS, TEENS
from agents.mind.fallback.small_talk import lower_article
from agents.mind.manners.company import Company, Meeting
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.days import describe_day
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.vault.texts import Texts

#: What was seen goes before whatever else there is to say; not to know goes behind whatever names a
#: place and fits at all.
SEEN_FIT, UNKNOWN_FIT = 2.0, 0.45

#: What a watcher reads of where such an answer comes from.
FOUND = "whom it saw last, and where"

_ASKED = tuple(
    late_pattern(pattern, re.IGNORECASE)
    for pattern in (
        r"\bwhere(?:['’]s| is| has| did| was)\s+(?P<who>[^?.!,;:]+)",
        r"\bwhere (?:can|could|do|does|might|will|would|shall) (?:I|we|one) find\s+"
        r"(?P<who>[^?.!,;:]+)",
        r"\bhow (?:do|can|could|shall) (?:I|we|one) (?:find|reach)\s+(?P<who>[^?.!,;:]+)",
        r"\bwhere (?:does|did|would)\s+(?P<who>\w+)\s+(?:go|sit|walk|hide)\b",
        r"\bwhere\s+(?P<who>[^?.!,;:]+?)\s+(?:is|was|went|has gone|might be)\b",
        r"\b(?:have|did) you (?:ever |just )?(?:seen|see)\s+(?P<who>[^?.!,;:]+)",
    )
)
_BESIDES = late_pattern(
    r"\s+(?:gone|went|go|got to|off to|now|just now|today|tonight|this morning|lately|about|around"
    r"|anywhere|from here|at the moment|right now|these days|at|please|then"
    r"|later|next|tomorrow|tonight)\s*$",
    re.IGNORECASE,
)
_NAME = late_pattern(r"[A-Z][\w'’-]*")
_PLACE = late_pattern(
    r"\b(?:(?i:at|in|on|to|by|near|under|behind|beside|above|below|across|past|inside|outside)\s+"
    r"(?:the|a|an|my|his|her|their|our|[A-Z]\w+)|The [A-Z]\w+|(?i:up|down)stairs|home)\b"
)


@late_dataclass(frozen=True, slots=True)
class SightingAnswers:
    """Answers for one agent, from the company it has had.

    `lore` are texts whose names it knows; `is_awake` returns whether there is somebody of a name.
    """

    company: Company
    texts: Texts
    lore: Iterable[str]
    is_awake: Callable[[str], bool]

    def answer(self, heard: str, asker: str, here: Situation, now: datetime) -> Candidate | None:
        """Return what the agent saw of the one whom `heard` asks for, or that it does not know.

        None: the words ask for nobody. Somebody whom the agent has never met has to be asked for by
        a single name with a capital.
        """
        sought = find_sought(heard)
        met = self.company.meetings
        name = _find_name(sought, (*here.occupants, *met))
        if name and name != asker:
            seen = self._say_seen(name, met.get(name), here, now)
            return Candidate(seen, Origin.MEMORY, SEEN_FIT, found=FOUND)
        if _find_name(sought, (asker, self.company.me)) or not self._is_stranger(sought, here):
            return None
        unknown = self._say("unknown", name=sought)
        return Candidate(unknown, Origin.MEMORY, UNKNOWN_FIT, found=FOUND)

    def _say_seen(self, name: str, met: Meeting | None, here: Situation, now: datetime) -> str:
        if met is None or name in here.occupants:
            return self._say("with-me", name=name, place=lower_article(here.place))
        when = describe_ago(met.seen, now)
        if met.place in ("", here.place):
            return self._say("seen-here", name=name, when=when)
        return self._say("seen", name=name, place=lower_article(met.place), when=when)

    def _is_stranger(self, sought: str, situation: Situation) -> bool:
        """Return whether words are a person's name, or that of nothing the agent knows."""
        if not _NAME.fullmatch(sought):
            return False
        known = (*_list_near(situation), *self.lore)
        return self.is_awake(sought) or not any(mentions_name(each, sought) for each in known)

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


def names_place(words: str) -> bool:
    """Return whether `words` say where something is, as far as a rule can tell."""
    return _PLACE.search(words) is not None


def describe_ago(at: datetime, now: datetime) -> str:
    """Return how long ago something was, as one says it without a clock: ``just now``, ``half an
    hour ago``, ``on Tuesday``."""
    minutes = (now - at) // timedelta(minutes=1)
    spoken = next((words for below, words in _AGO if minutes < below), "")
    hours = (minutes + 30) // 60
    if spoken or hours >= 12:
        return spoken or describe_day(at, now)
    return f"{(*DIGITS, *TEENS)[hours]} hours ago"


#: Below so many minutes, and what one says then.
_AGO = (
    (2, "just now"),
    (11, "a few minutes ago"),
    (23, "a quarter of an hour ago"),
    (45, "half an hour ago"),
    (90, "an hour ago"),
)


def _find_name(sought: str, names: Iterable[str]) -> str:
    folded = fold_name(sought)
    known = {fold_name(each): each for each in names}
    first = next((each for each in known if folded.startswith(f"{each} ")), "")
    return known.get(folded) or known.get(first, "")


def _list_near(situation: Situation) -> Iterator[str]:
    """Yield the names of what is at hand or near."""
    yield from (situation.place, *situation.exits, *situation.exits.values())
    yield from (*situation.things, *situation.fixtures, *situation.carrying)
