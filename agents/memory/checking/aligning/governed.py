"""Finds deeds that a sentence tells as done and that the memories only mean, try or doubt.

"I am thinking of selling the mill" and "I doubt that Bo sold it" both have the words of "has sold".
What counts is the verb that governs the deed, and that nothing else in the memories tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.aligning.placed import denies
from agents.memory.checking.aligning.verb_places import is_past_form, is_verb
from agents.memory.checking.claims import measure_shared
from agents.memory.checking.cues import CONDITIONS, DOUBT, INTENDING, LATER, OBLIGED, THINKING
from agents.memory.checking.reading import Statement, Word, stem_any
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import ARTICLES, HAVING, NEGATIONS, THIRD_PERSON

#: Before "to" and a deed: it is not done yet, or never.
_BEFORE_TO = """
    plan intend mean want wish hope long yearn tempt try attempt threaten offer ask beg urge tell
    order advise invite refuse hesitate prepare ready willing eager mind about afraid like love
    agree decide determine due supposed expect allow forbid forget neglect omit fail
"""
#: Before a deed that ends in "ing", with "of", "about" or "on" perhaps.
_BEFORE_ING = """
    think consider contemplate ponder dream talk speak fancy suggest propose imagine fear plan
    intend mean mind tempt insist idea thought notion prospect
"""
#: Before a whole clause that is only supposed.
_BEFORE_CLAUSE = """
    doubt hope wish think believe suppose guess reckon suspect imagine fear dream pretend expect
    wonder afraid
"""
_JOINING = frozenset(("of", "about", "on", "over", "to", "be", "been", "being", "maybe", "just"))
_LIGHT = frozenset((*_JOINING, *ARTICLES, *NEGATIONS, *THIRD_PERSON, *HAVING, "that"))
#: Words of content between a governing verb and its deed: "I hope the old miller sold it".
_SUBJECT = 3
#: Words between a governing verb and the "to" of the deed: "asked the boy to".
_OBJECT = 3
#: How much of a sentence the memory must have.
_SAME = 0.6
_KEPT = DOUBT | THINKING | INTENDING | LATER | OBLIGED | CONDITIONS


def find_governed(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return by which word the memories only mean or suppose a deed of the sentence; or empty."""
    if sentence.asks or not _KEPT.isdisjoint(sentence.all_texts) or denies(sentence):
        return ""
    if not stem_each(f"{_BEFORE_TO} {_BEFORE_CLAUSE}").isdisjoint(sentence.all_stems):
        return ""
    near = [each for each in told if measure_shared(sentence, each) >= _SAME]
    for deed in _list_done(sentence.words) if near else ():
        governors = [word for each in told for word in _list_governors(each, deed)]
        if governors and all(governors) and any(deed in each.stems for each in near):
            return f"the memory says it with {governors[0]!r}"
    return ""


def _list_done(words: Sequence[Word]) -> Iterator[str]:
    """Yield the stems of the deeds that are told as done."""
    for at, word in enumerate(words):
        before = {each.text for each in words[max(0, at - 2) : at]}
        done = is_past_form(word) or not before.isdisjoint(HAVING)
        if done and word.stem and "to" not in before and is_verb(words, at):
            yield word.stem


def _list_governors(statement: Statement, deed: str) -> Iterator[str]:
    """Yield, for each time that a statement tells of a deed, what governs it; empty if nothing."""
    for at, word in enumerate(statement.words):
        if word.stem == deed:
            yield find_governor(statement.words, at)


def find_governor(words: Sequence[Word], at: int) -> str:
    """Return the verb before the deed at `at` by which it is not told as done; or empty."""
    before = words[at - 1] if at else None
    if before is not None and before.text == "to":
        return _find_stem(words[max(0, at - 2 - _OBJECT) : at - 1], _BEFORE_TO)
    if words[at].text.endswith("ing"):
        start = at
        while start and words[start - 1].text in _JOINING:
            start -= 1
        return _find_stem(words[max(0, start - 1) : start], _BEFORE_ING)
    return _find_supposed(words, at)


def _find_supposed(words: Sequence[Word], at: int) -> str:
    weighty = 0
    for n in range(at - 1, -1, -1):
        word = words[n]
        if word.is_mark:
            return ""
        if stem_word(word.text) in stem_each(_BEFORE_CLAUSE):
            return word.text if n and _is_subject(words[n - 1]) else ""
        if word.text in NEGATIONS or word.text.endswith("n't"):
            return ""  # "I wish I had never sold it"
        if word.person or word.text in _LIGHT:
            continue
        weighty += 1
        if weighty > _SUBJECT or (stem_any(word) and is_verb(words, n)):
            return ""
    return ""


def _is_subject(word: Word) -> bool:
    return bool(word.person) or word.text in _LIGHT or word.text.endswith("n't")


def _find_stem(words: Sequence[Word], stems: str) -> str:
    for word in reversed(words):
        if word.is_mark:
            return ""
        if stem_word(word.text) in stem_each(stems):
            return word.text
    return ""
