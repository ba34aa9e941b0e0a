"""Faults for which words are not spoken at all, each with a name that watchers see.

The rules know English and a small model's ways of going wrong.  They see the words alone and the
moment; no model is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from itertools import combinations, pairwise

from agents.memory.language.normalize import mentions_name
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import find_words, is_denial, says_little, stem_words
from agents.memory.language.words import MONTHS, WEEKDAYS
from agents.mind.speech.candidates import SpeechMoment
from agents.mind.speech.questions import admits_ignorance
from late.late_pattern import late_pattern

#: Speech has at most this many words; people in a room talk in short turns.
MOST_WORDS = 45

#: Two lines that share this part of their content words say the same.
SAME = 0.8

#: Words that share this part of their content with an example are a copy of it.
COPIED = 0.6

#: A line takes the partner's deeds for its own if it shares this part of its content with theirs.
TAKEN = 0.5

#: A phrase of so many words that comes twice in one line is a stutter.
PHRASE = 3

_ENDS = late_pattern(r"[.!?…]$")
_GARBLED = late_pattern(
    r"[^\W\d_][.!?,;:][^\W\d_]{2}"  # "house.the"
    r"|[a-z][A-Z]{2}|[a-z]{2}[A-Z][a-z]"  # "sheIsmy"
    r"|[\[\]{}<>|\\^_=~#*@]|\.\.\.\.|[!?]{3}|http|www\."
    r"|\b[^\W\d_]{22,}\b|\b([b-df-hj-np-tv-xz]{5,})\b"
    r"|[Α-ﻼ\uFFFD]"
)
_SHOUTS = late_pattern(r"\b[A-Z]{3,}\b.*\b[A-Z]{3,}\b")
_NARRATES = late_pattern(
    r"[\"“”]|\b(?:says?|asks?|replie[sd]|said)\s*[,:]|^\W*[A-Z]\w+(?: \w+)?:\s"
    r"|\bthe (?:user|reader)\b"
)
_MACHINE = late_pattern(
    r"\b(?:AI|language model|assistant|chatbot|as an? (?:ai|model))\b",
    re.IGNORECASE,
)
#: Words with a capital letter that name nobody.
_COMMON_CAPITALS = ("god", "sir", "madam", "english")
_CAPITALISED = late_pattern(r"(?<=[a-z,;] )[A-Z][a-z]{2,}")
_NOT_NAMES = frozenset((*WEEKDAYS, *MONTHS, *_COMMON_CAPITALS))

_CLAUSE_END = late_pattern(r"[.!?;,:]|\b(?:but|and)\b")
#: "I am a ghost", "I am in the kitchen": what stands behind the article.
_IDENTITY = late_pattern(r"\bI(?: am|['’]m) (?:(?:in|at) )?(?:an?|the) ((?:[a-z'’-]+ ?){1,2})")

_OF_MYSELF = late_pattern(r"\b(?:I|my)\b", re.IGNORECASE)

_DECIDES = late_pattern(r"\W*(?:yes|no|aye|never|always|not)\b", re.IGNORECASE)

FaultRule = Callable[[str, SpeechMoment], bool]


def find_faults(
    words: str, moment: SpeechMoment, only: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the names of all faults of `words`, in a fixed order; empty if there is none.

    With `only`, no others are looked for.
    """
    if not words.strip():
        return ("empty",)
    looked_for = FAULTS.items() if only is None else [(n, FAULTS[n]) for n in FAULTS if n in only]
    return tuple(name for name, is_faulty in looked_for if is_faulty(words, moment))


def _is_long(words: str, _: SpeechMoment) -> bool:
    return len(find_words(words)) > MOST_WORDS


def _is_unfinished(words: str, _: SpeechMoment) -> bool:
    return not _ENDS.search(words.strip())


def _is_garbled(words: str, _: SpeechMoment) -> bool:
    odd = _GARBLED.search(words) or _SHOUTS.search(words)
    return bool(odd) or not any(letter.isalpha() for letter in words)


def _narrates(words: str, _: SpeechMoment) -> bool:
    return bool(_NARRATES.search(words))


def _speaks_as_machine(words: str, _: SpeechMoment) -> bool:
    return bool(_MACHINE.search(words))


def _stutters(words: str, _: SpeechMoment) -> bool:
    """Return whether a phrase or a clause comes twice, or one telling word three times."""
    found = find_words(words)
    clauses = (find_words(part) for part in _CLAUSE_END.split(words))
    return (
        _most_often(zip(*(found[at:] for at in range(PHRASE)), strict=False)) > 1
        or _most_often(tuple(each) for each in clauses if len(each) > 1) > 1
        or _most_often(each for each in found if not says_little(each) and len(each) > 2) > 2
        or any(one == other and not says_little(one) for one, other in pairwise(found))
    )


def _most_often(found: Iterable[object]) -> int:
    return max(Counter(found).values(), default=0)


def _takes_name(words: str, moment: SpeechMoment) -> bool:
    """Return whether the agent calls itself by another's name: one present, or one just heard."""
    heard = set(_CAPITALISED.findall(moment.heard)) - {moment.me}
    return any(
        _matches(r"\b(?:I am|I['’]m|my name is|call me) {name}\b", words, name)
        for name in (*moment.names, *heard)
    )


def _takes_deeds(words: str, moment: SpeechMoment) -> bool:
    """Return whether the agent says of itself what the partner has just said of themselves."""
    said, heard = stem_words(words), set(stem_words(moment.heard))
    shared = sum(each in heard for each in said)
    both = _OF_MYSELF.search(words) and _OF_MYSELF.search(moment.heard)
    return bool(both) and shared >= max(2, TAKEN * len(said))


def _speaks_of_itself(words: str, moment: SpeechMoment) -> bool:
    """Return whether the agent speaks to or of itself as of somebody else."""
    me = re.escape(moment.me)
    introduced = rf"\b(?:I am|I['’]m|my name is|name['’]s|call me|called)(?: only| just)? {me}\b"
    bare = re.sub(rf"{introduced}|^{me}[.,](?= )|^{me}\.$", "", words, flags=re.IGNORECASE)
    return mentions_name(bare, moment.me)


def _misnames_partner(words: str, moment: SpeechMoment) -> bool:
    """Return whether the words call the partner by another's name: "You are Moss", "Yes, Cobb."."""
    others = [name for name in moment.names if name != moment.partner]
    forms = (
        r"\byou(?: are|['’]re) {name}\b",
        r"^\W*{name}[,!]",
        r", {name}\s*[.!?]",
    )
    return bool(moment.partner) and any(
        _matches(form, words, name) for form in forms for name in others
    )


def _echoes(words: str, moment: SpeechMoment) -> bool:
    """Return whether the words only give back what was heard."""
    return _is_same(words, moment.heard)


def _adds_nothing(words: str, moment: SpeechMoment) -> bool:
    """Return whether all that the words are about was in what was heard; a yes or no is enough."""
    said, heard = set(stem_words(words)), set(stem_words(moment.heard))
    decides = _DECIDES.match(words) or admits_ignorance(words)
    return bool(said) and said <= heard and not decides


def _repeats(words: str, moment: SpeechMoment) -> bool:
    return any(_is_same(words, each) for each in moment.own)


def _copies(words: str, moment: SpeechMoment) -> bool:
    return any(_is_same(words, each) for each in moment.others)


def _invents_number(words: str, moment: SpeechMoment) -> bool:
    """Return whether a number appears that nothing it rests on has."""
    known = find_numerals(" ".join((*moment.grounds, moment.heard)))
    return bool(find_numerals(words) - known)


def _invents_name(words: str, moment: SpeechMoment) -> bool:
    """Return whether a name appears that nothing it rests on has."""
    rest = (*moment.grounds, *moment.lore, moment.heard, *moment.names, moment.me)
    known = {each for text in rest for each in _word_set(text)}
    found = {each.casefold() for each in _CAPITALISED.findall(words)}
    return bool(found - known - _NOT_NAMES)


@lru_cache(maxsize=2048)
def _word_set(text: str) -> frozenset[str]:
    return frozenset(find_words(text))


def _matches(form: str, words: str, name: str) -> bool:
    # A pattern for each name is dear to make, and in a crowd there are hundreds of names.
    if name.casefold() not in words.casefold():
        return False
    return bool(re.search(form.format(name=re.escape(name)), words, re.IGNORECASE))


def _is_same(one: str, other: str) -> bool:
    """Return whether two lines have the same words, or nearly the same content."""
    if find_words(one) == find_words(other):
        return bool(find_words(one))
    mine, theirs = set(stem_words(one)), set(stem_words(other))
    both = len(mine & theirs)
    return both > 2 and both >= SAME * len(mine | theirs)


def _tells_example_again(words: str, moment: SpeechMoment) -> bool:
    """Return whether the words are an example's, or beside the point the persona's.

    A small model copies what it reads and gets a number wrong; the original says it better.
    """
    said, heard = set(stem_words(words)), set(stem_words(moment.heard))
    about = (set(stem_words(each)) for each in moment.about)
    known = [set(stem_words(each)) for each in moment.examples]
    known += [each for each in about if not each & heard]
    return any(len(said & each) >= COPIED * len(said | each) > 0 for each in known)


def _contradicts_itself(words: str, _: SpeechMoment) -> bool:
    """Return whether one clause denies what another says."""
    clauses = [part for part in _CLAUSE_END.split(words) if stem_words(part)]
    return any(
        is_denial(one) is not is_denial(other) and _is_within(one, other)
        for one, other in combinations(clauses, 2)
    )


def _is_within(one: str, other: str) -> bool:
    """Return whether the shorter clause is nearly all in the longer one."""
    mine, theirs = set(stem_words(one)), set(stem_words(other))
    return len(mine & theirs) >= SAME * min(len(mine), len(theirs))


def _denies_partner(words: str, moment: SpeechMoment) -> bool:
    """Return whether the words tell the partner that what they said of themselves is not so."""
    denied = re.search(r"\byou(?: are|['’]re|r)(?: not|n['’]t)\b(.*)", words, re.IGNORECASE)
    return bool(denied and set(stem_words(denied[1])) & set(stem_words(moment.heard)))


def _claims_identity(words: str, moment: SpeechMoment) -> bool:
    """Return whether the agent says that it is something, or somewhere, that it is not."""
    known = set(stem_words(" ".join((*moment.grounds, moment.me))))
    return any(not set(stem_words(each)) <= known for each in _IDENTITY.findall(words))


FAULTS: dict[str, FaultRule] = {
    "too long": _is_long,
    "unfinished": _is_unfinished,
    "garbled": _is_garbled,
    "narrates": _narrates,
    "speaks as a machine": _speaks_as_machine,
    "stutters": _stutters,
    "takes another's name": _takes_name,
    "takes the partner's deeds for its own": _takes_deeds,
    "speaks of itself by name": _speaks_of_itself,
    "calls the partner by another's name": _misnames_partner,
    "gives back what was said": _echoes,
    "adds nothing": _adds_nothing,
    "said before": _repeats,
    "copies another": _copies,
    "invents a number": _invents_number,
    "invents a name": _invents_name,
    "tells an example again": _tells_example_again,
    "contradicts itself": _contradicts_itself,
    "denies what the partner said": _denies_partner,
    "claims to be what it is not": _claims_identity,
}
"""Each fault's name and rule."""
