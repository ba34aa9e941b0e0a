"""Recognising questions, also those without a mark: ``so what did Moss bring last night``."""

from __future__ import annotations

import re

from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS, any_of
from agents.prose import split_sentences
from late.late_pattern import late_pattern
from world.verbs.calling import remove_called

#: Also as typed in haste: ``whats``.
_ASKING = rf"(?:{any_of((*QUESTION_WORDS, 'when'))}(?:['’]?s)?)"
#: Forms that stand before their subject in a question.
_BEFORE_SUBJECT = any_of(tuple(each for each in AUXILIARIES if not each.endswith("ing")))
_PERSON = r"(?:I|you|ye|u|we|he|she|it|they|there)"
_SUBJECT = (
    rf"(?:{_PERSON}|the|this|that|these|those|my|your|our|his|her|their|a|an|any\w*|some\w*"
    r"|every\w*|nobody|people|(?-i:[A-Z])\w+)"
)
#: What may stand before a question and belongs to nothing in it.
_OPENING = (
    r"^\W*(?:(?-i:[A-Z])\w+,\s+)?(?:(?:so|and|but|then|now|well|ok|okay|oh|ah|um|er|hey"
    r"|yes|no|please|sorry|excuse me|listen|by the way)\b\W*)*"
)
#: Orders and wishes that begin like a question: ``Do come in.``, ``Have a good day.``
_ORDER = late_pattern(
    rf"{_OPENING}(?:do (?:not\b|come|sit|be|go|have|tell|let|stay|take|try)"
    r"|don['’]t (?!you|we|they|I\b)|have (?:an?|some|fun|mercy|patience|the|no)\b"
    r"|be\b|may (?:the|your|all)\b)",
    re.IGNORECASE,
)
#: ``When I was young …`` tells.
_TELLS_WHEN = late_pattern(
    rf"{_OPENING}when (?:{_SUBJECT}|dark|young|small|alone|tired|cold|hungry|done|ready|ill"
    r"|in doubt|(?!being)\w+ing)\b",
    re.IGNORECASE,
)
#: ``What I miss is the sea.`` tells, too.
_TELLS_WHAT = late_pattern(
    rf"{_OPENING}(?:what|who|where|how|why) (?:I|we|he|she)(?:['’]\w+)? (?!\w+ing\b)\w+"
    r"[^?]*\b(?:is|are|was|were|does|do|did|has|have)\b",
    re.IGNORECASE,
)
#: So do ``What brings me here is a boat.`` and ``What is in the way of it is money.``
_NAMES_WHAT = late_pattern(
    rf"{_OPENING}what (?:(?:is|was) {any_of(PREPOSITIONS)}"
    rf"|(?!{_BEFORE_SUBJECT}\b)(?:\w+(?:s|ed)|became|came|went|got|fell|broke|took|kept|made))"
    r" (?:(?!(?:when|that|which|who|if|think|say|said|because)\b)[\w'’]+ )*?"
    rf"(?!(?:when|that|which|who|if|I|you|he|she|they)\b)[\w'’]+ (?:is|was) (?!{_PERSON}\b)\w",
    re.IGNORECASE,
)
#: ``What brings me here: I lost a boat.`` takes up a question and answers it.
_TAKES_UP = late_pattern(
    rf"{_OPENING}(?:as for )?(?:what|why|where|who|how)\b[^:?.;]*\b(?:I|me|my|we|us|our)\b"
    r"[^:?.;]*:\s+\S[^?]*$",
    re.IGNORECASE,
)
#: ``How very kind of you!`` and ``What a view.`` ask nothing.
_EXCLAIMS = late_pattern(
    rf"{_OPENING}(?:what an? |how (?:very |awfully )?(?:kind|good|nice|sweet|lovely|beautiful|sad"
    r"|funny|odd|strange|wonderful|terrible|dreadful|awful|curious|charming|clever)\b"
    rf"(?! {_BEFORE_SUBJECT}\b))[^?]*$",
    re.IGNORECASE,
)
_BEGINS = late_pattern(rf"{_OPENING}(?:{_ASKING}|{_BEFORE_SUBJECT})\b", re.IGNORECASE)
#: A question behind other words: ``my chain snapped can you mend it``.
_WITHIN = late_pattern(
    rf"\b(?:{_ASKING}(?: \w+){{0,2}}? {_BEFORE_SUBJECT} {_SUBJECT}"
    rf"|(?<!so )(?<!nor )(?<!neither )(?<!as )(?<!than )(?<!what )(?<!who )(?<!that )"
    rf"(?:are|do|did|have|can|could|will|would|shall|should|may|might|were)(?:n['’]t)?"
    r" (?:you|ye|u|we|I))\b",
    re.IGNORECASE,
)
_ASKING_WORD = late_pattern(rf"\b{_ASKING}\b", re.IGNORECASE)
_YES_OR_NO = late_pattern(rf"{_OPENING}{_BEFORE_SUBJECT}(?:n['’]t)?\b", re.IGNORECASE)
_BIDS = late_pattern(
    rf"{_OPENING}(?:(?:you (?:could|can|might|may) )?tell (?:me|us)|i wonder|explain|describe"
    r"|show me|remind me|remember (?:what|how|when|who|where|me|my)"
    r"|i (?:just |have )?(?:asked|was asking)(?: you)? (?:if|whether|what|where|who|how|why|when)"
    r"|i(?:['’]d| would| should)? (?:like|love|want) to (?:know|hear|ask))\b",
    re.IGNORECASE,
)


def is_question(line: str) -> bool:
    """Return whether a line asks: by the mark at its end, its first word, or its order of words."""
    if line.rstrip().endswith("?"):
        return True
    if any(each.match(line) for each in (_TAKES_UP, _EXCLAIMS, _NAMES_WHAT)):
        return False
    if _BEGINS.match(line):
        tells = _ORDER.match(line) or _TELLS_WHEN.match(line) or _TELLS_WHAT.match(line)
        if not tells:
            return True
    return _WITHIN.search(line) is not None


def is_yes_or_no(line: str) -> bool:
    """Return whether the last question of a line can be answered by a yes or a no."""
    asking = [each for each in split_sentences(line) if is_question(each)]
    asked = (find_question(asking[-1]) or asking[-1]) if asking else ""
    return _YES_OR_NO.match(asked) is not None


def bids_tell(line: str) -> bool:
    """Return whether a line bids the hearer tell something: ``I wonder who lives there.``"""
    return _BIDS.match(line) is not None


def find_question(line: str) -> str:
    """Return the question behind other words of a line; empty if the line asks nothing else."""
    within = _WITHIN.search(line)
    return line[within.start() :] if within and within.start() > 0 else ""


def find_question_word(line: str) -> str:
    """Return the word with which a line asks, in small letters: ``why``; empty if it has none."""
    found = _ASKING_WORD.search(line)
    return found[0].casefold() if found else ""


@cache_short_texts(2048)  # a person's lines are read again at each of their next ones
def remove_address(line: str, name: str) -> str:
    """Return `line` without the name `name` where that calls its bearer: ``Evening, Wren. How are
    you?``"""
    if not name or name.casefold() not in line.casefold():
        return line
    called = re.escape(name)
    begun = re.sub(rf"^\s*{called}\s*[,.:!-]+\s*", "", line, flags=re.IGNORECASE)
    begun = re.sub(rf"\s*,\s*{called}\s*([.!?]+)(?=\s)", r"\1", begun, flags=re.IGNORECASE)
    begun = re.sub(rf"\s*,\s*{called}\s*([.!?]*)\s*$", r"\1", begun, flags=re.IGNORECASE)
    begun = re.sub(rf",\s*{called}\s*,", ",", begun, flags=re.IGNORECASE)
    return remove_called(begun, name)
