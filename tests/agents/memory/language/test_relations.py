"""What WordNet tells of two words, by their stems."""

from __future__ import annotations

import random

import pytest

from agents.memory.language.meanings import relations
from agents.memory.language.meanings.relations import Relation, is_known_quality, relate
from agents.memory.language.stems import stem_word


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("yelled", "shouts", "same"),
        ("departure", "departs", "same"),
        ("marry", "divorced", "opposite"),
        ("fertile", "sterile", "opposite"),
        ("mare", "horse", "narrower"),
        ("animal", "horses", "wider"),
        ("gooseberries", "strawberry", "sibling"),
        ("quarry", "harbour", "akin"),
        ("kettle", "Xanthippe", ""),
    ],
)
def test_two_words_are_related(one: str, other: str, how: str) -> None:
    assert relate(stem_word(one), stem_word(other)) == how


def test_adjectives_are_known() -> None:
    assert is_known_quality(stem_word("deep"))
    assert not is_known_quality(stem_word("kettle"))


def relate_two_senses(one: int, other: int) -> Relation:
    """What `relate` tells of two senses alone, by its definition."""
    kinds = {relations._find_kind(one), relations._find_kind(other)}
    if kinds & relations._ADJECTIVES:
        first, second = relations._find_head(one), relations._find_head(other)
        turned = second == relations._find_number(first, 9)
        if turned or first == relations._find_number(second, 9):
            return "opposite"
        return "same" if first == second else ""
    verbs = bool(kinds & relations._VERBS)
    if verbs and kinds - relations._VERBS:
        return ""
    mine, others = relations._climb(one), relations._climb(other)
    if other in mine or one in others:
        return "narrower" if other in mine else "wider"
    apart, deep = (1, 0) if verbs else (2, 5)
    for each in mine.keys() & others.keys():
        if max(mine[each], others[each]) <= apart and relations._measure_depth(each) >= deep:
            return "sibling"
    return "akin" if len(kinds) == 1 and not verbs else ""


def test_words_are_related_as_their_nearest_senses() -> None:
    """By sets, of all senses at once, what each pair of senses gives."""
    words = [line.split()[0] for line in relations._read().words.split("\n") if line]
    drawn = random.Random(4)
    pairs = [(drawn.choice(words), drawn.choice(words)) for _ in range(800)]
    near = [(each, words[at + 1]) for at, each in enumerate(words[:-1]) if at % 60 == 0]
    order = ("opposite", "same", "narrower", "wider", "sibling", "akin", "")
    for one, other in (*pairs, *near):
        here, there = relations._find_senses(one)[0], relations._find_senses(other)[0]
        found = {relate_two_senses(a, b) for a in here for b in there}
        best = next((each for each in order if each in found), "")
        places = relations._find_places(one), relations._find_places(other)
        assert relations._relate_places(*places) == best, (one, other)
