"""Which sentences cannot tell a worry of their speaker, however near they are to examples of one.

To call a joke despair frightens; so what only sounds like a worry is none.
"""

from __future__ import annotations

import re

from agents.memory.language.stems import find_words
from agents.memory.language.words import FIRST_PERSON, any_of
from late.late_pattern import late_pattern

#: What one asks the hearer is seldom one's own worry; from this nearness on it may be.
ASKED_OF_OTHERS = 0.6

#: A sentence with fewer words tells nothing by itself.
LEAST_WORDS = 3

#: A worry about oneself names oneself, but from this nearness on.
OWN = frozenset(
    ("lonely", "homesick", "ailing", "guilt", "sleepless", "work", "debt", "decision", "fear")
)
OWN_SURELY = 0.5

#: Who despairs says so in plain words, or in some that are as near as this.
DESPAIRS = 0.5

#: What is said of the hearer is no worry of the speaker, and what is over weighs on nobody.
_OF_HEARER = late_pattern(r"^\W*(?:(?:and|but|so|well)\W+)?you(?:r|['’]\w+)?\b", re.IGNORECASE)
#: "Is there something you wish you had been taught?" is no worry of who asks it.
_ASKS_HEARER = late_pattern(
    r"^[^.!]*\byou(?:['’]\w+)? (?:ever |still |sometimes |really )?(?:wish|want|like|miss|regret"
    r"|fear|think|feel|get|have|hope|dream|would|do|are|were|be)\b(?![^?]*\b(?:I|me|my|myself)\b)[^?]*\?",
    re.IGNORECASE,
)
#: "Nobody in Leeds has heard of you" is none, either; "She is dying, you see" may be.
_NAMES_HEARER = late_pattern(r"\b(?:you|your|yours|yourself|ye)\b", re.IGNORECASE)
_NAMES_SPEAKER = late_pattern(rf"\b(?:{any_of(FIRST_PERSON)}|im|ive)\b|\bI['’]\w+", re.IGNORECASE)
_ASIDE = late_pattern(r"\b(?:you (?:know|see|understand)|mind you|(?:thank|tell) you)\b", re.I)
#: Who despairs speaks of themselves, or of all there is: "worth it what? the new stone?" does not.
_OF_ONESELF = late_pattern(
    r"\b(?:I|im|ive|everything|nothing|nobody|anybody|anyone|anything|life|living"
    r"|world)\b|\bI['’]\w+|\bgo(?:ing)? on\b",
    re.IGNORECASE,
)
_TO_ONESELF = late_pattern(r"\b(?:me|my|myself|mine)\b", re.IGNORECASE)
_HOPELESS = late_pattern(
    r"\b(?:pointless|hopeless|worthless|meaningless|useless|no (?:point|use|hope|way out)|give up"
    r"|end it|go(?:ing)? on|die|dead|dying|alive|living|not worth|better off without)\b",
    re.IGNORECASE,
)
#: Who says sorry, or goodbye, says no more than that.
_COURTESY = late_pattern(
    r"^\W*(?:(?:oh|ah|well|no|and|but)\W+)*(?:(?:I|we)(?: am| are|['’]m|['’]re) )?"
    r"(?:so |very |really )?(?:sorry\b(?! for myself)|(?:off|on my way)\b)",
    re.IGNORECASE,
)
_OVER = late_pattern(
    r"\b(?:once|as an? (?:boy|girl|child|young \w+)|when I was|I used to|long ago|healed|mended"
    r"|(?:all )?well again|made (?:it )?up|before I was born|\w+ years ago)\b",
    re.IGNORECASE,
)
_STAYS = frozenset(("death", "missing", "guilt", "quarrel", "lonely", "despair", "expecting"))
"""Kinds that are not over because they began long ago."""


def may_weigh(sentence: str, kind: str, near: float) -> bool:
    """Return whether a sentence so near to examples of a worry can tell it of its speaker."""
    if _OF_HEARER.search(sentence) or len(find_words(sentence)) < LEAST_WORDS:
        return False
    if _COURTESY.search(sentence) or (near < ASKED_OF_OTHERS and _is_of_hearer(sentence)):
        return False
    if kind == "despair":
        return _may_despair(sentence, near)
    if kind in OWN and near < OWN_SURELY and not _NAMES_SPEAKER.search(sentence):
        return False
    return kind in _STAYS or _OVER.search(sentence) is None


def _is_of_hearer(sentence: str) -> bool:
    """Return whether a sentence asks the hearer, or speaks of the hearer and not of its speaker."""
    if _ASKS_HEARER.search(sentence):
        return True
    of_hearer = _NAMES_HEARER.search(_ASIDE.sub("", sentence)) is not None
    return of_hearer and _NAMES_SPEAKER.search(sentence) is None


def _may_despair(sentence: str, near: float) -> bool:
    if near < DESPAIRS and not _HOPELESS.search(sentence):
        return False
    return any(each.search(sentence) for each in (_TO_ONESELF, _OF_ONESELF))
