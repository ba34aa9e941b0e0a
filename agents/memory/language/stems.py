"""What a sentence is about: its content words, in order, as stems that can be compared.

The rules are English.  Words of other languages are compared whole, which is right but stricter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import Stemmer

from agents.memory.language.patterns import DENIAL, WORD
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import IRREGULAR, REMEMBERING, SAY_LITTLE
from late.first_letters import at_word
from late.late_pattern import late_pattern

_NUMBER = late_pattern(r"\d+(?:[.:]\d+)*")
#: "The mill is mine", "the mill is Fern's": these words alone name the owner.
_BELONGS = late_pattern(
    at_word(
        r"(?:mine|yours|ours|theirs|hers)\b|(?:is|are|was|were|be|becomes?|became) (?:now )?"
        r"(?:his|[^\W\d_]+['’]s)(?=(?: now| today| again)?\s*(?:$|[.,;:!?\"”]))"
    ),
    re.IGNORECASE,
)

#: Without one of these words, and without an apostrophe, nothing is said to belong to anybody.
_OWNERS = frozenset(("mine", "yours", "ours", "theirs", "hers", "his"))

#: Words of owning and obeying that mean the same; the first of a line stands for the others.
_SYNONYMS = """
    give gift hand transfer grant cede bestow receive sign donate surrender
    own owner possess belong belonging belongings property possession
    obey serve servant submit
    master lord boss mistress
    nothing anything
    owe debt indebted
"""

#: Stems that are kept: an agent uses much the same words every day.
_KEPT = 1 << 13


def find_words(text: str) -> list[str]:
    """Return the words of `text`, folded in case, in their order."""
    if text.isascii():
        return WORD.findall(text.lower())
    return [each.replace("’", "'").casefold() for each in WORD.findall(text)]


@cache_short_texts(4096)
def stem_words(text: str) -> tuple[str, ...]:
    """Return the stems of the content words of `text`, in their order, repeats included."""
    found = find_words(text)
    if "'" in text or not (text.isascii() and _OWNERS.isdisjoint(found)):
        found = find_words(_BELONGS.sub(" owns ", text))
    return tuple(filter(None, map(_stem_telling, found)))


@lru_cache(_KEPT)
def _stem_telling(word: str) -> str:
    """Return the stem of a word; empty if it says little."""
    return stem_word(word) if len(word) > 1 and not says_little(word) else ""


@lru_cache(_KEPT)
def says_little(word: str) -> bool:
    """Return whether a word is one of grammar or small talk, shortened ones included: ``don't``."""
    whole, short, _ = word.partition("'")
    shortened = {whole.removesuffix("n")} if short else set[str]()
    return not SAY_LITTLE.isdisjoint({word, whole, *shortened}) or word in ("won't", "shan't")


def says_something(text: str) -> bool:
    """Return whether `text` tells of anything but that there is something to remember."""
    vague = stem_each(" ".join(REMEMBERING))
    return bool(find_numbers(text)) or any(each not in vague for each in stem_words(text))


def find_numbers(text: str) -> frozenset[str]:
    """Return the numbers in `text`, as they are written."""
    return frozenset(_NUMBER.findall(text))


@cache_short_texts(4096)
def is_denial(text: str) -> bool:
    """Return whether `text` says that something is not so."""
    return DENIAL.search(text) is not None


@lru_cache(_KEPT)
def stem_word(word: str) -> str:
    """Return the form that the inflections and synonyms of an English word share."""
    bare = word.removesuffix("'s").removesuffix("'")
    stemmed = _strip_ending(_BASES.get(bare, bare))
    return _map_synonyms().get(stemmed, stemmed)


@lru_cache(1024)  # lists of words that stand in the program, and values of facts
def stem_each(words: str) -> frozenset[str]:
    """Return the stems of `words`, which are parted by white space."""
    return frozenset(map(stem_word, words.split()))


def _strip_ending(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        return word
    # A stemmer has a state, so each thread needs its own; to make one costs less than a stem.
    return str(Stemmer.Stemmer("english").stemWord(word))


#: Irregular form → the word it belongs to. Endings in -s are the stemmer's: "lives" is a verb, too.
_BASES = {
    form: base for base, *forms in reversed(IRREGULAR) for form in forms if not form.endswith("s")
}


@cache
def _map_synonyms() -> dict[str, str]:
    """Return the word that stands for each stem which has synonyms."""
    return {
        _strip_ending(each): line.split()[0]
        for line in _SYNONYMS.strip().splitlines()
        for each in line.split()
    }


def link_words(found: Sequence[str], reach: int = 2) -> frozenset[tuple[str, str]]:
    """Return the ordered pairs of words that stand within `reach` of each other."""
    return frozenset(
        (one, other)
        for at, one in enumerate(found)
        for other in found[at + 1 : at + 1 + reach]
        if one != other
    )


def remove_name(found: Iterable[str], name: str) -> tuple[str, ...]:
    """Return `found` without the words of somebody's name."""
    parts = stem_name(name)
    return tuple(each for each in found if each not in parts)


@lru_cache(4096)
def stem_name(name: str) -> frozenset[str]:
    """Return the stems of the words of somebody's name."""
    return frozenset(map(stem_word, find_words(name)))


@lru_cache(4096)
def is_same_person(one: str, other: str) -> bool:
    """Return whether two names share a part: ``Fern`` and ``Fern Ashby`` are the same."""
    return not _find_name_parts(one).isdisjoint(_find_name_parts(other))


@lru_cache(4096)
def _find_name_parts(name: str) -> frozenset[str]:
    return frozenset(find_words(name))
