"""The conditions in the headings of ``voice.md``, and whether they hold at a moment."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.stems import stem_words
from agents.mind.voice.voice import COMPANY, Condition, ConditionKind
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.almanac.weather import WEATHERS
from world.boundaries import Situation
from world.calendar import PHASES
from world.names import key_of

CONDITIONS_ALLOWED = (
    f"at <room>, at {'|'.join(PHASES)}, with <name>, when {'|'.join(COMPANY)}, "
    f"when {'|'.join(WEATHERS)}, about <words>"
)

_PART = late_pattern(r"(at|in|with|when|about)\s+(.+)", re.IGNORECASE)
_WORDS: dict[str, ConditionKind] = {"with": "with", "when": "when", "about": "about"}

#: How much a condition that holds says for a line: the rarer, the more.
_POINTS: dict[ConditionKind, float] = {
    "at": 2,
    "hour": 1.5,
    "with": 2,
    "when": 0.5,
    "weather": 1,
    "about": 3,
}


class WrongCondition(Exception):
    """A heading is no condition. The message is what is wrong."""

    def __init__(self, what: str, read: str, allowed: str) -> None:
        super().__init__(what)
        self.what, self.read, self.allowed = what, read, allowed


@late_dataclass(frozen=True, slots=True)
class VoiceMoment:
    """Where an agent is, with whom, when, and what was last said or seen there."""

    place: str
    present: Sequence[str] = ()
    hour: str = ""
    """One of `PHASES`; empty if it is not known."""
    about: str = ""
    weather: str = ""
    """One of `WEATHERS`; empty if it is not known."""


def find_weather(situation: Situation) -> str:
    """Return the weather of a moment; empty: the world has none."""
    return situation.time.weather if situation.time else ""


def parse_heading(title: str, *, remarks: bool) -> tuple[str, tuple[Condition, ...]]:
    """Return the topic and the conditions of a heading such as ``Fear, at The Hall, at night``.

    A heading of `remarks` holds conditions only.  Among exchanges ``about`` is a topic: they say
    themselves what they are about.  Raises `WrongCondition`.
    """
    topic, conditions = "", []
    for part in filter(None, (part.strip() for part in title.split(","))):
        found = _PART.fullmatch(part)
        if found and (remarks or found[1].lower() != "about"):
            conditions.append(_make_condition(part, found[1].lower(), found[2]))
        elif remarks or conditions:
            raise WrongCondition("not a condition", part, CONDITIONS_ALLOWED)
        else:
            topic = f"{topic}, {part}" if topic else part
    return topic, tuple(conditions)


def _make_condition(part: str, word: str, value: str) -> Condition:
    value = value.strip("[]").strip()
    hour = value.lower().removeprefix("the ")
    if word in ("at", "in") and hour in PHASES:
        return Condition("hour", hour)
    if word in ("at", "in"):
        return Condition("at", value)
    if word == "when" and set(_split_weathers(value)) <= set(WEATHERS):
        return Condition("weather", value.lower())
    if word == "when" and value.lower() not in COMPANY:
        raise WrongCondition("not a condition", part, CONDITIONS_ALLOWED)
    if word == "about" and not all(_find_subjects(value)):
        raise WrongCondition("these words say too little", part, "about <a thing or a name>")
    return Condition(_WORDS[word], value.lower() if word == "when" else value)


def _split_weathers(value: str) -> list[str]:
    """Return the weathers in ``dry or frost``."""
    return re.split(r"\s+or\s+", value.lower())


def _find_subjects(words: str) -> list[frozenset[str]]:
    """Return the stems of each subject in ``bread or cheese``."""
    return [frozenset(stem_words(each)) for each in re.split(r"\bor\b", words)]


def rate_conditions(conditions: Sequence[Condition], moment: VoiceMoment) -> float | None:
    """Return how closely conditions describe the moment; None if one of them does not hold."""
    if all(_holds(each, moment) for each in conditions):
        return sum(_POINTS[each.kind] for each in conditions)
    return None


def _holds(condition: Condition, moment: VoiceMoment) -> bool:
    key = key_of(condition.value)
    match condition.kind:
        case "at":
            return key == key_of(moment.place)
        case "hour":
            return condition.value == moment.hour
        case "with":
            return key in map(key_of, moment.present)
        case "when":
            return (condition.value == "alone") is not bool(moment.present)
        case "weather":
            return moment.weather in _split_weathers(condition.value)
        case "about":
            said = frozenset(stem_words(moment.about))
            return any(subject <= said for subject in _find_subjects(condition.value))
