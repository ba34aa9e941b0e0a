"""Contradictions in what was said besides: taken back, changed or denied, or by somebody else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.claims import (
    find_negative,
    find_same_claim,
    list_denied,
    list_values,
    measure_shared,
)
from agents.memory.checking.reading import Statement
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import STATES
from late.first_letters import at_word
from late.late_pattern import late_pattern

#: How much of a sentence a statement must have for what follows it to bear on the sentence.
_ABOUT = 0.5

_DISAGREEING = "deny disagree dispute accuse reject contradict quarrel differ"
_STATES = frozenset((*STATES["health"], *STATES["state"], *STATES["access"], "healed", "better"))
#: How a sentence tells that something was so before.
_ONCE = late_pattern(
    at_word(
        r"was|were|had|once|used to|first|at first|before|formerly|earlier|until|changed|no longer"
        r"|called off|instead|dearer|cheaper|rose|risen|gone up|gone down|raised"
        r"|g[ai]ven? (?:\w+ )?up|stopped|quit"
    )
    + r"\b",
    re.IGNORECASE,
)
#: How somebody says that a value is another one now.
_CHANGING = late_pattern(
    at_word(
        r"now|renamed|changed|instead|gone (?:up|down)|from (?:today|tomorrow|now)|make it|moved"
        r"|these days|since then|no longer|again|fine|agreed|switched"
    )
    + r"\b",
    re.IGNORECASE,
)
#: How somebody tells that an illness or a damage is over.
_RECOVERED = late_pattern(
    at_word(
        r"right as rain|well again|as good as new|good as new|healed|mended|recovered|cured|fixed"
        r"|on (?:my|his|her|its) feet again|up and about|fit again|sound again|better now"
    )
    + r"\b",
    re.IGNORECASE,
)
#: How somebody takes back what they have said.
_TAKEN_BACK = late_pattern(
    at_word(
        r"called (?:it|that|this|him|her|them) off|changed my mind|no longer|not any ?more"
        r"|(?:gave|given) (?:it|that|him|her|them)? ?up|tell a lie|i was wrong|i lied|scrap that"
        r"|forget what i said|after all"
    )
    + r"\b",
    re.IGNORECASE,
)


def find_taken_back(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that whoever said it took it back later; empty if nobody did."""
    if _ONCE.search(sentence.text) or find_negative(sentence):
        return ""
    for at, each in enumerate(told):
        if measure_shared(sentence, each) < _ABOUT:
            continue
        later = [each, *told[at + 1 :]]
        if any(_TAKEN_BACK.search(one.text) and one.speaker == each.speaker for one in later):
            return "it was taken back"
    return ""


def find_outdated(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the sentence has a value which the same speaker has changed later."""
    if _ONCE.search(sentence.text):
        return ""
    for at, each in enumerate(told):
        value = bool(list_values(each) & list_values(sentence))
        state = bool(_list_states(each) & sentence.texts)
        if not (value or state) or not each.stems & sentence.stems:
            continue
        for later in told[at + 1 :]:
            # A state is changed by a state: that somebody is eighty now makes no bridge newer.
            new = list_values(later) - list_values(each) - {later.speaker} if value else frozenset()
            new |= _list_states(later) - each.texts if state else frozenset()
            healed = _RECOVERED.search(later.text) is not None and bool(_list_states(each))
            if healed and later.source > each.source and not list_denied(later.words):
                return "it was changed later"
            if new & list_values(sentence):
                break
            related = later.stems & (sentence.stems | each.stems) or later.source == each.source + 1
            if new and related and _CHANGING.search(later.text) and later.source > each.source:
                return "it was changed later"
    return ""


def _list_states(statement: Statement) -> frozenset[str]:
    """Return the words for states that end: lame, healed, open, shut."""
    return statement.texts & _STATES


def find_disputed(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that somebody else denies what the sentence tells as a fact; empty if nobody does."""
    same = find_same_claim(sentence, told)
    if same is None or not same.speaker or list_denied(sentence.words):
        return ""
    if any(each.kind == "said" for each in attribute_parts(sentence.text)):
        return ""
    disagrees = stem_each(_DISAGREEING) & set(map(stem_word, sentence.texts))
    if disagrees or "too" in sentence.texts:
        return ""
    for each in told:
        other = each.speaker and each.speaker != same.speaker and each.source > same.source
        if other and each.stems & sentence.stems and list_denied(each.words):
            return "somebody else denies it"
    return ""
