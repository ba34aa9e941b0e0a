"""Tell whether a sentence is in the language of other texts, and compare sentences of any language.

There is no list of languages.  A sentence is foreign where it has next to no words of grammar that
the other texts, or English, have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice, pairwise
from math import ceil

from agents.memory.language.patterns import NAME
from agents.memory.language.stems import find_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import OF_OTHER_LANGUAGES_TOO, SAY_LITTLE
from late.late_pattern import late_pattern

#: A sentence with fewer different words may be in any language.
_FEWEST = 4
#: The same of one with letters that English has not.
_FEWEST_MARKED = 2

#: Of so many words of a sentence one tells its language, at least.
_TELLING = 9

#: Scripts that set no blanks between words: Han, Kana and others that are read letter by letter.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
_RUN = late_pattern(rf"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_LETTER = late_pattern(rf"[{_UNSPACED}]")

#: Endings vary behind so many letters.
_BEGINNING = 5
#: Shorter words are mostly grammar.
_LONG = 4

_NAMES = late_pattern(rf"(?<=\w ){NAME}")
_ENGLISH = SAY_LITTLE.difference(OF_OTHER_LANGUAGES_TOO)


@cache_short_texts(4096)
def list_common(text: str) -> frozenset[str]:
    """Return the words of `text`, and the letters of scripts without blanks, folded in case."""
    if text.isascii():
        return frozenset(find_words(text))
    runs = (run for word in find_words(text) for run in _RUN.findall(word))
    return frozenset(each for run in runs for each in (run if _LETTER.match(run) else (run,)))


@cache_short_texts(4096)
def list_beginnings(text: str) -> frozenset[str]:
    """Return the beginnings of the words of `text`, and pairs of letters of scripts without
    blanks: what can be compared in a language whose endings are unknown."""
    if text.isascii():
        return frozenset(each[:_BEGINNING] for each in find_words(text) if len(each) >= _LONG)
    runs = [run for word in find_words(text) for run in _RUN.findall(word)]
    return frozenset(
        each for run in runs for each in (_pair_letters(run) if _LETTER.match(run) else _begin(run))
    )


def _begin(word: str) -> Iterable[str]:
    return (word[:_BEGINNING],) if len(word) >= _LONG else ()


def _pair_letters(run: str) -> Iterable[str]:
    return (one + other for one, other in pairwise(run))


def is_foreign(sentence: str, known: Collection[str]) -> bool:
    """Return whether a sentence is neither English nor in the language of texts that have the
    words `known`, as `list_common` gives them. Names tell no language."""
    fewest = _FEWEST if _has_plain_letters(sentence) else _FEWEST_MARKED
    return len(_list_nameless(sentence)) >= fewest and not _has_known(sentence, known)


@cache_short_texts(4096)
def _has_plain_letters(text: str) -> bool:
    """Return whether all letters of a text are English ones."""
    return text.isascii() or all(each.isascii() for each in text if each.isalpha())


@cache_short_texts(4096)
def is_english(text: str) -> bool:
    """Return whether a text has English words of grammar, however short it is."""
    return _has_known(text, ())


def _has_known(text: str, known: Collection[str]) -> bool:
    found = _list_nameless(text)
    words = (each for each in found if not each.isdigit() and each not in OF_OTHER_LANGUAGES_TOO)
    common = (each for each in words if each in known or _is_english(each))
    wanted = max(1, ceil(len(found) / _TELLING))
    return len(list(islice(common, wanted))) == wanted


@cache_short_texts(4096)
def _list_nameless(text: str) -> frozenset[str]:
    return list_common(_NAMES.sub(" ", text))


def _is_english(word: str) -> bool:
    return word in _ENGLISH or word.endswith(("'s", "n't", "s'"))
