"""Find the things that a text names: what stands behind an article or a number, names, subjects."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from agents.memory.language.stems import says_little, stem_each, stem_word
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    DAY_TIMES,
    DEMONSTRATIVES,
    MODALS,
    MONTHS,
    NEAR_DAYS,
    NUMBERS,
    ORDINALS,
    STATES,
    STOP_WORDS,
    WEEKDAYS,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_TOKEN = late_pattern(r"[^\W_]+(?:['’-][^\W_]+)*|[.,;:!?\"“”]")
_NUMBERS = frozenset((*NUMBERS, *ORDINALS))
#: Words before a thing.
_BEFORE = frozenset((*ARTICLES, *DEMONSTRATIVES, *_NUMBERS)) | frozenset(
    ("my", "your", "his", "her", "its", "our", "their", "no", "any", "all", "every", "each", "one")
) - {"there", "here"}
#: Before a verb.
_BEFORE_VERBS = frozenset(
    (*MODALS, "do", "does", "did", "not", "who", "i", "you", "we", "they", "he", "she", "it")
)
#: Before a thing that was not told of yet.
_ANEW = frozenset(("a", "an", "another"))
#: Before what something is only compared to.
_COMPARING = frozenset(("worth", "like", "as", "than"))
#: How many words of a thing are looked at: "the old green boat".
_LONGEST = 3
#: What is named everywhere is no thing of which something is told.
_EVERYWHERE = (
    " ".join((*WEEKDAYS, *MONTHS, *NEAR_DAYS, *DAY_TIMES, *STATES["price"], *_NUMBERS))
    + " day night morning evening afternoon week month year hour minute time today quarter end half"
    " half side way bit lot piece pair head hand eye word name place people folk man woman boy girl"
    " child world life town village house room door table mr mrs miss sir friend"
    " nothing something anything note haha lol btw ok"
    " say tell hear notice see ask whisper think mention add"
)


#: Says what follows is about: "About that rope."
_ANNOUNCED = late_pattern(
    r"(?:^|[.!?] )(?:(?:and|now|oh|well),? )*(?:about|as (?:for|to)|speaking of|concerning"
    r"|regarding) (?P<thing>[^.,;:!?]{3,40})",
    re.IGNORECASE,
)


def find_announced(text: str) -> frozenset[str]:
    """Return the stems of what `text` says that it is about: ``About that rope. …``."""
    return frozenset[str]().union(*(find_things(e["thing"]) for e in _ANNOUNCED.finditer(text)))


@cache_short_texts(4096)
def find_things(text: str) -> frozenset[str]:
    """Return the stems of the words that name the things and the people of `text`."""
    tokens = _TOKEN.findall(text)
    found = {
        stem_word(word.casefold().replace("’", "'"))
        for run in _list_runs(tokens)
        for word in run
        if len(word) > 1 and not says_little(word.casefold())
    }
    return frozenset(found - stem_each(_EVERYWHERE))


def _list_runs(tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    begins = True
    for at, token in enumerate(tokens):
        word = token.casefold()
        if not token[0].isalnum():
            begins = token not in ",:;"
            continue
        if begins:
            yield _take_name(tokens[at : at + _LONGEST])
        elif token[0].isupper():
            yield [token]
        if word in _BEFORE or word[0].isdigit() or word.endswith(("'s", "’s")):
            yield _take_name(tokens[at + 1 : at + 1 + _LONGEST])
        begins = False


def _take_name(tokens: Sequence[str]) -> Sequence[str]:
    """Return the words up to a verb, a preposition or a mark."""
    return list(takewhile(_can_name, tokens))


@lru_cache(8192)
def _can_name(token: str) -> bool:
    word = token.casefold()
    grammar = word in STOP_WORDS or word in AUXILIARIES
    return token[0].isalnum() and (not grammar or word in _BEFORE)


def is_other_of_kind(one: str, other: str, things: Iterable[str]) -> bool:
    """Return whether two texts tell of each of the `things` by other words that say which one is
    meant: the north gate and the south gate, the code of the mill and the code of the barn, Book
    Nine and Book Ten."""
    which = [(_find_which(one, each), _find_which(other, each)) for each in things]
    return bool(which) and all(a and b and a.isdisjoint(b) for a, b in which)


def _find_which(text: str, thing: str) -> frozenset[str]:
    """Return the stems of the words beside a thing that say which one it is."""
    written = _TOKEN.findall(text)
    tokens = [each.casefold() for each in written]
    found: set[str] = set()
    for at, token in enumerate(tokens):
        if stem_word(token) == thing:
            found |= _find_number_in_name(written, at)
            beside = tokens[max(0, at - 1) : at]
            rest = [each for each in tokens[at + 1 : at + 4] if each not in ARTICLES]
            beside += rest[1:2] if rest[:1] == ["of"] else []
            found |= {stem_word(each) for each in beside if each[0].isalpha() and _says_which(each)}
    return frozenset(found)


def _find_number_in_name(tokens: Sequence[str], at: int) -> frozenset[str]:
    """Return the number behind a word with which it is a name: "up to Book thirty-eight".

    A sentence begins with a capital in any case: "Bread ten pence" has a price.
    """
    before, (name, *behind) = tokens[max(0, at - 1) : at], tokens[at : at + 2]
    if not (behind and name[0].isupper() and all(map(_is_number, behind))):
        return frozenset()
    within = bool(before) and before[0][0].isalnum()
    return frozenset(map(str.casefold, behind)) if within or behind[0].istitle() else frozenset()


def _is_number(token: str) -> bool:
    return token.isdigit() or all(each in _NUMBERS for each in token.casefold().split("-"))


def is_named_anew(text: str, thing: str) -> bool:
    """Return whether `text` names a thing only as another of its kind: "a story", "another boat".

    "A new boat" takes the place of one that was told of.
    """
    return _find_uses(text)[thing].anew


def is_compared_to(text: str, thing: str) -> bool:
    """Return whether `text` names any of a kind to say how something else is: "worth a bowl"."""
    return _find_uses(text)[thing].compared


def is_verb_in(text: str, word: str) -> bool:
    """Return whether a word stands in `text` only as a verb: "to carry the rope"."""
    return _find_uses(text)[word].verb


def can_be_same_thing(one: str, other: str, thing: str) -> bool:
    """Return whether a word may name the same thing in two texts: not if it is in one a part of a
    proper name ("the Lamp House"), and in the other none."""
    first, second = _find_uses(one)[thing], _find_uses(other)[thing]
    return not ((first.named and second.plain) or (second.named and first.plain))


@late_dataclass(frozen=True, slots=True)
class _Use:
    """How a word stands in a text, wherever the text has it; all are false of one it has not."""

    verb: bool = False
    named: bool = False
    """Whether it is a part of a proper name."""
    plain: bool = False
    """Whether it is written small."""
    proper: bool = False
    """Whether it begins with a capital."""
    anew: bool = False
    """Whether it is named as another of its kind."""
    compared: bool = False
    """Whether something else is compared to it."""


class _Uses(dict[str, _Use]):
    """How the words of a text stand in it, by their stems, as far as somebody asked.

    Each statement is held against hundreds of others, by the same few words.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def __missing__(self, word: str) -> _Use:
        tokens = ["", "", *_TOKEN.findall(self._text), ""]
        small = [each.casefold() for each in tokens]
        at = [n for n, each in enumerate(small) if each and stem_word(each) == word]
        self[word] = found = _describe_use(tokens, small, at)
        return found


@cache_short_texts(2048)
def _find_uses(text: str) -> _Uses:
    """Return what was found in `text`, which depends on nothing else."""
    return _Uses(text)


def _describe_use(tokens: Sequence[str], small: Sequence[str], at: Sequence[int]) -> _Use:
    if not at:
        return _Use()
    before = [_find_before(small, each) for each in at]
    return _Use(
        verb=all(_stands_as_verb(small[n - 1], small[n + 1]) for n in at),
        named=all(_is_part_of_name(tokens, n) for n in at),
        plain=all(tokens[n][0].islower() for n in at),
        proper=all(tokens[n][0].isupper() for n in at),
        anew=all(each[0] in _ANEW and "new" not in each for each in before),
        compared=all(each[1] in _COMPARING and each[0] in _ANEW for each in before),
    )


def _find_before(tokens: Sequence[str], at: int) -> tuple[str, ...]:
    """Return the article of a thing, the word before that, and what is between."""
    own = list(_list_before(tokens, at))
    start = at - len(own)
    return tokens[start] if own else "", tokens[start - 1], *own


def _is_part_of_name(tokens: Sequence[str], at: int) -> bool:
    beside = tokens[at - 1], tokens[at + 1]
    return tokens[at][0].isupper() and any(map(_is_capital, beside))


def _is_capital(token: str) -> bool:
    return token.istitle() and _says_which(token.casefold())


def _stands_as_verb(before: str, behind: str) -> bool:
    """Return whether a word between two others is a verb: "we carry", "to carry the rope"; what
    one goes to is none: "to market"."""
    return before in _BEFORE_VERBS or (before == "to" and behind in _BEFORE)


def _list_before(tokens: Sequence[str], at: int) -> Iterator[str]:
    """Yield the words before a thing that belong to it, from the last to its article."""
    for token in reversed(tokens[max(0, at - _LONGEST) : at]):
        if not (token[:1].isalpha() and _can_name(token)):
            return
        yield token
        if token in _BEFORE:
            return


def find_exact_names(one: str, other: str, words: Collection[str]) -> bool:
    """Return whether two texts name a thing by two of `words` together, or by a proper name.

    A lower station is one thing; a floor and a wall that both texts name are two.
    """
    pairs = _list_pairs(one) & _list_pairs(other)
    if any(a in words and b in words for a, b in pairs):
        return True
    named = (each for each in words if each in find_things(one) and each in find_things(other))
    return any(_find_uses(one)[each].proper and _find_uses(other)[each].proper for each in named)


@cache_short_texts(2048)
def _list_pairs(text: str) -> frozenset[tuple[str, str]]:
    tokens = _TOKEN.findall(text)
    stems = [stem_word(each.casefold()) if each[0].isalnum() else "" for each in tokens]
    near = (*pairwise(stems), *zip(stems, stems[2:], strict=False))
    return frozenset((min(pair), max(pair)) for pair in near if all(pair))


def _says_which(word: str) -> bool:
    return word not in STOP_WORDS and not says_little(word)
