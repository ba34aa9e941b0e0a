"""Signs of whether an exchange answers what was heard, each a number, for `answer_decider`.

The nearest wording often shares the topic and asks something else: "Who taught you to trim?" and
"How does one trim?".  What tells them apart is the form of the question, its telling words, whose
thing it is about, and whether the exchange is nearer than all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from agents.meaning import Meanings
from agents.memory.language.numerals import find_numerals
from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.stems import find_words, is_denial, says_little, stem_word
from agents.memory.language.words import (
    ADVERBS,
    ARTICLES,
    AUXILIARIES,
    FIRST_PERSON,
    QUANTIFIERS,
    QUESTION_WORDS,
    SECOND_PERSON,
)
from agents.mind.voice.asking import bids_tell, find_question, is_question
from agents.mind.voice.likeness import find_manner, list_parts
from agents.mind.voice.retrieval import NearExchange
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

TELLS = "tells"
"""The form of words that ask nothing."""

#: What is asked for, from the words that open a question; the first that matches counts.
_FORMS = tuple(
    (name, late_pattern(pattern, re.IGNORECASE))
    for name, pattern in (
        ("opinion", r"\bwhat (?:do|did|does|would) \w+(?: \w+)? (?:think|make|say|feel)"
                    r" (?:of|about)|\byour opinion\b|\bdo you (?:think|reckon|suppose|guess)\b"
                    r"|\bhow do you (?:like|feel|find)\b"),
        ("advice", r"\b(?:what|how|where|when|whom?|which)\b(?: \w+){0,3}? (?:should|shall|must"
                   r"|would you advise)\b|^\W*(?:should|shall|must) (?:I|we)\b|\badvi[cs]e\b"),
        ("suppose", r"\b(?:what|who|where|how|which)\b[^?]*\b(?:would|could)\b|\bwhat if\b"),
        ("like", r"\bwhat (?:is|was|are|were)\b[^?]*\blike\W*$"),
        ("count", r"\bhow (?:many|much|often|far|deep|high|wide|big|large|tall|heavy|cold|warm|hot"
                  r"|strong|fast|thick|steep|loud|bright|old)\b"),
        ("duration", r"\bhow long\b|\bsince when\b"),
        ("time", r"\bwhen\b|\bwhat (?:time|hour|year|day|month)\b"),
        ("reason", r"\bwhy\b|\bhow come\b|\bwhat for\b|\bwhat (?:made|makes|brought|brings)\b"),
        ("fate", r"\bwhat (?:became|has become|happened|happens|will happen|would happen)\b"),
        ("person", r"\bwho(?:m|se)?\b"),
        ("place", r"\bwhere\b|\bwhich way\b"),
        ("become", r"\bhow did (?:you|he|she|they|\w+)\b"),
        ("manner", r"\bhow\b"),
        ("choice", r"\bwhich\b|\bfavou?rite\b|\b(?:best|worst|most|least|strangest|\w+est)\b"),
        ("thing", r"\bwhat\b"),
        ("telling", r"\b(?:tell|show|teach|give|explain|describe|read)\b (?:me|us)\b"),
    )
)  # fmt: skip
_MINE = late_pattern(r"\b(?:my|our|mine|ours)\b", re.IGNORECASE)
_YOURS = late_pattern(r"\b(?:your|yours)\b", re.IGNORECASE)
_THEIRS = late_pattern(r"\b(?:his|her|their|theirs|hers|[A-Z]\w+['’]s)\b")
#: Words of which one denies the other.
_OPPOSITE_WORDS = """
    best worst; first last; like hate; like dislike; love hate; young old; warm
    cold; hot cold; big small; near far; begin end; start stop; early late; happy
    sad; come go; stay leave; win lose; find lose; open closed; before after; buy
    sell; dry wet; alive dead; friend enemy; strong weak; good bad; easy hard; up
    down; father mother; brother sister; son daughter; husband wife; boy girl;
    summer winter; day night; morning evening; top bottom; inside outside; right
    wrong; true false; full empty; light dark; trust doubt; proud ashamed
"""
_OPPOSITES = tuple(frozenset(map(stem_word, pair.split())) for pair in _OPPOSITE_WORDS.split(";"))
_CLAUSES = late_pattern(r"[,.;:!?]| but ", re.IGNORECASE)
_DENIES = late_pattern(
    r"no|not|never|without|hardly|nobody|nothing|cannot|\w+n['’]t", re.IGNORECASE
)
_SMALL = frozenset(
    (*ARTICLES, *AUXILIARIES, *FIRST_PERSON, *SECOND_PERSON, *QUANTIFIERS, *ADVERBS)
) | frozenset((*QUESTION_WORDS, "when"))


#: How near two words are in meaning, 0 to 1.
Kinship: TypeAlias = Mapping[tuple[str, str], float]


@late_dataclass(frozen=True, slots=True)
class LineTraits:
    """What a line is compared by."""

    words: tuple[str, ...]
    """Its telling words, in their order."""
    stems: frozenset[str]
    every: frozenset[str]
    """The stems of all its words."""
    form: str
    """What it asks for: a name of `_FORMS`, ``whether``, or `TELLS`."""
    owners: tuple[bool, bool, bool]
    """Whether it is about something of the speaker's, of the hearer's, of somebody else's."""
    subject: str
    """``speaker``, ``hearer`` or empty."""
    denies: bool
    denied: frozenset[str]
    """The stems that it denies: ``sleep`` of "I cannot sleep"."""
    names: frozenset[str]
    numbers: frozenset[str]


@lru_cache(8192)
def read_traits(line: str) -> LineTraits:
    """Return what a line is compared by."""
    found = find_words(line)
    words = tuple(each for each in found if each not in _SMALL and not says_little(each))
    return LineTraits(
        words,
        frozenset(map(stem_word, words)),
        frozenset(map(stem_word, found)),
        find_form(line),
        (bool(_MINE.search(line)), bool(_YOURS.search(line)), bool(_THEIRS.search(line))),
        find_manner(line)[0],
        is_denial(line),
        _list_denied(line),
        frozenset(each.casefold() for each in INNER_NAME.findall(line)),
        frozenset(find_numerals(line)),
    )


def find_form(line: str) -> str:
    """Return what a line asks for: a time, a person, an opinion; `TELLS` where it asks nothing."""
    if not (is_question(line) or bids_tell(line)):
        return TELLS
    return next((name for name, asks in _FORMS if asks.search(line)), "whether")


def find_asking_part(heard: str) -> str:
    """Return the sentence of some words that is to be answered: the last that asks, else all."""
    asking = [each for each in split_sentences(heard) if is_question(each) or bids_tell(each)]
    return (find_question(asking[-1]) or asking[-1]) if asking else heard


def measure_signs(
    heard: str,
    near: Sequence[NearExchange],
    weigh: Callable[[str], float],
    meanings: Meanings,
) -> list[Mapping[str, float]]:
    """Return the signs of each of `near`, the exchanges that are nearest to `heard`.

    `weigh` says how much a stem tells; `meanings` compares single words.
    """
    pairs = [(read_traits(_find_part(heard, each.heard)), read_traits(each.heard)) for each in near]
    kinship = _compare_words(pairs, meanings)
    signs: list[Mapping[str, float]] = []
    for each, (one, other) in zip(near, pairs, strict=True):
        of_likeness = _measure_likeness(each, near)
        of_words = _measure_words(one, other, each, weigh, kinship)
        found = {"base": 1.0, **of_likeness, **of_words, **_measure_form(one, other, heard)}
        tells = float(one.form == TELLS)
        found |= {f"tells: {name}": tells * found[name] for name in _OF_TELLING}
        signs.append(found)
    return signs


#: Signs that say another thing of words that tell than of words that ask.
_OF_TELLING = ("words", "meant", "second", "lead", "least covered")


def _measure_likeness(one: NearExchange, near: Sequence[NearExchange]) -> dict[str, float]:
    others = max((each.score for each in near if each is not one), default=0.0)
    return {
        "words": one.words,
        "meant": one.meant,
        "second": one.second,
        "lead": max(one.score - others, 0.0),
    }


def _measure_words(
    one: LineTraits,
    other: LineTraits,
    near: NearExchange,
    weigh: Callable[[str], float],
    kinship: Kinship,
) -> dict[str, float]:
    """Return how much of the telling words is in a wording, and the other way about."""
    anywhere = frozenset().union(*(read_traits(each).stems for each in near.exchange.heard))
    return {
        "covered": _weigh_shared(one.stems, other.stems, weigh),
        "covered anywhere": _weigh_shared(one.stems, anywhere, weigh),
        "least covered": _find_least(one.words, other.words, kinship),
        "least known": _find_least(other.words, one.words, kinship),
        "nothing to cover": float(not one.words),
    }


def _measure_form(one: LineTraits, other: LineTraits, heard: str) -> dict[str, float]:
    """Return in what two lines ask or tell differently."""
    asks = one.form != TELLS
    forms = {
        f"{form} for another": float((one.form in names) != (other.form in names))
        for form, names in _SET_APART.items()
    }
    both = bool(one.subject and other.subject)
    owners = zip(one.owners, other.owners, strict=True)
    return {
        "asks": float(asks),
        "other form": float(asks and one.form != other.form),
        **forms,
        "other owner": float(sum(mine != theirs for mine, theirs in owners)),
        "one subject": float(one.subject != other.subject),
        "other subject": float(both and one.subject != other.subject),
        "opposite": float(_are_opposite(one.every, other.every)),
        "denies": float(one.denies != other.denies),
        "missing names": float(len(one.names - other.names - other.every)),
        "strange names": float(len(other.names - one.names - read_traits(heard).every)),
        "other number": float(one.numbers != other.numbers),
    }


#: Forms whose answers are no answer to a question of another form.
_SET_APART = {
    "person": ("person",),
    "reason": ("reason",),
    "place": ("place",),
    "amount": ("count", "duration", "time"),
    "whether": ("whether",),
}


def contradicts(heard: str, known: str) -> bool:
    """Return whether one of two lines that tell says that a thing is not so which the other has.

    "I have regretted it" and "I have no regrets"; of 58 such pairs that readers judged
    2 went together.
    """
    one, other = read_traits(_find_part(heard, known)), read_traits(known)
    if not one.form == other.form == TELLS:
        return False
    return bool(
        (one.denied - other.denied) & other.stems or (other.denied - one.denied) & one.stems
    )


def _list_denied(line: str) -> frozenset[str]:
    """Return the stems of the first telling word behind each denial of a line."""
    denied: set[str] = set()
    for clause in _CLAUSES.split(line):
        is_denied = False
        for word in find_words(clause):
            if _DENIES.fullmatch(word):
                is_denied = True
            elif is_denied and word not in _SMALL and not says_little(word):
                denied.add(stem_word(word))
                is_denied = False
    return frozenset(denied)


def _find_part(heard: str, known: str) -> str:
    """Return what is compared: what asks, or of what tells, the part nearest to `known`."""
    asked = find_asking_part(heard)
    if asked != heard or is_question(heard):
        return asked
    stems = read_traits(known).stems
    return max(list_parts(heard), key=lambda part: len(read_traits(part).stems & stems))


def _weigh_shared(
    stems: frozenset[str], others: frozenset[str], weigh: Callable[[str], float]
) -> float:
    """Return the weighed share of `stems` that is among `others`; of none, all."""
    total = sum(map(weigh, stems))
    return sum(map(weigh, stems & others)) / total if total else 1.0


def _compare_words(pairs: Sequence[tuple[LineTraits, LineTraits]], meanings: Meanings) -> Kinship:
    """Return how near each word of the first lines and each of the second are, either way."""
    words = list(dict.fromkeys(word for one, _ in pairs for word in one.words))
    others = list(dict.fromkeys(word for _, other in pairs for word in other.words))
    kinship = {}
    for word in words:
        for other, near in zip(others, meanings.compare(word, others), strict=True):
            nearness = 1.0 if stem_word(word) == stem_word(other) else near
            kinship[word, other] = kinship[other, word] = nearness
    return kinship


def _find_least(words: Sequence[str], others: Sequence[str], kinship: Kinship) -> float:
    """Return how near the nearest of `others` is to that of `words` which has the farthest."""
    nearest = (max((kinship[word, each] for each in others), default=0.0) for word in words)
    return min(nearest, default=1.0)


def _are_opposite(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether one line has a word where the other has its opposite."""
    return any(
        len(pair & one) == 1 and len(pair & other) == 1 and not pair & one & other
        for pair in _OPPOSITES
    )
