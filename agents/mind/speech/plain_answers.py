"""Answers to plain questions: who the asker is, what was just said, the hour, the way.

They are the same with any model.  Where somebody is, `agents.mind.manners.sightings` answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from agents.memory.core.records import Experience
from agents.mind.fallback.small_talk import lower_article
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.knowledge.seats import Seats
from agents.mind.speech.knowledge.sums import work_out
from agents.mind.speech.knowledge.who_and_when import PresentAnswers
from agents.prose import soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.vault.texts import Texts
from world.vault.time_words import describe_weather

#: An exchange of the voice for just that goes first, what the asker told of themselves as well.
FIT = 0.7

#: What changes goes before all that a voice says at any time.
PRESENT_FIT = 1.5

#: Who asks to be shown a place is shown the way, which is more than what one says of the place.
SHOWN_FIT = 0.95

#: Of those it has talked with, it names so many, the last one first.
MOST_NAMED = 4

#: What a watcher reads of where such an answer comes from.
KNOWN = "what it sees and knows"

_NOW = r"(?: at)?(?: (?:right )?now| just now| today| lately| at the moment)?\W*$"
_MY_NAME = late_pattern(
    r"\bwhat(?: is|'s|’s) my name\b|\bwho am i(?:,? (?:again|then|now))?\W*$"
    r"|\bdo you (?:know|remember|recognise|recognize) (?:me|my name|who i am)\W*$",
    re.IGNORECASE,
)
_JUST_SAID = late_pattern(
    r"\bwhat (?:did I|have I|was I) (?:just )?(?:say|said|saying|tell you|told you)"
    r"(?: just now)?\W*$",
    re.IGNORECASE,
)
_TIME = late_pattern(
    r"\bwhat(?: is|'s|’s) the (?:time|hour)\b(?! (?:of|for|between|that)\b)"
    r"|\bwhat (?:time|hour) is it\b(?! (?:lit|that|when)\b)"
    r"|\bwhat (?:time|hour) (?:have you(?: got)?|do (?:you|we) (?:have|make it)|does (?:it|that|the"
    r" \w+|your \w+) say)\b"
    r"|\b(?:have you(?: got)?|do you (?:have|know)|you got|tell me|know) (?:what )?the (?:right )?"
    r"(?:time|hour)\b(?! (?:to|for|of|when)\b)|\bthe time,? (?:please|now)\W*$"
    r"|\bhow late (?:is it|has it got)\b|\bis it (?:very |already |really |that )?(?:late|early)"
    r"(?: (?:already|now|yet|here|up here))*(?=\W*$|[?])",
    re.IGNORECASE,
)
_WEATHER = late_pattern(r"\b(?:what|how)(?: is|'s|’s) the weather\b", re.IGNORECASE)
_TALKED = late_pattern(
    r"\bwho(?:m)?(?: else)? (?:have|did) you (?:talk(?:ed)?|spoken|speak) (?:with|to)\b",
    re.IGNORECASE,
)
_WHERE_ARE_YOU = late_pattern(rf"^\W*(?:and |so )?where are you{_NOW}", re.IGNORECASE)
_ANYBODY_HERE = late_pattern(
    r"\b(?:is|are) (?:any(?:one|body)?|some(?:one|body)|one) (?:of you )?(?:here|there|about|around"
    r"|at home)(?=\W*(?:[,.!?]|$)| (?:now|today|with you|then|please)\b)"
    r"|(?<!why )(?<!long )\bare you (?:still )?(?:here|there)\W*$",
    re.IGNORECASE,
)
_WAY = late_pattern(
    r"\b(?:how (?:do|does|can|could|would) (?:I|we|one) (?:(?:get|go|come|walk)"
    r"(?: (?:from here|over|up|down|back|out|across|in))* to|reach|find)"
    r"|(?:which|what) is the way to|the way to|which way (?:is(?: it)?(?: to)?|to)"
    r"|where(?: is|'s|’s))"
    r" (?P<place>(?:the )?[\w' -]{2,40}?)"
    r"(?: from here)?(?:,[^?]{0,30}| and\b[^?]*)?\W*$",
    re.IGNORECASE,
)
#: "Would you show me the lamp house?" "Take me to the mill, or point."
_SHOW = late_pattern(
    r"\b(?:show|take|lead|bring|guide|walk|point|direct) (?:me|us)"
    r"(?: (?:the way|how to (?:get|go)|along|over|up|down|back|out))*"
    r"(?: (?:to|towards?|into|around|round))? (?P<place>(?:the )?[\w' -]{2,40}?)"
    r"(?: (?:from here|please|then|now|first|later|tomorrow|today|one day|some day|some time))*"
    r"(?:,[^?]{0,30})?\W*$",
    re.IGNORECASE,
)
#: "How do I get to the lamp house?" asks for nothing but the way; "where is" may ask for more.
_HOW = late_pattern(r"\bhow \w+ \w+\b|\bway\b", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class PlainQuestion:
    """Words to answer, and what the agent sees and remembers when it hears them."""

    heard: str
    asker: str
    situation: Situation
    memories: Sequence[Experience]
    """The agent's latest, oldest first."""
    before: str = ""
    """What the asker said before."""
    me: str = ""
    """The agent's own name."""
    said: Sequence[str] = ()
    """What the agent has said to the asker."""

    @property
    def place(self) -> str:
        """Where the agent is, for the middle of a sentence."""
        return lower_article(self.situation.place)


@late_dataclass(frozen=True, slots=True)
class PlainAnswers:
    """Answers for one agent."""

    texts: Texts
    find_way: Callable[[str], Sequence[str] | None]
    """The exits to take to a room, by its exact name; None: there is no way or no such room."""
    list_own: Callable[[str], Sequence[str]] = lambda kind: ()
    """The lines that the agent's voice has for a kind of question."""
    list_rooms: Callable[[], Mapping[str, str]] = dict
    """The rooms of the world by name, each with its description."""

    def answer(self, asked: PlainQuestion) -> Candidate | None:
        """Return the answer; None if it is no plain question."""
        ways = (
            self._answer_call,
            self._tell_name,
            self._tell_words,
            self._tell_time,
            self._tell_company,
            self._tell_own_place,
            self._tell_present,
            self._tell_seen,
            self._tell_seat,
            self._tell_way,
            self._tell_sum,
        )
        return next(filter(None, (way(asked) for way in ways)), None)

    def _answer_call(self, asked: PlainQuestion) -> Candidate | None:
        """Return a yes to one who goes on by calling the agent's name: ``Hester?``"""
        words = asked.heard.strip(" ?!.,…").casefold()
        if not asked.before or words not in ("", asked.me.casefold()):
            return None
        return self._say(PRESENT_FIT, "speech.called", name=asked.asker)

    def _tell_name(self, asked: PlainQuestion) -> Candidate | None:
        if not _MY_NAME.search(asked.heard):
            return None
        return self._say(PRESENT_FIT, "speech.your-name", name=asked.asker)

    def _tell_words(self, asked: PlainQuestion) -> Candidate | None:
        if not asked.before or not _JUST_SAID.search(asked.heard):
            return None
        return self._say(PRESENT_FIT, "speech.you-said", words=soften_quotes(asked.before))

    def _tell_sum(self, asked: PlainQuestion) -> Candidate | None:
        result = work_out(asked.heard)
        return self._say(PRESENT_FIT, "speech.sum", result=result) if result else None

    def _tell_time(self, asked: PlainQuestion) -> Candidate | None:
        time = asked.situation.time
        if time and any(map(_TIME.search, split_sentences(asked.heard))):
            for own in self.list_own("hour"):  # in the manner of the one who is asked
                words = own.replace("{phase}", time.phase).replace("{clock}", time.clock)
                if words not in asked.said:
                    return Candidate(words, Origin.PLAIN, PRESENT_FIT, found=KNOWN)
            return self._say(PRESENT_FIT, "time.now", phase=time.phase, clock=time.clock)
        if time and time.weather and _WEATHER.search(asked.heard):
            weather = describe_weather(self.texts, time)
            return Candidate(weather, Origin.PLAIN, FIT, found=KNOWN)
        return None

    def _tell_company(self, asked: PlainQuestion) -> Candidate | None:
        if not _TALKED.search(asked.heard):
            return None
        spoke = (each.speaker for each in reversed(asked.memories) if each.nature.is_speech)
        others = list(dict.fromkeys(each for each in spoke if each and each != asked.asker))
        *first, last = others[:MOST_NAMED] or [""]
        if not last:
            return self._say(PRESENT_FIT, "speech.talked-nobody")
        names = self.texts.say("names.both", first=", ".join(first), last=last) if first else last
        return self._say(PRESENT_FIT, "speech.talked", names=names)

    def _tell_own_place(self, asked: PlainQuestion) -> Candidate | None:
        if not _WHERE_ARE_YOU.search(asked.heard):
            return None
        return self._say(PRESENT_FIT, "speech.here", place=asked.place)

    def _tell_present(self, asked: PlainQuestion) -> Candidate | None:
        if not _ANYBODY_HERE.search(asked.heard):
            return None
        others = [each for each in asked.situation.occupants if each != asked.asker]
        if not others:
            return self._say(PRESENT_FIT, "speech.present", name=asked.asker)
        *first, last = others
        both = self.texts.say("names.both", first=", ".join(first), last=last) if first else last
        return self._say(PRESENT_FIT, "speech.present-with", name=asked.asker, others=both)

    def _tell_seen(self, asked: PlainQuestion) -> Candidate | None:
        there = (asked.situation, asked.memories)
        return PresentAnswers(self.texts, asked.me, asked.asker, *there).answer(asked.heard)

    def _tell_seat(self, asked: PlainQuestion) -> Candidate | None:
        ways = (self.list_rooms, self.find_way)
        seats = Seats(self.texts, asked.me, asked.asker, asked.situation, *ways)
        return seats.answer(asked.heard)

    def _tell_way(self, asked: PlainQuestion) -> Candidate | None:
        for sentence in split_sentences(asked.heard):
            for pattern, key in ((_SHOW, "speech.way.shown"), (_WAY, "speech.way")):
                found = pattern.search(sentence)
                bare = pattern is _WAY and not _HOW.search(sentence)
                fit = FIT if bare else SHOWN_FIT
                way = self._find_way(found["place"]) if found else None
                if way is not None:
                    named = ", then ".join(f"'{each}'" for each in way)
                    told = {"way": named, "name": asked.asker}
                    return self._say(fit, key if way else "speech.here", place=asked.place, **told)
        return None

    def _find_way(self, place: str) -> Sequence[str] | None:
        bare = re.sub(r"^(?:the|your|this) ", "", place.strip(), flags=re.IGNORECASE)
        ways = (self.find_way(each) for each in (bare, f"The {bare}"))
        return next((each for each in ways if each is not None), None)

    def _say(self, fit: float, key: str, **values: str) -> Candidate:
        said = self.texts.say(key, **{name: values[name] for name in self.texts.names(key)})
        return Candidate(" ".join(said.split()), Origin.PLAIN, fit, found=KNOWN)


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
