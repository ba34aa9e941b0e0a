"""Nobody speaks against the weather that a room shows: what is so in one weather says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from agents.mind.voice.voice import Condition, VoiceLine
from agents.mind.voice.voice_file import read_voice
from tests.paths import VAULT
from world.almanac.weather import WEATHERS

AGENTS = sorted(each.name for each in (VAULT / "agents").iterdir())
DRY = {"dry", "wind", "frost", "fog"}

#: What is claimed of the present moment, and in which weathers it may be so.
CLAIMS = (
    (r"\bit (?:is )?rain(?:s|ing)\b|\b(?:slow|this) rain\b|\brain on\b", {"wet"}),
    (r"\b(?:water|gauge|race) (?:is|has come) up\b|\bmore than on monday\b", {"wet"}),
    (r"(?<!if the )\b(?:water|gauge|race) is (?:down|low)\b", {"dry"}),
    (r"\bless than on monday\b", {"dry"}),
    (r"\bnets are dry\b|\bdry to the second\b", {"dry", "wind"}),
    (r"\bstill enough\b", DRY - {"wind"}),
    (r"\bwind has\b|(?<!says: )\bwind in the wrong\b|\brail hums at\b", {"wind"}),
    (r"\b(?:in this|the) frost is\b|\bice at\b|\bsacking is on\b", {"frost", "snow"}),
    (r"\bthis fog\b|\bwatered at once\b", {"fog", "wet"}),
)  # fmt: skip

#: An answer to what the asker says of the weather is as true as the asker; and what a file tells
#: of other days is of no day.
ANSWERS_TO = re.compile(r"\b(?:wind|weather|rain|dry for|water something|grow|plant|slate)\b", re.I)


class Said(NamedTuple):
    words: str
    weathers: frozenset[str]


def find_weathers(conditions: tuple[Condition, ...]) -> frozenset[str]:
    named = [each.value.split(" or ") for each in conditions if each.kind == "weather"]
    return frozenset(named[0]) if named else frozenset(WEATHERS)


def list_said(agent: str) -> Iterator[Said]:
    """Yield what an agent may say, and in which weathers."""
    voice = read_voice(VAULT / "agents" / agent / "voice.md").voice
    found: list[tuple[VoiceLine, tuple[Condition, ...]]] = [
        (each.line, each.conditions) for each in voice.remarks
    ]
    for each in voice.exchanges:
        if not any(ANSWERS_TO.search(heard) for heard in each.heard) or each.conditions:
            found += [(answer, each.conditions) for answer in each.answers]
    for line, conditions in found:
        yield Said(line.text, find_weathers(conditions))


@pytest.mark.parametrize("agent", AGENTS)
def test_what_is_claimed_of_the_weather_is_said_in_that_weather(agent: str) -> None:
    wrong = [
        (said.words, sorted(said.weathers - allowed))
        for said in list_said(agent)
        for claim, allowed in CLAIMS
        if re.search(claim, said.words, re.IGNORECASE) and not said.weathers <= allowed
    ]
    assert wrong == []


def test_the_claims_are_found_where_they_are() -> None:
    """Each pattern finds something that somebody says."""
    said = [each.words for agent in AGENTS for each in list_said(agent)]
    found = [sum(bool(re.search(claim, words, re.I)) for words in said) for claim, _ in CLAIMS]
    assert all(found), found
