"""Contradictions in what a memory sets apart: "Not Anna. Hannah.", "on the shelf, not under it"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from agents.memory.checking.cues import DOUBT, OF_ALL, PLACING, TELLING_APART, THINKING
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.stems import find_words
from agents.memory.language.words import (
    ARTICLES,
    BEING,
    DENYING,
    FIRST_PERSON,
    PREPOSITIONS,
    THIRD_PERSON,
)
from late.late_pattern import late_pattern

#: What may stand between a denial and the one thing that it denies.
_BETWEEN = frozenset(
    (*ARTICLES, *PREPOSITIONS, *FIRST_PERSON, *THIRD_PERSON, "even", "mr", "mrs", "miss", "this")
)
_SIDES = (
    ("before", "after"),
    ("above", "below"),
    ("inside", "outside"),
    ("up", "down"),
    ("more", "fewer"),
    ("more", "less"),
    ("first", "last"),
    ("with", "without"),
)
_OPPOSITE_SIDES = {one: other for pair in reversed(_SIDES) for one, other in (pair, pair[::-1])}
#: Before a number that is the most there may be, or the least.
_MOST = frozenset(("most", "fewer", "less", "under", "below"))
_LEAST = frozenset(("least", "more", "over", "above"))
#: By which a sentence says the same from the other side.
_TURNING = frozenset((*DENYING, "until", "but", "rather", "instead"))
#: By which something is over: "once the summer has gone by".
_PASSED = frozenset(("gone", "passed", "past", "over", "been", "come", "ended", "done"))
_EXCEPTING = frozenset(("but", "except", "save"))
_ALL = OF_ALL | frozenset(("everything",))
_CLEFT = late_pattern(
    r"\b(?:it is|it was|it['’]s) (?!not\b|no\b)(?:the |a |an |my |your |his |her |that )?"
    r"(?P<who>[\w’' -]{2,24}?),? (?:who|that)\b (?P<does>[^.!?]+)",
    re.IGNORECASE,
)
_DENIALS = frozenset(("not", "isn't", "wasn't", "aren't", "weren't"))
_BEFORE = frozenset((*BEING, "and", "but"))
#: Words behind "not" that make no denial of what follows.
_NO_DENIAL = frozenset(("only", "just", "even", "sure", "certain", "quite", "yet", "that"))


def find_set_apart(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what the sentence says of a thing that the last memory of it sets apart; or empty."""
    if all(_DENIALS.isdisjoint(each.texts) for each in told):
        return ""
    if sentence.texts & (TELLING_APART | DOUBT | THINKING) or _has_short_denial(sentence.words):
        return ""
    mentioned: dict[str, list[tuple[Statement, int]]] = {}
    for each in told:
        if not each.asks:
            for at, other in enumerate(each.words):
                mentioned.setdefault(_name(other), []).append((each, at))
    for word in sentence.words:
        mentions = mentioned.get(_name(word), ()) if _is_thing(word) else ()
        if mentions and all(_is_set_apart(each.words, at) for each, at in mentions):
            return f"the memories say that it is not {word.text!r}"
    return ""


def find_turned_side(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return the word of grammar that stands before a thing in the place of its opposite, as "after
    the frost" does; empty if none does."""
    here = _pair_sides(sentence)
    if not here or not sentence.texts.isdisjoint(_TURNING):
        return ""
    there = [(each, _pair_sides(each)) for each in told]
    known = frozenset(pair for _, pairs in there for pair in pairs)
    for (side, thing), behind in here.items():
        turned = _OPPOSITE_SIDES[side], thing
        if (side, thing) in known or turned in here or turned[0] in sentence.texts:
            continue
        if any(turned in pairs and _shares_more(sentence, each, behind) for each, pairs in there):
            stop = next(n for n, each in enumerate(behind, 1) if _name(each) == thing.split()[-1])
            return f"{side} {_write(behind[:stop])} where the memories say {turned[0]}"
    return ""


def _shares_more(sentence: Statement, other: Statement, behind: Sequence[Word]) -> bool:
    """Return whether a statement has some of what is told besides what is behind the side."""
    rest = sentence.stems.difference(each.stem for each in behind)
    return not rest or not rest.isdisjoint(other.stems)


def find_turned_bound(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return the number that is the most in the sentence and the least in the memories, or the
    other way round; empty if there is none."""
    here = _list_bounds(sentence)
    if not here:
        return ""
    there = {pair for each in told for pair in _list_bounds(each)}
    for number, most in here:
        if (number, not most) in there and (number, most) not in there:
            return f"{number:g} is the {'least' if most else 'most'} by the memories"
    return ""


def _list_bounds(statement: Statement) -> set[tuple[float, bool]]:
    """Return the numbers that are the most (true) or the least there may be."""
    found = set[tuple[float, bool]]()
    words = [each.text for each in statement.words]
    for at, word in enumerate(statement.words):
        if word.number is None:
            continue
        before = words[max(0, at - 3) : at]
        most = not _MOST.isdisjoint(before)
        if most == (not _LEAST.isdisjoint(before)):
            continue
        denied = any(e in DENYING or e.endswith("n't") for e in words[max(0, at - 6) : at])
        found.add((word.number, most != denied))
    return found


def _pair_sides(statement: Statement) -> dict[tuple[str, str], Sequence[Word]]:
    """Return each such word with the thing right behind it, and all words there.

    Of a person it is what they do: before I slept is not after I ate.
    """
    found = dict[tuple[str, str], Sequence[Word]]()
    for at, word in enumerate(statement.words):
        side = word.text if word.text in _OPPOSITE_SIDES else _read_waiting(statement.words, at)
        behind = list(takewhile(lambda e: not e.is_mark, statement.words[at + 1 : at + 5]))
        stop = next((n for n, each in enumerate(behind, 1) if _name(each)), 0) if side else 0
        if stop and behind[stop - 1].person and not behind[stop - 1].owns:
            stop += next((n for n, each in enumerate(behind[stop:], 1) if each.stem), 0)
        if stop:
            key = " ".join(filter(None, map(_name, behind[:stop])))
            found[side, key] = behind
    return found


def _write(words: Sequence[Word]) -> str:
    """Return words as they are written; only "I" and names begin with a capital."""
    big = [each.person and (len(each.text) == 1 or each.text == each.person) for each in words]
    return " ".join(e.text.capitalize() if up else e.text for e, up in zip(words, big, strict=True))


def _read_waiting(words: Sequence[Word], at: int) -> str:
    """Return "after" where a word says that what follows comes first: "wait for the frost"."""
    if words[at].text not in ("for", "once"):
        return ""
    texts = [each.text for each in words]
    waits = texts[at] == "for" and at and texts[at - 1] in ("wait", "waits", "waited", "waiting")
    passed = texts[at] == "once" and not _PASSED.isdisjoint(texts[at + 1 : at + 8])
    return "after" if waits or passed else ""


def find_excepted(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return whom the sentence excepts and the memory does not: "not even the doctor"; or empty."""
    texts = [each.text for each in sentence.words]
    for at, word in enumerate(sentence.words):
        # "Nobody but the doctor", "all except him".
        if word.text not in _EXCEPTING or _ALL.isdisjoint(texts[max(0, at - 5) : at]):
            continue
        excepted = next((_name(e) for e in sentence.words[at + 1 : at + 4] if _name(e)), "")
        if excepted and any(_includes(each, excepted) for each in told):
            return f"{excepted!r} is no exception by the memories"
    for each in told:
        for excepted in _list_excepted(each.words):
            if _includes(sentence, excepted):
                return f"{excepted!r} is an exception by the memories"
    return ""


def _list_excepted(words: Sequence[Word]) -> Iterator[str]:
    for at, word in enumerate(words):
        if word.text not in _EXCEPTING:
            continue
        before = {each.text for each in words[max(0, at - 5) : at]}
        if not _ALL.isdisjoint(before):
            behind = [_name(each) for each in words[at + 1 : at + 4]]
            yield from filter(None, behind[:3])


def _includes(statement: Statement, name: str) -> bool:
    """Return whether a statement says of somebody or something that they are no exception."""
    for at, word in enumerate(statement.words):
        if word.text in ("even", "including"):
            behind = statement.words[at + 1 : at + 4]
            return next((_name(e) for e in behind if _name(e)), "") == name
    return False


def find_other_than_it(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return whom or what a memory names by "it is … who", where the sentence has another.

    Only where the same memories speak of that other, too.
    """
    clefts = [(each, *_read_cleft(each)) for each in told]
    if not any(chosen for _, chosen, _ in clefts):
        return ""
    known = frozenset(_name(word) for each in told for word in each.words)
    for _, chosen, done in clefts:
        if not chosen or chosen in {_name(word) for word in sentence.words}:
            continue
        others = {_name(w) for w in sentence.words if w.person or w.stem} - done - {"", SELF}
        if done and done <= sentence.stems and others & known:
            return f"{min(others & known)} where the memories say that it is {chosen}"
    return ""


def _read_cleft(statement: Statement) -> tuple[str, frozenset[str]]:
    """Return whom "it is … who" names and the stems of what is told of them; else nothing."""
    found = _CLEFT.search(statement.text)
    if not found or statement.asks or statement.texts & (DOUBT | THINKING):
        return "", frozenset()
    named = found["who"].casefold().split()[-1]
    who = next((_name(e) for e in statement.words if e.text == named), "")
    behind = find_words(found["does"])
    done = [each.stem for each in statement.words if each.stem and each.text in behind]
    return who, frozenset(done[:1])


def _has_short_denial(words: Sequence[Word]) -> bool:
    return any(each.text.endswith("n't") for each in words)


def _is_thing(word: Word) -> bool:
    return bool(_name(word)) and word.person not in (SELF, SOMEBODY)


def _name(word: Word) -> str:
    return word.sense or (word.text if word.text in PLACING else "")


def _is_set_apart(words: Sequence[Word], at: int) -> bool:
    """Return whether a denial stands before the thing, and nothing of weight in between."""
    for before in range(at - 1, -1, -1):
        word = words[before]
        if word.text in _DENIALS:
            alone = word.text != "not" or not before or _begins(words[before - 1])
            return alone and words[before + 1].text not in _NO_DENIAL
        if word.text not in _BETWEEN:
            return False
    return False


def _begins(word: Word) -> bool:
    """Return whether "not" behind a word denies a thing and no deed."""
    return word.is_mark or word.text in _BEFORE or word.text.endswith("'s")
