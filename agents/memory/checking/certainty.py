"""Contradictions in how sure it is, how far it goes, and whether it is done or only meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.claims import find_same_claim, list_denied, select_clauses
from agents.memory.checking.cues import DOUBT, INTENDING, LATER, SURE, THINKING
from agents.memory.checking.reading import Statement, Word
from agents.memory.language.words import BEING, IRREGULAR, any_of

_AHEAD = INTENDING | LATER | THINKING
_PAST_FORMS = frozenset(form for family in IRREGULAR for form in family[1:])
_NOT_QUITE = frozenset(("half", "nearly", "almost"))
_PARTS = _NOT_QUITE.union(("part", "some", "most", "except", "but", "few", "about"))
_WHOLES = frozenset(
    ("all", "every", "everybody", "everyone", "whole", "fully", "completely", "exactly", "off")
)
_ASKING = frozenset(
    ("ask", "asks", "asked", "wonders", "wondered", "want", "wants", "wanted", "whether", "know")
)
_TO_BE = re.compile(rf"\b{any_of(BEING)} to\b|\bto be\b")


def find_lost_doubt(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a doubt or condition of the memory is gone from the sentence; empty if not."""
    same = find_same_claim(sentence, told)
    if same is None:
        return ""
    clauses = select_clauses(same, sentence.stems)
    doubted = DOUBT & {each.text for each in clauses}
    kept = (DOUBT | THINKING) & sentence.texts
    if doubted and (not kept or SURE & sentence.texts):
        return f"the memory says it with {min(doubted)!r}"
    if same.asks and not sentence.texts & _ASKING:
        answers = [each for each in told if _is_answer(each, same)]
        if not answers:
            return "the memory only asks it"
        first = answers[0].words[0].text
        if first in ("no", "not", "never") and not list_denied(sentence.words):
            return "the answer was no"
    return ""


def find_lost_limit(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that what the memory tells of a part is told of the whole; empty if not."""
    same = find_same_claim(sentence, told)
    if same is None or sentence.texts & (_PARTS | {"only", "not", "no"}):
        return ""
    near = {each.text for each in select_clauses(same, sentence.stems)} | same.texts & {"except"}
    found = near & (_PARTS if sentence.texts & _WHOLES else _NOT_QUITE)
    return f"the memory says it of {min(found)!r}" if found else ""


def find_wrong_time(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a plan is told as done, or the other way round; empty if neither."""
    same = find_same_claim(sentence, told)
    if same is None:
        return ""
    shared = sentence.stems & same.stems
    clauses = select_clauses(same, shared)
    ahead = any(each.text in LATER or each.text.endswith("'ll") for each in clauses)
    ahead = ahead and not _TO_BE.search(sentence.text)
    if ahead and not sentence.texts & _AHEAD and _is_past(sentence.words, shared):
        return "the memory only plans it"
    meant = sentence.texts & {"will", "plans", "plan", "intends", "going"}
    if not ahead and meant and _is_past(clauses, shared):
        return "the memory says that it is done"
    return ""


def _is_past(words: Sequence[Word], shared: frozenset[str]) -> bool:
    """Return whether one of the shared deeds is told as done."""
    for at, word in enumerate(words):
        inflected = word.text.endswith("ed") or word.text in _PAST_FORMS
        if word.stem in shared and inflected:
            return True
        done = word.text in ("has", "have", "had")
        if done and any(each.stem in shared for each in words[at + 1 : at + 4]):
            return True
    return False


def _is_answer(statement: Statement, asked: Statement) -> bool:
    if statement is asked or statement.asks:
        return False
    return statement.source in (asked.source, asked.source + 1)
