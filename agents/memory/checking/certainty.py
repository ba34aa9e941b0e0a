"""Contradictions in how sure it is, how far it goes, and whether it is done or only meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from agents.memory.checking.aligning.deeds import list_deeds
from agents.memory.checking.claims import (
    SAME_CLAIM,
    find_negative,
    find_same_claim,
    list_denied,
    measure_shared,
    select_clauses,
)
from agents.memory.checking.cues import (
    COMMITTING,
    CONDITIONED,
    CONDITIONS,
    DOUBT,
    DOUBTING,
    GUESSING,
    INTENDING,
    LATER,
    NO_VERBS,
    NOT_QUITE,
    OBLIGED,
    OWED,
    PARTS,
    SHARES,
    SURE,
    THINKING,
    WHOLES,
    WISHING,
)
from agents.memory.checking.reading import Statement, Word
from agents.memory.language.words import BEING, IRREGULAR, any_of
from late.late_pattern import late_pattern

_TO_COME = LATER | OBLIGED
_AHEAD = INTENDING | LATER | OBLIGED | THINKING
#: How much of a sentence one statement must have to tell of the same, where its deeds are others.
_SAME_ENOUGH = 0.75
_PAST_FORMS = frozenset(
    form for family in IRREGULAR if family[0] not in NO_VERBS for form in family[1:]
)
_ASKING = frozenset(
    ("ask", "asks", "asked", "wonders", "wondered", "want", "wants", "wanted", "whether", "know")
)
#: By which a sentence tells the answer to what was asked.
_AGREEING = frozenset(("agree", "agrees", "agreed", "accepted", "consented"))
_UNREAL = late_pattern(r"(?:\bwould|['’]d) (?:\w+ )?have\b", re.IGNORECASE)
_IF_IT_WERE = late_pattern(
    r"\b(?:would|['’]d)\b.* if (?:\w+ ){1,4}(?:were|weren['’]?t|wasn['’]?t|didn['’]?t)\b"
    r"|\bif (?:\w+ ){1,4}(?:were|weren['’]?t|wasn['’]?t|didn['’]?t)\b.*\b(?:would|['’]d)\b",
    re.IGNORECASE,
)
_GOING_TO = late_pattern(r"\bgoing to\b")
_ONE_MIGHT = late_pattern(r"\b(?:one|you|some) (?:might|may)\b", re.IGNORECASE)
_KNOWS_NOT = late_pattern(
    r"\b(?:don['’]?t|do not|couldn['’]?t|could not|can['’]?t|cannot) (?:know|say|tell)\b"
    r"|\bno idea\b|\bwho knows\b|\bdunno\b",
    re.IGNORECASE,
)
_NOT_SURE = late_pattern(
    r"(?:\bnot|n['’]?t) (?:\w+ )?(?:sure|certain|convinced|positive)\b", re.IGNORECASE
)
_TO_BE = late_pattern(rf"\b{any_of(BEING)} to\b|\bto be\b")


def _find_told(sentence: Statement, told: Sequence[Statement]) -> Statement | None:
    """Return the statement that tells the same as a sentence, surely or not; None if none does."""
    same = find_same_claim(sentence, told)
    if same is None or measure_shared(sentence, same) >= _SAME_ENOUGH:
        return same
    done = {deed.verb for deed in list_deeds(sentence)}
    return same if done and done <= {deed.verb for deed in list_deeds(same)} else None


def find_lost_doubt(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a doubt or condition of the memory is gone from the sentence; empty if not."""
    same = _find_told(sentence, told)
    if same is None:
        return ""
    clauses = select_clauses(same, sentence.stems)
    if condition := _find_condition(sentence, same):
        return f"the memory says it with {min(condition)!r}"
    doubted = DOUBT & {each.text for each in clauses if not each.day} | _find_guess(same)
    kept = (DOUBT | THINKING) & sentence.all_texts
    unsure = _NOT_SURE.search(sentence.text)
    if doubted and not unsure and (not kept or SURE & sentence.all_texts):
        return f"the memory says it with {min(doubted)!r}"
    return _find_answer(sentence, same, told) if same.asks else ""


def _find_answer(sentence: Statement, asked: Statement, told: Sequence[Statement]) -> str:
    """Return that the sentence tells as so what was only asked, or denied in answer; or empty."""
    about = len(sentence.stems & asked.stems) >= SAME_CLAIM * len(sentence.stems)
    if not about or sentence.all_texts & (_ASKING | COMMITTING | _AGREEING):
        return ""
    answers = [each for each in told if _is_answer(each, asked)]
    if not answers:
        return "the memory only asks it"
    first = answers[0].words[0].text
    denied = first in ("no", "not", "never") and not list_denied(sentence.words)
    return "the answer was no" if denied else ""


def find_added_doubt(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the sentence doubts what the memory is sure of; empty if it does not."""
    doubting = sentence.texts & DOUBTING
    if not doubting or _ONE_MIGHT.search(sentence.text):
        return ""  # "not, as one might think, her daughter"
    if "no" in sentence.texts or list_denied(sentence.words):
        return ""
    same = _find_told(sentence, told)
    if same is None or same.asks:
        return ""
    unsure = same.texts & (DOUBT | THINKING | LATER) or _find_guess(same)
    if not unsure or "no doubt" in same.text.casefold():
        return f"the memory says it without {min(doubting)!r}"
    return ""


def _find_guess(same: Statement) -> frozenset[str]:
    """Return the word by which whoever tells it only thinks or wishes it, or is not sure of it."""
    found = {"not sure"} if _NOT_SURE.search(same.text) else set[str]()
    for one, other, follows in zip(same.words, same.words[1:], same.words[2:], strict=False):
        wishes = other.text in WISHING and follows.text == "to"
        if one.person and (other.text in GUESSING or wishes):
            found.add(other.text)
    return frozenset(found)


def _find_condition(sentence: Statement, same: Statement) -> frozenset[str]:
    """Return the word of a condition that the statement sets beside what it says."""
    if _UNREAL.search(same.text) or "if only" in same.text.casefold():
        return frozenset()  # "I'd have drowned if Gil had not come" tells what happened
    if _IF_IT_WERE.search(same.text) or list_denied(sentence.words):
        return frozenset()  # what would be is not; and what was not done came of the condition
    first = "unless" in same.texts and sentence.all_texts & {"before", "until", "first"}
    doubted = sentence.all_texts & DOUBT - same.texts
    kept = first or doubted or sentence.all_texts & CONDITIONED
    return frozenset() if kept else same.texts & CONDITIONS


def find_lost_limit(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that what the memory tells of a part is told of the whole; empty if not."""
    same = _find_told(sentence, told)
    if same is None:
        return ""
    whole = {each.text for each in select_clauses(same, sentence.stems)} & WHOLES
    if sentence.texts & SHARES and whole and not same.texts & PARTS:
        return f"the memory says it of {min(whole)!r}"
    if sentence.all_texts & (PARTS | {"only", "not", "no"}):
        return ""
    near = {each.text for each in select_clauses(same, sentence.stems)} | same.texts & {"except"}
    found = near & (PARTS if sentence.texts & (WHOLES | {"off"}) else NOT_QUITE)
    return f"the memory says it of {min(found)!r}" if found else ""


def find_wrong_time(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a plan is told as done, or the other way round; empty if neither."""
    same = _find_told(sentence, told)
    if same is None:
        return ""
    shared = sentence.stems & same.stems
    clauses = select_clauses(same, shared)
    ahead = _is_ahead(clauses)
    kept = sentence.all_texts & _AHEAD or _is_ahead(sentence.words)
    if (
        ahead
        and not list_denied(sentence.words)
        and not kept
        and not list_denied(clauses)
        and not _TO_BE.search(sentence.text)
        and _is_past(sentence.words, shared)
    ):
        return "the memory only plans it"
    meant = sentence.texts & {"will", "plans", "plan", "intends"} or _GOING_TO.search(sentence.text)
    if not ahead and meant and not find_negative(sentence) and _is_past(clauses, shared):
        return "the memory says that it is done"
    return ""


def _is_ahead(words: Sequence[Word]) -> bool:
    """Return whether words tell of what will be, or of what is still to be done."""
    texts = [each.text for each in words]
    if not _TO_COME.isdisjoint(texts) or any(each.endswith("'ll") for each in texts):
        return True
    return not OWED.isdisjoint(texts) and any(
        one in OWED and other == "to" for one, other in pairwise(texts)
    )


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
    if statement is asked or statement.asks or _KNOWS_NOT.search(statement.text):
        return False
    return statement.source in (asked.source, asked.source + 1)
