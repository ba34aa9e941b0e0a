"""Facts without figures: who is whose relative, where things are, what somebody promised.

They are told as people tell such things, in words that other memories have as well.  No rule for
what is kept was ever tuned on them: they show what it is worth for facts of other kinds than the
planted ones.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import product

from agents.models.testing import PlantedFact
from agents.models.testing.planted import find_facts, plant_facts
from agents.prose import CITATION, CLOSING, STOP


def _split(words: str) -> list[str]:
    return words.split()


_THINGS = _split(
    "sundial psaltery thimble astrolabe cradle saddle anvil bellows spindle churn ladle"
    " tapestry chess-board fiddle quilt compass hourglass kettle weathercock tankard trumpet"
    " barometer candlestick ink-horn snuffbox spyglass"
)
_KINDS = _split("copper cracked blue borrowed crooked gilded")
_PEOPLE = _split(
    "Aldous Berengar Cecily Dunstan Elfrida Godwin Hawise Isolde Jocelyn Kenelm Leofric Mabel"
    " Nigel Osbert Petronel Quentin Rosamund Sigrid Thurstan Ursula Wilfred Yolande"
)
_KIN = _split("niece cousin uncle sister grandson stepson widow godmother")
_TRADES = _split("tanner cooper chandler tinker bellman reeve")
_SPOTS = (
    "behind the lime kiln",
    "under the loose step",
    "in the dovecote",
    "beneath the altar cloth",
    "at the bottom of the cistern",
    "above the smokehouse door",
)
_DEEDS = ("bring back", "repair", "bury", "polish", "return", "sell")
_SPEAKERS = ("Bram", "Fern", "Maud", "Odo", "Rowan", "Tilda")

_CLAUSE_END = re.compile(rf"(?<={STOP}){CLOSING}\s+|[\n;|]")


def plant_plain_facts(n: int, seed: int = 0) -> tuple[PlantedFact, ...]:
    """Return `n` distinct facts, at most 66, the same for the same seed; a third of each kind.

    A fact's key has the two phrases that tell it, joined by a bar.
    """
    chance = random.Random(seed)
    things = chance.sample([f"{kind} {thing}" for kind, thing in product(_KINDS, _THINGS)], n)
    # A name has one relation: by it the fact is found.
    names = chance.sample(_PEOPLE, len(_PEOPLE))
    people = [
        (names[at // 3 % len(names)], chance.choice(_KIN), chance.choice(_TRADES))
        for at in range(n)
    ]
    makers = (_relate, _place, _promise)
    return tuple(
        makers[at % len(makers)](things[at], people[at], chance.choice(_SPEAKERS), chance)
        for at in range(n)
    )


_Person = tuple[str, str, str]


def _relate(thing: str, person: _Person, speaker: str, chance: random.Random) -> PlantedFact:
    name, kin, trade = person
    text = f"{name} is the {kin} of the {trade}"
    return PlantedFact(f"{name}|{kin} of the {trade}", text, f"{name} {trade}", "kin", speaker)


def _place(thing: str, person: _Person, speaker: str, chance: random.Random) -> PlantedFact:
    spot = chance.choice(_SPOTS)
    text = f"The {thing} is kept {spot}"
    return PlantedFact(f"{thing}|{spot}", text, thing, "place", speaker)


def _promise(thing: str, person: _Person, speaker: str, chance: random.Random) -> PlantedFact:
    deed = chance.choice(_DEEDS)
    text = f"{person[0]} promised to {deed} the {thing} for the {person[2]}"
    return PlantedFact(f"{deed} the {thing}|{person[2]}", text, thing, "promise", speaker)


FindFacts = Callable[[str], list[PlantedFact]]
"""Finds the facts in a text, each once."""


def find_planted(facts: Sequence[PlantedFact]) -> FindFacts:
    """Return a function that finds those of `facts` in a text whose key stands in one clause.

    It knows planted facts of both kinds, as long as all are of one.
    """
    if not any("|" in each.key for each in facts):
        known = {each.key: each for each in facts}
        return lambda text: [known[e.key] for e in find_facts(text) if e.key in known]
    by_phrase = {each.key.partition("|")[0].casefold(): each for each in facts}
    phrases = sorted(map(re.escape, by_phrase), key=len, reverse=True)
    pattern = re.compile("|".join(phrases), re.IGNORECASE)

    def find(text: str) -> list[PlantedFact]:
        found: dict[str, PlantedFact] = {}
        for clause in _CLAUSE_END.split(re.sub(CITATION, "", text)):
            for phrase in pattern.findall(clause):
                fact = by_phrase[phrase.casefold()]
                if fact.key.partition("|")[2].casefold() in clause.casefold():
                    found[fact.key] = fact
        return list(found.values())

    return find


PLANTS: dict[str, Callable[[int, int], tuple[PlantedFact, ...]]] = {
    "numbers": plant_facts,
    "plain": plant_plain_facts,
}
"""By kind: the function that makes so many facts from a seed."""
