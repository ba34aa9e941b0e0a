"""Of what deed somebody asks whether they should do it: "Should I tell my pupils?"

What one tells, and to whom, is endless; to do it or to leave it is advised in words for the deed.
"""

from __future__ import annotations

import re

from agents.memory.language.words import ADVERBS, QUESTION_WORDS, any_of
from agents.mind.voice.question_kinds import DEEDS
from late.late_pattern import late_pattern

_VERBS = {
    "tell": "tell told say said confess confessed admit admitted explain talk speak write phone"
    " ring warn apologise apologize mention announce call",
    "go": "go gone visit leave left move return run travel attend emigrate",
    "stay": "stay stayed wait waited remain hold",
    "take": "take taken get got buy bought accept accepted adopt keep kept have marry choose",
    "stop": "stop stopped quit end drop retire resign sell close break throw",
    "begin": "try tried start started begin begun learn do change ask forgive risk",
}
_KIND_OF = {verb: kind for kind in DEEDS for verb in _VERBS[kind].split()}
_SELF = r"(?:I|we)"
#: "What would you say to them?" asks for words, and not whether to say them.
_NO_WORD = "".join(rf"(?<!{each} )" for each in (*QUESTION_WORDS, "when"))
_ASKS = late_pattern(
    rf"\b(?:(?:should|shall|must|ought) {_SELF}|do(?:n['’]t)? you (?:think|say|reckon) (?:that )?"
    rf"{_SELF} (?:should|ought|must|could)|{_NO_WORD}would you(?= (?:have )?\w+"
    r" (?:your|them|him|her|it|one|somebody|someone|the|to|in my)\b)"
    r"|(?:is|was|would) it (?:be |have been )?(?:not )?(?:wrong"
    r"|right|mean|bad|better|best|wise|stupid|silly|all right|fair|selfish|cruel|good|foolish"
    r"|unkind)(?: of me)? (?:to|if I)|had I better|I (?:do not|don['’]t|dunno) know (?:if|whether)"
    rf" (?:{_SELF} should|to)|I (?:wonder|am wondering) (?:if|whether) {_SELF} should)"
    rf" (?:(?:{any_of(ADVERBS)}|to|not|have|even|really|go and|\w+ly) )*(?P<deed>\w+)",
    re.IGNORECASE,
)
#: What one does in this place, and at once, is no matter of anybody's life.
_OF_NOW = late_pattern(
    r"\b(?:here|tonight|right now|back (?:up|down)|come back|the (?:ferry|bridge|causeway|soup"
    r"|bowl|lamp|light|way|path|door))\b",
    re.IGNORECASE,
)


def find_advised_deed(words: str) -> str:
    """Return of which of `DEEDS` it is for which `words` ask advice; empty: they ask for none."""
    asked = _ASKS.search(words)
    if asked is None or _OF_NOW.search(words[asked.start() :]):
        return ""
    return _KIND_OF.get(asked["deed"].lower(), "")
