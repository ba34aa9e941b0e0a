"""Where one can sit, read or get warm: in this room, or else in the nearest that has a place.

It is told in the sentence by which a room, or a thing in it, is described.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from agents.memory.language.words import MODALS, any_of
from agents.mind.fallback.small_talk import lower_article
from agents.mind.fallback.wordings import choose_wording, turn_of
from agents.mind.speech.candidates import Candidate, Origin
from agents.prose import soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.vault.texts import Texts

#: What a voice has for just that goes first.
SEAT_FIT = 0.9

#: What a watcher reads of where such an answer comes from.
SEEN = "what it sees and has seen"

#: A longer sentence is told up to its first pause.
LONGEST = 130

_ADVERBS = r"(?:(?:please|just|maybe|perhaps|also|quietly|safely|best|then|go|to) )*"
_REST = (
    r"(?:sit(?: down)?|have a seat|rest|read|write|knit|draw|study|work|wait|perch|settle"
    r"|put my feet up|warm (?:up|myself|ourselves|my \w+)|get warm|dry off)"
)
_SEAT = r"(?:seat|chair|bench|stool|armchair|sofa|couch|place|spot|corner|somewhere|anywhere)"
_ASKS = late_pattern(
    rf"\bwhere (?:{any_of(MODALS)}|do) (?:I|we|one) {_ADVERBS}{_REST}\b"
    rf"|\b(?:some|any)(?:where|place) (?:(?:quiet|dry|warm|here|else|nice|out of \w+(?: \w+)?) )*"
    rf"(?:(?:that |where )?(?:I|we|one) (?:can|could|may|might)|to|for me to)\b[^?.!]{{0,30}}?"
    rf"\b{_REST}\b"
    rf"|\bis there (?:an?|any|some\w*|another) (?:\w+ )??{_SEAT}\b[^?.!]{{0,40}}?\b{_REST}\b"
    r"|\bis there (?:an?|any) (?:seat|chair|bench|stool|armchair)\b"
    r"|\bwh(?:ich|at) (?:seat|chair|bench|stool) (?:may|can|could|should|shall|do) (?:I|we)\b",
    re.IGNORECASE,
)
#: "Where do you sit?" and "Where can I sit an exam?" ask for something else.
_NOT_SO = late_pattern(r"\b(?:sit|write|read|draw) (?:an?|the|my|to) (?!letter\b|book\b)", re.I)
_WARMTH = late_pattern(r"\bwarm|\bdry off\b", re.IGNORECASE)
_SITS = late_pattern(
    r"\b(?:bench(?:es)?|(?:arm)?chairs?|stools?|settles?|seats?|cushions?|sofa|couch|pews?)\b", re.I
)
_WARMS = late_pattern(r"\b(?:hearth|stove|fire|fireplace|warm)\b", re.IGNORECASE)
_PAUSE = late_pattern(r"[:;]|, (?:and|but|which)\b| that has\b", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class Seats:
    """Answers of one agent, called `me`, to `asker`."""

    texts: Texts
    me: str
    asker: str
    situation: Situation
    list_rooms: Callable[[], Mapping[str, str]]
    """Return the rooms of the world by name, each with its description."""
    find_way: Callable[[str], Sequence[str] | None]

    def answer(self, heard: str) -> Candidate | None:
        """Return where it is; None: nobody asks for it, or there is no such place."""
        asked = next((e for e in split_sentences(heard) if _ASKS.search(e)), "")
        if not asked or _NOT_SO.search(asked):
            return None
        wanted = _WARMS if _WARMTH.search(asked) else _SITS
        here = (self.situation.description, *self.situation.descriptions.values())
        if words := next(filter(None, (_find_sentence(each, wanted) for each in here)), ""):
            return self._say("speech.seat", words=words)
        ways = sorted(self._list_ways(wanted), key=lambda each: len(each[0]))
        for way, place, words in ways[:1]:
            named = ", then ".join(f"'{each}'" for each in way)
            where = {"place": lower_article(place), "way": named, "words": words}
            return self._say("speech.seat.elsewhere", **where)
        return None

    def _list_ways(self, wanted: re.Pattern[str]) -> Iterator[tuple[Sequence[str], str, str]]:
        """Yield each room that has such a place, behind the way to it, with what is said of it."""
        for place, described in self.list_rooms().items():
            words = _find_sentence(described, wanted)
            way = self.find_way(place) if words else None
            if way:
                yield way, place, words

    def _say(self, key: str, **values: str) -> Candidate:
        """Return one of the lines of a text, for each agent another one."""
        given = {**values, "name": self.asker}
        words = choose_wording(self.texts, key, turn_of(self.me), given)
        return Candidate(words, Origin.PLAIN, SEAT_FIT, found=SEEN)


def _find_sentence(described: str, wanted: re.Pattern[str]) -> str:
    """Return the sentence of a description that has what is wanted; empty: none has."""
    plain = described.replace("[[", "").replace("]]", "")
    found = next((e for e in split_sentences(plain) if wanted.search(e)), "")
    if len(found) > LONGEST:
        cuts = (e.start() for e in _PAUSE.finditer(found) if wanted.search(found[: e.start()]))
        at = next(cuts, 0)
        found = f"{found[:at].rstrip(' ,')}." if at else found
    return soften_quotes(found)
