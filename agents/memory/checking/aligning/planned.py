"""Contradictions in whether a deed is done: the memory only promises, plans or wishes it."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.aligning.deeds import ToldDeed, list_deeds
from agents.memory.checking.cues import CONDITIONS, DOUBT, INTENDING, LATER, THINKING, WISHING
from agents.memory.checking.reading import Statement

_AHEAD = INTENDING | LATER | THINKING | WISHING


def find_undone(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a deed which the sentence tells as done is only meant by the memory; or empty."""
    if sentence.asks or sentence.all_texts & (_AHEAD | DOUBT | CONDITIONS):
        return ""
    known = [(each, deed) for each in told if not each.asks for deed in list_deeds(each)]
    for deed in list_deeds(sentence):
        if not deed.is_past or deed.denied or deed.unsure or deed.is_state:
            continue
        same = [(each, other) for each, other in known if other.verb == deed.verb]
        meant = [each for each, other in same if other.unsure and _is_meant(each, deed, other)]
        if meant and len(meant) == len(same):
            return f"the memory only means to: {deed.word}"
    return ""


def _is_meant(statement: Statement, deed: ToldDeed, other: ToldDeed) -> bool:
    """Return whether the same person means to do the same to the same."""
    if other.denied or other.is_past or not statement.texts & _AHEAD:
        return False
    alike = deed.doer == other.doer != ""
    same_thing = deed.thing == other.thing != "" or deed.to == other.to != ""
    return alike and same_thing
