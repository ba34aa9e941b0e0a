"""What can be done with things: the words for it, and what a thing allows.

A deed is a command such as ``light``.  What it means for a thing stands in the note of the thing's
room, and the thing itself keeps it, so that it holds wherever the thing is carried.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, field
from functools import lru_cache

from late.late_dataclass import late_dataclass
from world.model import Thing

STATE = "state"
"""On a thing: the word for how it is now, such as ``lit``."""

USAGE = "usage"
"""On a thing: what its note says of states and deeds."""


@late_dataclass(frozen=True, slots=True)
class DeedWord:
    """A deed as a command: its name, its summary and how else it may be typed."""

    name: str
    summary: str
    example: str
    aliases: tuple[str, ...] = ()
    particle: str = ""
    """A word that may stand before or after the thing: ``put the lamp out``."""
    phrasal: str = ""
    """An alias that means the deed only with the particle."""


DEED_WORDS = (
    DeedWord("light", "Light a lamp, a fire, a candle", "light great lamp", ("kindle",), "up"),
    DeedWord(
        "douse", "Put out what burns", "douse great lamp", ("extinguish", "put"), "out", "put"
    ),
    DeedWord("cover", "Cover something", "cover copper dish", (), "up"),
    DeedWord("uncover", "Take the cover off something", "uncover copper dish"),
    DeedWord("measure", "Measure something", "measure brass gauge"),
    DeedWord("tend", "Look after what grows, lives or burns", "tend apple tree", ("water",)),
    DeedWord("mend", "Work on something that is not finished or not whole", "mend net", ("carve",)),
    DeedWord("ring", "Ring something", "ring bronze bell"),
    DeedWord("eat", "Eat something, or from something", "eat bread", ("taste",), "from"),
)
"""The deeds that a note may allow, in the order of help."""

DEED_NAMES = tuple(word.name for word in DEED_WORDS)


@late_dataclass(frozen=True, slots=True)
class Deed:
    """What one deed does with one thing."""

    start: tuple[str, ...] = ()
    """The states in which it can be done; empty: in any."""
    end: str = ""
    """The state afterwards; empty: as before."""
    own: str = ""
    """What the actor reads; empty: the general sentence."""
    others: str = ""
    """What bystanders read; empty: the general sentence."""
    uses_up: bool = False
    """Whether the thing is gone afterwards."""


@late_dataclass(frozen=True, slots=True)
class ThingUse:
    """What a thing allows: its states with a sentence for each, its deeds, and whether it is
    written in."""

    state: str = ""
    """The state it starts with."""
    states: Mapping[str, str] = field(default_factory=dict)
    deeds: Mapping[str, Deed] = field(default_factory=dict)
    writable: bool = False

    def encode(self) -> str | None:
        """Return it as a property's value; None if the thing allows nothing."""
        return None if self == ThingUse() else json.dumps(asdict(self), ensure_ascii=False)


def usage_of(thing: Thing) -> ThingUse:
    """Return what the thing allows."""
    return _decode(thing.properties.get(USAGE, ""))


@lru_cache(maxsize=1024)
def _decode(text: str) -> ThingUse:
    if not text:
        return ThingUse()
    kept = json.loads(text)
    deeds = {name: _decode_deed(each) for name, each in kept["deeds"].items()}
    return ThingUse(kept["state"], kept["states"], deeds, kept["writable"])


def _decode_deed(kept: Mapping[str, object]) -> Deed:
    values = {**kept, "start": tuple(kept["start"])}  # type: ignore[arg-type]  # a list of words
    return Deed(**values)  # type: ignore[arg-type]  # as `ThingUse.encode` wrote it


def is_usable(thing: Thing) -> bool:
    """Return whether there is anything to do with the thing but look at it."""
    usage = usage_of(thing)
    return bool(usage.deeds) or usage.writable


def state_of(thing: Thing) -> str:
    """Return the word for how the thing is now; empty if it has no states."""
    return thing.properties.get(STATE, "")


def describe_state(thing: Thing) -> str:
    """Return the sentence that its note has for the thing's present state; may be empty."""
    return usage_of(thing).states.get(state_of(thing), "")


def list_possible_deeds(thing: Thing) -> Iterator[str]:
    """Yield the names of the deeds that the thing allows in its present state."""
    for name, deed in usage_of(thing).deeds.items():
        if not deed.start or state_of(thing) in deed.start:
            yield name
