"""Which statement of the memories makes the same claim as a sentence, and what it denies."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from agents.memory.checking.cues import SURE, THINKING
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word, stem_any
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import DENYING
from late.late_pattern import late_pattern

#: How much of a sentence one statement must have for the two to be the same claim.
SAME_CLAIM = 0.66

_DOUBTING = SURE | THINKING
_DENYING = frozenset((*DENYING, "nothing", "hardly", "barely", "nowhere"))
#: Verbs that deny what follows.
_UNDOING = "fail refuse decline avoid stop quit cancel deny forbid"
#: Words with the stem of a verb that denies, as of "quit", that are none.
_PLAIN = frozenset(("quite",))
#: Words that may say of something that it is not so, not any more or hardly.
_NEGATIVE = """
    no not never none nobody nothing neither nor nowhere without hardly barely scarcely seldom
    rarely few only unless until instead rather except but deny refuse reject decline abandon
    quit stop cease end lose lack miss fail forget avoid spare ban forbid prevent cancel unable
    impossible absent empty over false wrong untrue mistaken doubt disagree dispute contradict shut
    close finish keep
    against regret wish innocent
"""
_KEPT_FROM = late_pattern(
    r"\b(?:keep|keeps|kept|stop|stops|stopped|hold|holds|held) [^,.;]{1,40} from\b", re.IGNORECASE
)
_NOT_THAT = late_pattern(r"n['’o]t that\b", re.IGNORECASE)
#: Under which key a statement keeps its negative stems.
_NEGATIVES = "_negatives"
#: Under which key it keeps the statement that makes the same claim, and those it is one of.
_SAME = "_same"
#: Words behind a denial among which what it denies is looked for.
_REACH = 5


def measure_shared(sentence: Statement, other: Statement) -> float:
    """Return the part of the content of `sentence` that `other` has, 0 to 1."""
    content = sentence.content
    return len(content & other.content) / len(content) if content else 0.0


def find_same_claim(sentence: Statement, told: Sequence[Statement]) -> Statement | None:
    """Return the statement that has most of `sentence`; None if none has enough."""
    kept = vars(sentence)  # several rules ask for it, all with the same statements
    if _SAME not in kept or kept[_SAME][0] is not told:
        kept[_SAME] = told, _find_same_claim(sentence, told)
    same: Statement | None = kept[_SAME][1]
    return same


def _find_same_claim(sentence: Statement, told: Sequence[Statement]) -> Statement | None:
    if len(sentence.content) < 2:
        return None
    best = max(told, key=lambda each: measure_shared(sentence, each), default=None)
    enough = best is not None and measure_shared(sentence, best) >= SAME_CLAIM
    return best if enough else None


def select_clauses(statement: Statement, stems: frozenset[str]) -> list[Word]:
    """Return the words of those clauses that have one of `stems`."""
    chosen: list[Word] = []
    light: tuple[Word, ...] = ()
    introduced = _NOT_THAT.search(statement.text) is not None
    for clause in statement.clauses:
        if any(each.stem in stems for each in clause):
            chosen += [*light, *clause]
        # "It is not that" introduces the clause behind it.
        says = any(each.stem for each in clause) or clause[0].text != "it" or not introduced
        light = () if says else clause
    return chosen


def list_denied(words: Sequence[Word], ignored: Collection[str] = ()) -> frozenset[str]:
    """Return the stem behind each denial; what stands behind two of them is not denied.

    Verbs of `ignored` deny nothing.
    """
    denied: set[str] = set()
    for at, word in enumerate(words):
        if _may_deny(word.text) and _denies(words, at, ignored):
            behind = map(stem_any, words[at + 1 : at + 1 + _REACH])
            before = map(stem_any, reversed(words[max(0, at - 2) : at]))
            ends = all(each.is_mark for each in words[at + 1 :])  # "her son did not"
            stem = "" if ends else next(filter(None, behind), "")
            if ends or word.text == "nothing":  # "it means nothing at all"
                stem = stem or next(filter(None, before), "")
            denied.symmetric_difference_update({stem} if stem else ())
    return frozenset(denied)


@lru_cache(8192)
def _may_deny(text: str) -> bool:
    """Return whether a word may deny what stands behind it."""
    if text in _PLAIN:
        return False
    return text in _DENYING or text.endswith("n't") or stem_word(text) in stem_each(_UNDOING)


def _denies(words: Sequence[Word], at: int, ignored: Collection[str]) -> bool:
    word = words[at]
    if stem_word(word.text) in stem_each(_UNDOING):
        return stem_word(word.text) not in ignored
    if not (word.text in _DENYING or word.text.endswith("n't")):
        return False
    follows = words[at + 1].text if at + 1 < len(words) else ""
    if follows in _DOUBTING:
        return False  # "I am not sure whether": a doubt
    if word.text == "no" and (not follows or follows in ",.!" or follows == "doubt"):
        return False
    if word.text == "no" and (follows in ("more", "less") or follows.endswith("er")):
        return False  # a bound: "no more than eight"
    return not (word.text == "not" and follows in ("only", "just", "even"))


def find_negative(statement: Statement) -> frozenset[str]:
    """Return the stems by which a statement may say in its own way that something is not so."""
    kept = vars(statement)  # several rules, and each deed, ask for them
    if _NEGATIVES not in kept:
        kept[_NEGATIVES] = _find_negative(statement)
    stems: frozenset[str] = kept[_NEGATIVES]
    return stems


def _find_negative(statement: Statement) -> frozenset[str]:
    found = {stem_word(each) for each in statement.texts - _PLAIN} & stem_each(_NEGATIVE)
    found |= {"keep"} if _KEPT_FROM.search(statement.text) else set()
    short = {"not"} if any(each.endswith("n't") for each in statement.texts) else set[str]()
    return frozenset(found | short)


def list_numbers(statement: Statement) -> frozenset[float]:
    """Return the numbers in a statement; that one of several is meant counts, too."""
    found = {each.number for each in statement.words if each.number is not None}
    return frozenset(
        found | ({1.0} if re.search(r"\bone of\b", statement.text.casefold()) else set())
    )


def list_values(statement: Statement) -> frozenset[str]:
    """Return the numbers, days and names of others in a statement."""
    found = {f"{each.number:g}" for each in statement.words if each.number is not None}
    found |= {each.day for each in statement.words if each.day}
    return frozenset(found | {w.person for w in statement.words if w.person} - {SELF, SOMEBODY})


def list_claims(sentence: Statement) -> list[Statement]:
    """Return the sentence, and each of its clauses that makes a claim of its own.

    What introduces a clause stays with it: "Ada said that".
    """
    parts: list[tuple[Word, ...]] = []
    light: tuple[Word, ...] = ()
    for clause in sentence.clauses:
        light = (*light, *clause)
        if sum(bool(each.stem or each.number is not None or each.day) for each in light) > 1:
            parts.append(light)
            light = ()
    if len(parts) < 2:
        return [sentence]
    parts[-1] = (*parts[-1], *light)
    claims = [
        Statement(" ".join(word.text for word in words), words, around=sentence.texts)
        for words in parts
    ]
    return [sentence, *claims]
