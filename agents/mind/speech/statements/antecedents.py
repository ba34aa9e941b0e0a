"""What a question means by "she" and "it": "Tell me of your aunt. Is she alive?"

A question that leans on the sentence before it is asked with the name that stands there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from agents.memory.language.salience import KIN
from agents.memory.language.words import BEING, HAVING, PREPOSITIONS, THIRD_PERSON, any_of
from agents.mind.speech.knowledge.thing import list_things
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: So many sentences before the question are looked at.
LOOKED_BACK = 2

_PERSONS = tuple(e for e in THIRD_PERSON if e[0] in "hs" and not e.endswith("self"))
_PERSON = late_pattern(rf"\b{any_of(_PERSONS)}\b", re.IGNORECASE)
#: "It" as what is done to, or asked of, and not as in "Is it far?" or "What is it you do?"
_THING = late_pattern(
    r"\b(?:it|them)(?=(?: for| from| like| made of| called| now| then)?\W*$)"
    r"|\bits(?= \w)",
    re.IGNORECASE,
)
_IT_IS_SO = late_pattern(
    r"^\W*(?:(?:and|but|so|then)\W+)?(?:is|was|does|do|did|are|would) (?:you |that |it )"
    r"(?:\w+ )?it\W*$"
    r"|\b(?:say|said|think|believe|mean|meant|ask(?:ed)?|told|tell|know|do|did|does)"
    r" (?:it|them)\W*$",
    re.IGNORECASE,
)
_YOUR_KIN = late_pattern(rf"\byour (?:\w+ )?(?:{KIN})\b", re.IGNORECASE)
#: What is the speaker's own is theirs to speak of.
_OWN = late_pattern(r"\b(?:my|our|mine|ours)\b", re.IGNORECASE)
#: Behind "her" these show that it is whom, and not whose.
_WHOM = late_pattern(
    rf"\bher(?=\W*$| (?:{any_of(PREPOSITIONS)}|now|then|today|again|and|or)\b)", re.I
)
#: "Mine died young.", behind "What was your aunt like?"
_MINE = late_pattern(r"^(?P<before>\W*(?:(?:and|but|oh|well|so)\W+)*)mine(?= \w)", re.IGNORECASE)
_KIN_OF_TWO = late_pattern(rf"\b(?:your|my) (?:\w+ )?(?P<named>{KIN})\b", re.IGNORECASE)
_THING_OF_HEARER = late_pattern(
    rf"\byour (?P<named>[\w'’-]+)(?=\W*$|[,.;!?]| (?:{any_of(BEING, HAVING)}|looks?)\b)",
    re.IGNORECASE,
)
_INDEFINITE, _THEIRS = ("a", "an"), ("his", "her", "their")
#: "Across the water there is a window" is of the window, "told me that book nine is torn" of no
#: "that book".
_ASIDE = late_pattern(
    rf"^\W*(?:{any_of(PREPOSITIONS)}) (?:the|that|this|your) \w+(?=,| there\b| \w+ (?:is|are)\b)"
    r"|(?<=\b)(?:told|tell|say|says|said|think|know|see|hear|heard)(?: \w+)? that\b",
    re.IGNORECASE,
)
#: "Is the soup good?" names the soup.
_IS_THE = late_pattern(r"^\W*(?:(?:and|but|so)\W+)?(?:is|are|was|were)(?:n['’]t)? ", re.IGNORECASE)


def name_antecedents(heard: str, names: Collection[str]) -> str:
    """Return words whose questions name what they mean by a pronoun, where the sentences before
    them do; `names` are those of others of whom the speaker may speak."""
    sentences = split_sentences(heard)
    named = [
        _name(each, sentences[max(0, at - LOOKED_BACK) : at][::-1], names) if at else each
        for at, each in enumerate(sentences)
    ]
    return heard if named == sentences else " ".join(named)


def name_mine(heard: str, asked: str, answer: str) -> str:
    """Return words with what their "mine" is of: the kin or the thing of the hearer's of which
    their speaker `asked` before, or which the hearer named in its `answer`."""
    begins = _MINE.match(heard)
    if not begins:
        return heard
    kin = _KIN_OF_TWO.search(asked) or _KIN_OF_TWO.search(answer)
    found = kin or _THING_OF_HEARER.search(asked)
    if not found:
        return heard
    my = "my" if begins["before"].strip() else "My"
    return f"{begins['before']}{my} {found['named']}{heard[begins.end() :]}"


def _name(question: str, before: Sequence[str], names: Collection[str]) -> str:
    has_thing = any(before not in _THEIRS for before, _ in list_things(question))
    if not is_question(question) or has_thing or _list_named(question, names):
        return question
    for sentence in before:
        if _OWN.search(sentence):
            return question
        if _PERSON.search(question) and (somebody := _find_somebody(sentence, names)):
            return _replace_person(question, somebody)
        leans = _THING.search(question) and not _IT_IS_SO.search(question)
        if leans and (thing := _find_only_thing(sentence)):
            return _replace_thing(question, thing)
    return question


def _find_only_thing(sentence: str) -> str:
    """Return the one thing that a sentence names, as its speaker says it; empty: none, or more."""
    things = [*list_things(_ASIDE.sub("", sentence))]
    if len(things) != 1:
        return ""
    before, name = things[0]
    kept = (name.rpartition(" ")[0] or name) if _IS_THE.match(sentence) else name
    return f"{'the' if before in _INDEFINITE else before} {kept}"


def _replace_thing(question: str, thing: str) -> str:
    return _THING.sub(lambda it: f"{thing}'s" if it[0].lower() == "its" else thing, question)


def _find_somebody(sentence: str, names: Collection[str]) -> str:
    """Return the one person whom a sentence names; empty: none, or several."""
    found = {*(each[0] for each in _YOUR_KIN.finditer(sentence)), *_list_named(sentence, names)}
    return found.pop() if len(found) == 1 else ""


def _list_named(sentence: str, names: Collection[str]) -> Sequence[str]:
    return [each for each in names if re.search(rf"\b{re.escape(each)}\b", sentence, re.IGNORECASE)]


def _replace_person(question: str, somebody: str) -> str:
    asked = _WHOM.sub(somebody, question)

    def write(found: re.Match[str]) -> str:
        whose = found[0].lower() in ("his", "her", "hers")
        return f"{somebody}'s" if whose else somebody

    return _PERSON.sub(write, asked)
