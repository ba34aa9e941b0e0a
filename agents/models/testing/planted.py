"""Planted facts: sentences whose survival in summaries a test can check.

A fact joins an invented name with a number.  The number and the wording follow from the name, so
a reader that finds both in one clause (a model server, a test, a benchmark) knows the fact
without a list of what was planted.  With another number it is not the fact.
"""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import product
from zlib import crc32

from agents.prose import CITATION, CLOSING, STOP
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_BEGINNINGS = (
    "Bar Bel Bran Cal Cor Dar Del Dun Fal Fen Gar Gal Hal Har Jor Kel Kor Lan Lor Mar Mel Nor"
    " Pel Quil Ral Ros Sel Tal Tor Ul Val Wen Yar Zel"
)
_MIDDLES = "a e i o u ba da di go ka la le li lo ma me mi na ne no ra ri ro sa ta to va vi"
_ENDS = (
    "beck by dale den don fell field ford gard ham hold holm land ley low mere mond more ness"
    " rick shaw stead stone ton vale wick worth wyn"
)
_SYLLABLES = [each.split() for each in (_BEGINNINGS, _MIDDLES, _ENDS)]

#: Each wording, the words that ask for it, and its tag.
_WORDINGS = (
    ("The code for the {name} gate is {number}", "{name} gate code", "secret"),
    ("The debt to {name} stands at {number} silver pence", "{name} debt", "debt"),
    ("The key of the {name} house hangs on hook {number}", "{name} house key", "place"),
    ("The bell of {name} was cast in the year {number}", "{name} bell", "history"),
    ("The {name} ferry carries {number} sacks of barley", "{name} ferry barley", "trade"),
    ("The letter for {name} lies in pigeonhole {number}", "{name} letter", "promise"),
    ("The {name} orchard has {number} old apple trees", "{name} orchard trees", "place"),
    ("The road to {name} is {number} paces long", "{name} road paces", "place"),
    ("The wreck of the {name} lies at mark {number}", "{name} wreck mark", "secret"),
    ("The {name} beacon burns {number} logs each winter", "{name} beacon logs", "work"),
    ("The book of {name} breaks off at page {number}", "{name} book page", "history"),
    ("The {name} mill owes the abbot {number} loaves", "{name} mill loaves", "debt"),
)
_SPEAKERS = ("Bram", "Fern", "Maud", "Odo", "Rowan", "Tilda")

_NAME = late_pattern(r"\b" + "".join(f"(?:{'|'.join(each)})" for each in _SYLLABLES) + r"\b")
_NUMBER = late_pattern(r"\b[1-9]\d{3}\b")
_CLAUSE_END = late_pattern(rf"(?<={STOP}){CLOSING}\s+|[\n;|]")


@late_dataclass(frozen=True, slots=True)
class PlantedFact:
    """One planted fact."""

    key: str
    """Name and number; the fact survives if both are found in one clause."""
    text: str
    """A clause without its full stop: ``The code for the Calomere gate is 4711``."""
    cue: str = ""
    """Words that ask for the fact, without the number."""
    tag: str = ""
    speaker: str = ""
    """The name of the speaker; empty if the agent reads the fact."""

    @property
    def memory(self) -> str:
        """The line of an agent's memories that contains the fact."""
        if self.speaker:
            return f'{self.speaker} says, "{self.text}."'
        return f"You read on a slate by the door: {self.text}."

    @property
    def clause(self) -> str:
        """The text in the middle of a sentence: ``the code for …``."""
        return self.text[:1].lower() + self.text[1:]


def plant_facts(n: int, seed: int = 0) -> tuple[PlantedFact, ...]:
    """Return `n` distinct facts, the same for the same seed; most have a speaker.

    Raises `ValueError` if `n` is negative or more than there are names (26,000).
    """
    names = _names()
    if not 0 <= n <= len(names):
        raise ValueError(f"facts: read {n}, allowed: 0 to {len(names)}")
    # The same seed must give the same facts, so this is no source of secrets.
    chance = random.Random(seed)
    chosen = chance.sample(names, n)
    return tuple(_make_fact(name, chance.choice(("", *_SPEAKERS))) for name in chosen)


def find_fact_keys(text: str) -> set[str]:
    """Return the keys of the facts in `text`: name and number in one clause, in any order."""
    return {fact.key for fact in find_facts(text)}


def find_facts(text: str) -> list[PlantedFact]:
    """Return the facts in `text` in order, each once, without speakers."""
    found: dict[str, PlantedFact] = {}
    for clause in _CLAUSE_END.split(re.sub(CITATION, "", text)):
        for name in _NAME.findall(clause):
            fact = _make_fact(name)
            if fact.key.rpartition(" ")[2] in _NUMBER.findall(clause):
                found[fact.key] = fact
    return list(found.values())


def _make_fact(name: str, speaker: str = "") -> PlantedFact:
    which, number = divmod(crc32(name.encode()), 9000)
    text, cue, tag = _WORDINGS[which % len(_WORDINGS)]
    values = {"name": name, "number": str(1000 + number)}
    cue = cue.format(**values)
    return PlantedFact(f"{name} {values['number']}", text.format(**values), cue, tag, speaker)


@cache
def _names() -> tuple[str, ...]:
    """Return all names in alphabetical order, each once: some can be formed in two ways."""
    return tuple(sorted(set(map("".join, product(*_SYLLABLES)))))
