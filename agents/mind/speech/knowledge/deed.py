"""What somebody does in a question: "Who lives behind the window?" is not asked of its maker."""

from __future__ import annotations

import re

from agents.memory.language.stems import says_little, stem_word, stem_words
from agents.memory.language.words import AUXILIARIES, LIGHT_WORDS, MODALS, any_of
from agents.mind.voice.question_kinds import MAKING
from agents.mind.voice.voice import Subject
from late.late_pattern import late_pattern

_BEFORE = any_of((*AUXILIARIES, *MODALS))
_DOER = (
    r"(?:I|you|he|she|it|they|we|one|people|somebody|anybody|(?:the|a|an|your|my) \w+"
    r"|(?-i:[A-Z])\w+)"
)
_BESIDE = r"(?:(?:not|never|ever|really|always|still|also|just|often|then|actually|been|all) )*"
#: "Why do you count them?", "How long have you been growing leeks?"
_DOES = late_pattern(rf"\b{_BEFORE}(?:n['’]t)? {_DOER} {_BESIDE}(?P<deed>[a-z]+)\b", re.IGNORECASE)
#: "Who lives there?", "Which wheel stopped?"
_WHO_DOES = late_pattern(
    rf"\b(?:who|what|(?:which|whose) \w+) {_BESIDE}(?!{_BEFORE}\b)(?P<deed>[a-z]+)\b", re.IGNORECASE
)
#: Words that only lead to what is asked: "What do you think of the eel?"
_LEADING = late_pattern(rf"{any_of(LIGHT_WORDS)}|say|tell|call(?:ed)?|need|want|be")
#: Not of the thing: "What did he say to the eel?", "How does she know?"
_OF_WORDS = late_pattern(
    rf"\b(?:say|said|tell|told) (?:to|about|of)\b|\bwhat did (?!you\b)[^?]+ do\b"
    rf"|\bhow {_BEFORE} {_DOER} (?:know|tell)\b",
    re.IGNORECASE,
)
_MAKES = late_pattern(MAKING, re.IGNORECASE)
#: "How long are you at the lamp?" is not of the lamp.
_HOW_LONG_YOU = late_pattern(
    rf"\b(?:when|how long|how old|since when) {_BEFORE} you\b", re.IGNORECASE
)


def asks_of_a_deed(sentence: str, subject: Subject, answer: str) -> bool:
    """Return whether a question is of what somebody does, of which a line for the subject says
    nothing: neither the subject's names nor the answer have the word for it."""
    deed = _find_deed(sentence)
    if not deed:
        made = _MAKES.search(sentence)
        return bool(_OF_WORDS.search(sentence) or (_HOW_LONG_YOU.search(sentence) and not made))
    known = {each for name in subject.names for each in stem_words(name)} | {*stem_words(answer)}
    return stem_word(deed) not in known


def _find_deed(sentence: str) -> str:
    """Return the word for what is done, if it is one that tells; else nothing."""
    for pattern in (_DOES, _WHO_DOES):
        for found in pattern.finditer(sentence):
            deed = found["deed"].lower()
            if not (_LEADING.fullmatch(deed) or says_little(deed) or _MAKES.fullmatch(deed)):
                return deed
    return ""
