"""Tell by the place and the form of a word whether it is a verb, and what is named beside it."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.reading import Word, stem_any
from agents.memory.language.meanings.deeds import name_deed
from agents.memory.language.meanings.relations import is_known_verb
from agents.memory.language.stems import stem_word
from agents.memory.language.words import (
    ADVERBS,
    ARTICLES,
    AUXILIARIES,
    BEING,
    COORDINATORS,
    DEGREES,
    HAVING,
    IRREGULAR,
    NEGATIONS,
    PREPOSITIONS,
    QUANTIFIERS,
    QUESTION_WORDS,
    SUBORDINATORS,
    THIRD_PERSON,
    TIMES,
)

#: What says whose a thing is.
THEIR_OWN = frozenset(("his", "her", "its", "their", "whose"))
#: What stands before the name of a thing.
DETERMINERS = frozenset((*ARTICLES, *QUANTIFIERS, *THEIR_OWN, "no", "this", "these", "those"))
#: What may stand between a doer and a verb.
BESIDE_VERBS = frozenset(
    (*AUXILIARIES, *NEGATIONS, *ADVERBS, *DEGREES, *TIMES, "to", "all", "both", "used")
)
#: Words with which another clause begins.
CLAUSE_BREAKS = frozenset((*COORDINATORS, *SUBORDINATORS, *QUESTION_WORDS, "that"))
_PAST = frozenset(form for family in IRREGULAR for form in family[1:])


def ends_state(word: Word) -> bool:
    """Return whether what follows a form of "be" ends here."""
    return word.is_mark or word.text in CLAUSE_BREAKS or word.text in PREPOSITIONS


def stands_beside(word: Word) -> bool:
    """Return whether a word may stand between a doer and a verb."""
    return word.text in BESIDE_VERBS or word.text.endswith(("n't", "ly"))


def is_past_form(word: Word) -> bool:
    """Return whether a word has the form of the past."""
    return word.text.endswith("ed") or word.text in _PAST


def name_verb(words: Sequence[Word], at: int) -> str:
    """Return the stem of a verb; of one that is not common only if its form or place tells it."""
    word = words[at]
    stem = stem_any(word) or stem_word(word.text)
    formed = word.text.endswith("ed") and len(stem) > 2
    infinitive = at > 0 and words[at - 1].text == "to" and is_known_verb(stem_word(word.text))
    return name_deed(stem) or (word.stem if formed or infinitive else "")


def is_verb(words: Sequence[Word], at: int) -> bool:
    """Return whether a word stands where a verb stands."""
    word = words[at]
    nameless = not word.is_mark and not word.person and word.number is None and not word.day
    if not nameless or word.text in BESIDE_VERBS or not name_verb(words, at):
        return False
    before = words[at - 1] if at else None
    if before is None or before.is_mark:
        return True
    if before.owns or before.text in DETERMINERS or before.number is not None:
        return False
    if before.text in PREPOSITIONS and before.text != "to":
        return word.text.endswith("ing")
    inflected = word.text in _PAST or stem_word(word.text) != word.text
    plain = bool(before.stem) and not inflected and not before.text.endswith("s")
    return not plain or not any(
        each.text in DETERMINERS or each.owns for each in words[max(0, at - 3) : at - 1]
    )


def cut_pronoun(word: Word) -> str:
    """Return a word without "is" or "will" behind it: "she's"."""
    return word.text.partition("'")[0]


def begins_thing(words: Sequence[Word], at: int) -> bool:
    """Return whether a person or a thing is named from this word on."""
    word = words[at]
    if at and (words[at - 1].owns or words[at - 1].text in DETERMINERS):
        return False
    if word.person or word.text in DETERMINERS or cut_pronoun(word) in THIRD_PERSON:
        return True
    before = words[at - 1] if at else None
    plain = bool(word.stem) or word.number is not None
    return plain and not (before and (before.stem or before.number is not None))


def is_passive(word: Word, beside: Sequence[str]) -> bool:
    """Return whether a verb tells what was done to its subject, by the words before it."""
    return (
        is_past_form(word)
        and not set(HAVING) >= set(beside)
        and any(each in BEING or each == "got" for each in beside)
    )
