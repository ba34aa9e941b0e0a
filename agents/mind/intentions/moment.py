"""What requirements are held against: the moment, as the agent knows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile

from agents.memory.core.records import Experience
from agents.memory.language.stems import stem_words
from agents.mind.intentions.durations import is_within, parse_hours, read_hour
from agents.mind.intentions.intention import SOMEBODY, Need
from late.late_dataclass import late_dataclass
from world.boundaries import Situation
from world.names import key_of

#: What an agent has seen lately is among so many of its latest memories.
SEEN_LATELY = 12

#: What these kinds of requirements name things of.
_NAMED = {"has": "carrying", "here": "here", "state": "states", "seen": "seen"}


@late_dataclass(frozen=True, slots=True)
class IntentionMoment:
    """Where an agent is, when, with whom and with what, and what it has seen lately."""

    minutes: int
    """Of the world, since its beginning."""
    clock: str = ""
    phase: str = ""
    weather: str = ""
    place: str = ""
    present: tuple[str, ...] = ()
    carrying: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    """The names of the things that lie here."""
    states: tuple[str, ...] = ()
    """The states of the things at hand: ``great lamp lit``."""
    seen: tuple[str, ...] = ()


def make_moment(
    situation: Situation, phase: str, minutes: int, clock: str, memories: Sequence[Experience]
) -> IntentionMoment:
    """Return the moment of `situation`; a world with a time of its own knows it better."""
    time = situation.time
    return IntentionMoment(
        minutes=time.minutes if time else minutes,
        clock=time.clock if time else clock,
        phase=time.phase if time else phase,
        weather=time.weather if time else "",
        place=situation.place,
        present=situation.occupants,
        carrying=situation.carrying,
        here=situation.things,
        states=tuple(f"{thing} {state}" for thing, state in situation.states.items()),
        seen=list_seen(memories[-SEEN_LATELY:]),
    )


def list_seen(memories: Iterable[Experience]) -> tuple[str, ...]:
    """Return what happened before the agent's eyes: neither its own deeds nor anybody's words."""
    return tuple(
        each.text for each in memories if not each.is_own and not each.nature.is_expression
    )


def remember_since(moment: IntentionMoment, memories: Iterable[Experience]) -> IntentionMoment:
    """Return the moment with what was seen in `memories` alone."""
    return replace(moment, seen=list_seen(memories))


def has_spoken_since(memories: Sequence[Experience], moment: datetime) -> bool:
    """Return whether the agent has spoken since a moment; `memories` are in order."""
    later = takewhile(lambda each: each.at >= moment, reversed(memories))
    return any(each.is_own and each.nature.is_speech for each in later)


def holds_all(requirements: Iterable[Need], moment: IntentionMoment) -> bool:
    """Return whether all requirements hold."""
    return all(holds_one(each, moment) for each in requirements)


def holds_one(requirement: Need, moment: IntentionMoment) -> bool:
    """Return whether a requirement holds."""
    if any(_is_so(requirement, each, moment) for each in requirement.excluded):
        return False
    values = requirement.values
    return not values or any(_is_so(requirement, each, moment) for each in values)


def _is_so(requirement: Need, value: str, moment: IntentionMoment) -> bool:
    match requirement.kind:
        case "phase" | "weather":
            return value in (moment.phase, moment.weather)
        case "hour":
            return _is_hour(value, moment.clock)
        case "at":
            return key_of(value) == key_of(moment.place)
        case "with":
            return _is_among(value, moment.present)
        case _:
            return _is_named(value, getattr(moment, _NAMED[requirement.kind]))


def _is_hour(value: str, clock: str) -> bool:
    hours, hour = parse_hours(value), read_hour(clock)
    return hours is not None and hour is not None and is_within(hour, hours)


def _is_among(name: str, present: Sequence[str]) -> bool:
    return bool(present) if name == SOMEBODY else key_of(name) in map(key_of, present)


def _is_named(words: str, texts: Iterable[str]) -> bool:
    stems = frozenset(stem_words(words))
    return any(stems <= frozenset(stem_words(text)) for text in texts)
