"""Talk between agents, and their ways through the rooms, as their memories have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from agents.memory.core.records import Experience

#: Words in one room belong to one talk if they follow each other within so much time.
PAUSE = timedelta(seconds=60)

#: A lap has at least three and at most so many rooms.
LAP_ROOMS = 6

_QUOTED = re.compile(r'"(.*)"', re.DOTALL)
#: Words that pass on what somebody else said.
_PASSED_ON = re.compile(r"\b(?:told|said|tells|says)\b(?! (?:it|so)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Speech:
    """Something that an agent said aloud."""

    at: datetime
    speaker: str
    place: str
    words: str
    others: tuple[str, ...]


@dataclass(slots=True)
class Talk:
    """What was said in one room without a long pause, by two agents or more."""

    lines: list[Speech] = field(default_factory=list)

    @property
    def is_mutual(self) -> bool:
        """Whether more than one spoke."""
        return len({each.speaker for each in self.lines}) > 1


def list_speech(name: str, life: Sequence[Experience]) -> list[tuple[int, Speech]]:
    """Return the agent's own speech, each with the index of its memory."""
    return [
        (at, Speech(each.at, name, each.place, quoted[1], each.occupants))
        for at, each in enumerate(life)
        if each.line and each.ok and each.nature.is_speech and (quoted := _QUOTED.search(each.text))
    ]


def list_talks(lives: Mapping[str, Sequence[Experience]]) -> list[Talk]:
    """Return the talks among the agents, the earliest first."""
    spoken = [each for name, life in lives.items() for _, each in list_speech(name, life)]
    present: dict[str, Talk] = {}
    talks: list[Talk] = []
    for each in sorted(spoken, key=lambda speech: speech.at):
        talk = present.get(each.place)
        if talk is None or each.at - talk.lines[-1].at > PAUSE:
            talk = present[each.place] = Talk()
            talks.append(talk)
        talk.lines.append(each)
    return [talk for talk in talks if talk.is_mutual]


def is_left(talk: Talk, lives: Mapping[str, Sequence[Experience]], within: timedelta) -> bool:
    """Return whether one of those who talked went elsewhere soon after the last words."""
    last = talk.lines[-1]
    return any(
        last.at < each.at <= last.at + within and each.place != last.place
        for name in {line.speaker for line in talk.lines}
        for each in lives[name]
    )


def count_passed_on(speeches: Iterable[Speech], names: Iterable[str]) -> int:
    """Return how many lines tell what somebody who is named, or the hearer, said."""
    known = re.compile(rf"\b(?:you|{'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    return sum(
        bool(_PASSED_ON.search(each.words) and known.search(each.words)) for each in speeches
    )


def list_ways(life: Sequence[Experience]) -> list[str]:
    """Return the rooms in the order in which the agent came into them."""
    places = [each.place for each in life if each.line]
    return [*places[:1], *(to for before, to in pairwise(places) if to != before)]


def count_laps(ways: Sequence[str]) -> int:
    """Return how often the agent walked a way of three to six rooms again at once."""
    return max((_count_repeats(ways, size) for size in range(3, LAP_ROOMS + 1)), default=0)


def _count_repeats(ways: Sequence[str], size: int) -> int:
    longest = 0
    for run in _list_runs(ways, size):
        longest = max(longest, run // size)
    return longest


def _list_runs(ways: Sequence[str], size: int) -> Iterator[int]:
    run = 0
    for at in range(size, len(ways)):
        run = run + 1 if ways[at] == ways[at - size] and len(set(ways[at - size : at])) > 2 else 0
        yield run
