"""What an agent answers when it is asked about its intentions; the same with any model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.mind.fallback.small_talk import lower_article
from agents.mind.intentions.asking.names import list_asked_names
from agents.mind.intentions.asking.requests import (
    asks_what_one_did,
    asks_what_one_does,
    find_asked_about,
    find_day_asked,
    find_heard,
    find_requested,
)
from agents.mind.intentions.choosing import Ending
from agents.mind.intentions.durations import describe_hour, parse_hours, read_hour
from agents.mind.intentions.intention import Intention, Need
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.intentions.moment import IntentionMoment, holds_one
from agents.prose import end_sentence
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Perception
from world.calendar import DAY_MINUTES
from world.vault.texts import Texts

#: "Have you ever kept bees?" asks of a life, and not of what was done today.
_EVER = late_pattern(r"\byou ever\b", re.IGNORECASE)
_TODAY = late_pattern(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", re.IGNORECASE)
_OWN = late_pattern(r"\b(?:his|her) (?=\w)")
_REMEMBERS = late_pattern(r"\bremember\b", re.IGNORECASE)
_WHERE_TO = late_pattern(
    r"\b(?:(?:some|any)?where|going|off|heading|headed|bound|way|leaving|setting out)\b",
    re.IGNORECASE,
)
#: What it did within so many minutes of the world's is what it did just now.
LATELY = 240
#: Of a day, so many of the last deeds are told.
MOST_TOLD = 3

#: Texts that say when a requirement would hold: for what must be so, and for what must not.
_WHEN: dict[str, tuple[str, str]] = {
    "phase": ("intention.when-phase", "intention.when-phase-not"),
    "hour": ("intention.when-hour", "intention.when-hour-not"),
    "at": ("intention.when-at", "intention.when-at-not"),
    "with": ("intention.when-with", "intention.when-with-not"),
    "has": ("intention.when-has", "intention.when-has-not"),
    "here": ("intention.when-here", "intention.when-here-not"),
    "state": ("intention.when-here", "intention.when-here-not"),
    "weather": ("intention.when-weather", "intention.when-weather-not"),
    "seen": ("intention.when-seen", "intention.when-seen-not"),
}


@late_dataclass(frozen=True, slots=True)
class IntentionAnswers:
    """Answers for one agent, called `me`."""

    me: str
    keeper: IntentionKeeper
    texts: Texts

    def answer(self, question: Perception, heard: str) -> str:
        """Return an answer to the words `heard` of `question`; empty if they do not ask about
        intentions.

        Requests of people are answered, not those of agents; `refuse` says when those would be
        granted that cannot be now.
        """
        intentions, speaker = self.keeper.intentions, question.actor or ""
        is_person = question.actor_kind != "agent"
        asked = find_requested(heard, self.me, intentions) if is_person else None
        if asked is not None:
            return "" if self._find_lacking(asked) else self._answer_request(asked, heard, speaker)
        reason = find_heard(heard, intentions)
        if reason is not None and reason.because and self.keeper.is_pursued(reason.name):
            return end_sentence(reason.because)
        of_life = _EVER.search(heard) is not None
        done = None if of_life else find_asked_about(heard, self.me, intentions)
        if done is not None and not done.secret:
            return self._tell_ending(done, list_asked_names(done, heard, speaker, self.me), heard)
        day = find_day_asked(heard)
        if day is not None and (told := self._tell_day(day, heard)):
            return told
        if asks_what_one_does(heard):
            return self._tell_doing(heard)
        return self._tell_before() if day == 0 or asks_what_one_did(heard) else ""

    def give_reason(self, said: str) -> str:
        """Return why it does what it `said` last that it did; empty: it told of nothing such."""
        told = (each for each in self.keeper.intentions if each.doing and not each.secret)
        found = [each for each in told if _say_of_oneself(each.doing) in said]
        last = max(found, key=lambda each: said.rindex(_say_of_oneself(each.doing)), default=None)
        because = end_sentence(last.because) if last else ""
        return "" if because in said else because

    def refuse(self, question: Perception, heard: str) -> str:
        """Return when what a person asks for would be granted; empty if nothing stands against it,
        or nothing is asked for."""
        if question.actor_kind == "agent":
            return ""
        asked = find_requested(heard, self.me, self.keeper.intentions)
        lacking = self._find_lacking(asked) if asked else None
        if asked is None or lacking is None:
            return ""
        when, because = self._describe_requirement(lacking), end_sentence(asked.because)
        return self._say("intention.not-now", when=when, because=because)

    # --- requests -----------------------------------------------------------------------

    def _answer_request(self, asked: Intention, heard: str, speaker: str) -> str:
        keeper, because = self.keeper, end_sentence(asked.because)
        moment = keeper.find_moment()
        if keeper.is_pursued(asked.name):
            return self._say("intention.yes", because=because)
        last = keeper.state.endings.get(asked.name)
        names = list_asked_names(asked, heard, speaker, self.me)
        if last is not None and not keeper.allows(asked, moment, names):
            return self._describe_ending(asked, last, moment)
        return ""

    def _find_lacking(self, asked: Intention) -> Need | None:
        """Return the first requirement that does not hold; None: all do, or it is being done."""
        if self.keeper.is_pursued(asked.name):
            return None
        moment = self.keeper.find_moment()
        return next((each for each in asked.when if not holds_one(each, moment)), None)

    def _describe_requirement(self, lacking: Need) -> str:
        """Return when a requirement would hold: ``at dusk``."""
        values = lacking.values or lacking.excluded
        key = _WHEN[lacking.kind][0 if lacking.values else 1]
        named = [lower_article(each) for each in values]
        if lacking.kind == "hour":
            # One who is asked to come back is told when it begins, or when its hindrance ends.
            ends = [parse_hours(each) or (0, 0) for each in values]
            named = [describe_hour(begin if lacking.values else end) for begin, end in ends]
            hour = read_hour(self.keeper.find_moment().clock) or 0
            if lacking.values and all(begin < end <= hour for begin, end in ends):
                key = "intention.when-hour-over"
        words = self._say("intention.or", first=", ".join(named[:-1]), last=named[-1])
        listed = words if len(named) > 1 else named[0]
        return self._say(key, values=listed)

    # --- what was done ------------------------------------------------------------------

    def _tell_ending(self, done: Intention, names: Sequence[str], heard: str) -> str:
        keeper, moment = self.keeper, self.keeper.find_moment()
        pursued = keeper.list_pursued_names(done.name)
        if keeper.is_pursued(done.name) and (not names or set(names).intersection(pursued)):
            return self._say("intention.at-it", because=end_sentence(done.because))
        last = keeper.state.endings.get(done.name)
        if last is not None and names and set(names) <= last.named.keys():
            last = Ending(max(last.named[each] for each in names))
        elif names:
            last = None
        if last is None or not moment.minutes - last.minutes >= 0:
            return self._say("intention.not-yet", because=end_sentence(done.because))
        if _TODAY.search(heard) and _count_back(last.minutes, moment)[0]:
            return ""  # whether it did so today, it knows otherwise
        return self._describe_ending(done, last, moment)

    def _tell_day(self, days_ago: int, heard: str) -> str:
        """Return what it did last on a day, in order.

        Where there is nothing of which it may speak, it says so only if it is asked for memories.
        """
        moment, endings = self.keeper.find_moment(), self.keeper.state.endings
        told = [
            (endings[each.name].minutes, each.doing)
            for each in self.keeper.intentions
            if each.name in endings and endings[each.name].is_done
            if each.doing and not each.secret and not each.is_sleep
            if 0 <= endings[each.name].minutes <= moment.minutes
            if _count_back(endings[each.name].minutes, moment)[0] == days_ago
        ]
        doings = [_say_of_oneself(doing) for _, doing in sorted(told)[-MOST_TOLD:]]
        if not doings:
            return self._say("intention.was-nothing") if _REMEMBERS.search(heard) else ""
        listed = doings[0]
        for each in doings[1:]:
            listed = self._say("intention.then", first=listed, last=each)
        return self._say(("intention.was-today", "intention.was-yesterday")[days_ago], doing=listed)

    def _tell_before(self) -> str:
        """Return what it did last, if that was today, and what it is doing now; else that it was
        nothing."""
        moment, keeper = self.keeper.find_moment(), self.keeper
        done = [
            (ending.minutes, each)
            for each in keeper.intentions
            if (ending := keeper.state.endings.get(each.name)) is not None and ending.is_done
            if each.doing and not each.secret
            if 0 <= moment.minutes - ending.minutes <= LATELY
        ]
        present = keeper.find_present()
        now = present.doing if present and not (present.secret or present.is_sleep) else ""
        before = max(done, key=lambda each: each[0])[1].doing if done else ""
        said = [_say_of_oneself(each) for each in dict.fromkeys((before, now)) if each]
        if not said:
            return self._say("intention.was-idle")
        return self._say("intention.was-before", doing=said[0]) + (
            " " + self._say("intention.and-now", doing=said[1]) if len(said) > 1 else ""
        )

    def _describe_ending(self, done: Intention, last: Ending, moment: IntentionMoment) -> str:
        when = self._describe_time(last.minutes, moment)
        because = end_sentence(done.because)
        key = "intention.did" if last.is_done else "intention.did-not"
        return self._say(key, when=when, why=last.why, because=because)

    def _describe_time(self, minutes: int, moment: IntentionMoment) -> str:
        days, of_day = _count_back(minutes, moment)
        key = ("intention.today", "intention.yesterday")[days] if days < 2 else "intention.days-ago"
        return self._say(key, clock=f"{of_day // 60:02}:{of_day % 60:02}", days=days)

    # --- what is being done -------------------------------------------------------------

    def _tell_doing(self, heard: str) -> str:
        keeper = self.keeper
        pursuit, intention = keeper.state.present, keeper.find_present()
        if pursuit is None:
            nowhere = _WHERE_TO.search(heard) is not None
            return self._say("intention.nowhere" if nowhere else "intention.nothing")
        if intention is None:
            return self._say("intention.mean", name=pursuit.name, because="")
        because = end_sentence(intention.because)
        if intention.secret and not because:
            return ""
        if not intention.doing:
            return because or self._say("intention.mean", name=intention.name, because="")
        doing = _say_of_oneself(intention.doing)
        if keeper.is_walking and not intention.secret:
            place = lower_article(keeper.plan.place)
            return self._say("intention.going", place=place, doing=doing, because=because)
        # Who says so is not asleep any more.
        key = "intention.woken" if intention.is_sleep else "intention.doing"
        return self._say(key, doing=doing, because=because)

    def _say(self, key: str, **values: object) -> str:
        return " ".join(self.texts.say(key, **values).split())


def _say_of_oneself(doing: str) -> str:
    """Return what somebody does as they say it themselves: ``looking in my pockets``."""
    return _OWN.sub("my ", doing)


def _count_back(minutes: int, moment: IntentionMoment) -> tuple[int, int]:
    """Return how many days ago a time was, and its minute of the day, by the moment's clock, which
    may be a local one."""
    hour, _, minute = moment.clock.partition(":")
    now = int(hour or 0) * 60 + int(minute or 0)
    then = now - (moment.minutes - minutes)
    return -(then // DAY_MINUTES), then % DAY_MINUTES
