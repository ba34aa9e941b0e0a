"""Contradictions in numbers, days and names: the sentence has another than its memories."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise, permutations

from agents.memory.checking.claims import SAME_CLAIM, list_denied, measure_shared
from agents.memory.checking.cues import OF_ALL, ROUNDING
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.stems import stem_each
from agents.memory.language.words import (
    DAY_TIMES,
    FIRST_PERSON,
    MONTHS,
    NEAR_DAYS,
    PREPOSITIONS,
    SEASONS,
    SECOND_PERSON,
    TIMES,
    WEEKDAYS,
)
from late.late_pattern import late_pattern

#: Words behind a number, and before it, among which its noun is looked for.
_REACH = 3
#: How far from the other a number may be that is told roughly, as a part of it.
_ROUGH = 0.15
#: Words by which a number stands for its multiple, or for a part of it.
_FACTORS = {
    2: frozenset(("half", "twice", "double", "both", "each", "couple")),
    3: frozenset(("third", "thirds", "thrice")),
    4: frozenset(("quarter", "quarters")),
    7: frozenset(("week", "weeks", "fortnight")),
    12: frozenset(("dozen", "year", "years")),
}
_TIMES = "year month week day hour minute ago"
#: Words behind which nothing is counted any more.
_ENDING = frozenset(PREPOSITIONS) - {"of"}
#: Words for who speaks and who is spoken to: their names are not written there.
_SPOKEN_OF = frozenset((*FIRST_PERSON, *SECOND_PERSON))
_KINDS = (WEEKDAYS, MONTHS, DAY_TIMES, SEASONS)
#: Days that can be reckoned: Friday is the day after tomorrow.
_DAY_AFTER = late_pattern(r"\bdays? (?:after|before|later|earlier)\b|\bnext day\b", re.IGNORECASE)
_TILL = frozenset(("till", "until", "to", "through"))
_RECKONED = frozenset((*NEAR_DAYS, *TIMES))
_MAY_RECKON = late_pattern(rf"day|(?<![^\W\d_])(?:{'|'.join(sorted(_RECKONED))})")


def find_wrong_number(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return which number of `sentence` its memories give otherwise; empty if none."""
    known = _list_known(told)
    if _counts_from_a_day(sentence):
        return ""  # "the day before the 14th" is the 13th
    for at, word in enumerate(sentence.words):
        if word.number is None or is_derived(word.number, sentence, told):
            continue
        if is_rounded(sentence.words, at, known):
            continue
        if word.number in known:
            wrong = _find_swapped(sentence, at, told)
        else:
            wrong = _find_other_number(sentence, at, told)
        if wrong is not None:
            return f"{_write(word)} where the memories say {_write(wrong)}"
    return ""


def is_rounded(words: Sequence[Word], at: int, known: Collection[float]) -> bool:
    """Return whether the number at `at` is told as a rough one, and is near one of `known`."""
    number, behind = words[at].number, [each.text for each in words[at + 1 : at + 5]]
    rough = at and words[at - 1].text in ROUNDING
    so = ("or", "so") in pairwise(behind)  # "twenty eggs or so"
    if number is None or not (rough or so):
        return False
    return any(abs(each - number) <= _ROUGH * number for each in known)


def _find_other_number(sentence: Statement, at: int, told: Sequence[Statement]) -> Word | None:
    """Return the number that the memories have for the same thing."""
    nouns = _find_nouns(sentence.words, at)
    for each in told:
        numbers = [i for i, word in enumerate(each.words) if word.number is not None]
        for other in numbers:
            if nouns & _find_nouns(each.words, other):
                return each.words[other]
        alone = len(numbers) == 1 and not _find_nouns(each.words, numbers[0]) - sentence.stems
        if alone and not nouns & stem_each(_TIMES) and measure_shared(sentence, each) >= SAME_CLAIM:
            return each.words[numbers[0]]
    return None


def _find_swapped(sentence: Statement, at: int, told: Sequence[Statement]) -> Word | None:
    """Return the number that the same statement has for the thing, if the sentence's is of another
    thing."""
    here = sentence.words[at].number
    others = [_find_nouns(sentence.words, i) for i in _list_numbers(sentence) if i != at]
    elsewhere = frozenset[str]().union(*others)
    nouns = _find_nouns(sentence.words, at) - elsewhere
    if not nouns:
        return None
    found: Word | None = None
    for each in told:
        for other in _list_numbers(each):
            shared = nouns & _find_nouns(each.words, other)
            if shared and each.words[other].number == here:
                return None
            own = [i for i in _list_numbers(each) if each.words[i].number == here]
            apart = sentence.stems - elsewhere
            if shared and own and not any(_find_nouns(each.words, i) & apart for i in own):
                found = each.words[other]
    return found


def _list_numbers(statement: Statement) -> list[int]:
    return [at for at, word in enumerate(statement.words) if word.number is not None]


def _find_nouns(words: Sequence[Word], at: int) -> frozenset[str]:
    """Return the stems that a number counts: those right behind it, else the one before it."""
    behind = []
    for word in words[at + 1 : at + 1 + _REACH]:
        if word.is_mark or word.number is not None or word.text in _ENDING:
            break
        behind += [word.stem] if word.stem else []
    if behind:
        return frozenset(behind)
    before = (word.stem for word in reversed(words[max(0, at - _REACH) : at]) if word.stem)
    return frozenset(list(before)[:1])


def is_derived(number: float, sentence: Statement, told: Sequence[Statement]) -> bool:
    """Return whether a number can be reckoned from those of the memories."""
    known = _list_known(told)
    pairs = list(combinations(_list_numbers_of(told), 2))
    reckoned = (
        {a + b for a, b in pairs}
        | {abs(a - b) for a, b in pairs}
        | {a * b for a, b in pairs}
        | {a / b for a, b in permutations(known, 2) if b}
    )
    texts = sentence.texts.union(*(each.texts for each in told))
    for factor, words in _FACTORS.items():
        if texts & words:
            reckoned |= {a * factor for a in known} | {a / factor for a in known}
    return number in reckoned and number not in known


def _list_numbers_of(told: Sequence[Statement]) -> list[float]:
    """Return each number, and once more if it is told twice: two and two are four."""
    found = [w.number for each in told for w in each.words if w.number is not None]
    return [each for each, times in Counter(found).items() for _ in range(min(times, 2))]


def _list_known(told: Sequence[Statement]) -> frozenset[float]:
    return frozenset(w.number for each in told for w in each.words if w.number is not None)


def _write(word: Word) -> str:
    """Return a number in figures; one that is not whole as it is written: "half past seven"."""
    number = word.number or 0.0
    if number >= 1e15:
        return "another"
    return word.written if number % 1 and word.written else f"{number:g}"


def has_figures(sentence: Statement, told: Sequence[Statement]) -> bool:
    """Return whether the memories tell every number and day of a sentence, or those from which it
    can be reckoned."""
    known, days = _list_known(told), {day for each in told for day in _list_days(each)}
    told_days = days.issuperset(_list_days(sentence)) or any(map(is_reckoned, told))
    return told_days and all(
        each.number is None
        or each.number in known
        or is_derived(each.number, sentence, told)
        or is_rounded(sentence.words, at, known)
        for at, each in enumerate(sentence.words)
    )


def find_wrong_day(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return which day, month or hour the memories give otherwise; empty if none."""
    if not _list_days(sentence):
        return ""
    if any(is_reckoned(each) for each in told):
        return _find_denied_day(sentence, told)
    known = {day for each in told for day in _list_days(each)}
    for day in _list_days(sentence):
        kind = next(each for each in _KINDS if day in each)
        others = [each for each in kind if each in known]
        if day not in known and others and not _is_within(day, others, kind, told):
            return f"{day.capitalize()} where the memories say {others[0].capitalize()}"
    return _find_denied_day(sentence, told)


def _is_within(
    day: str, others: Sequence[str], kind: Sequence[str], told: Sequence[Statement]
) -> bool:
    """Return whether a day may be within a time of the memories."""
    return is_between(day, others, kind) or is_within_span(day, kind, told)


def is_within_span(day: str, kind: Sequence[str], told: Sequence[Statement]) -> bool:
    """Return whether a day is within a time that is told by its first and its last, over the turn
    of a week or year perhaps: from Saturday till Monday."""
    for each in told:
        named = [one for one in _list_days(each) if one in kind]
        if len(named) == 2 and each.texts & _TILL:
            span = (kind.index(named[1]) - kind.index(named[0])) % len(kind)
            return 0 < (kind.index(day) - kind.index(named[0])) % len(kind) < span
    return False


def is_between(day: str, others: Sequence[str], kind: Sequence[str]) -> bool:
    """Return whether a day may be within a time that is told by its first and last."""
    return kind.index(others[0]) < kind.index(day) < kind.index(others[-1])


def may_reckon(text: str) -> bool:
    """Return whether any sentence of `text` may count days from another; see `is_reckoned`."""
    return _MAY_RECKON.search(text.casefold()) is not None


def is_reckoned(statement: Statement) -> bool:
    """Return whether a statement counts days from another: "the day after"."""
    reckoned = statement.texts & _RECKONED and _list_days(statement)
    return bool(reckoned) or _counts_from_a_day(statement)


def _counts_from_a_day(statement: Statement) -> bool:
    text = statement.text
    return "day" in text.lower() and _DAY_AFTER.search(text) is not None


def _find_denied_day(sentence: Statement, told: Sequence[Statement]) -> str:
    days = [(at, word) for at, word in enumerate(sentence.words) if word.day]
    if not days or list_denied(sentence.words):
        return ""
    for at, word in days:
        named = [(each, i) for each in told for i, w in enumerate(each.words) if w.day == word.day]
        if named and all(_is_excepted(each.words, i) for each, i in named):
            alone = _list_days(sentence) == [word.day]
            if alone and not _is_excepted(sentence.words, at, reach=5):
                return f"{word.day.capitalize()}, which the memories except"
    return ""


def _is_excepted(words: Sequence[Word], at: int, reach: int = 2) -> bool:
    before = [each.text for each in words[max(0, at - reach) : at]]
    if "but" in before:  # "every day but Tuesday"
        return not OF_ALL.isdisjoint(each.text for each in words[max(0, at - reach - 3) : at])
    return any(each in ("not", "except", "never") or each.endswith("n't") for each in before)


def _list_days(statement: Statement) -> list[str]:
    return [word.day for word in statement.words if word.day]


def find_wrong_name(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return a name of `sentence` in whose place the memories have another; empty if none."""
    placed_here = [*_list_placed_names(sentence)]
    if not placed_here:
        return ""
    known = {each for statement in told for each in (*statement.persons, statement.speaker)}
    for name, stems in placed_here:
        if name in known or _is_said(name, told):
            continue
        for statement in told:
            placed = (*_list_placed_names(statement), *_list_leading_word(statement))
            for other, around in placed:
                if other not in sentence.persons | sentence.texts and stems & around:
                    return f"{name.capitalize()} where the memories say {other.capitalize()}"
    return ""


def _is_said(name: str, told: Sequence[Statement]) -> bool:
    return any(name in each.texts or f"{name}'s" in each.texts for each in told)


def _list_leading_word(statement: Statement) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the word that begins a statement, and the stem behind it: it may be a name that is not
    known for one, as the capital does not tell."""
    first, others = statement.words[:1], statement.words[1:]
    if others and first[0].stem and not others[0].is_mark:
        yield first[0].text, frozenset([each.stem for each in others if each.stem][:1])


def _list_placed_names(statement: Statement) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the names of a statement, each with the stems next to it on either side."""
    for at, word in enumerate(statement.words):
        if word.person and word.person not in (SELF, SOMEBODY) and word.text not in _SPOKEN_OF:
            before = [each.stem for each in statement.words[:at] if each.stem][-1:]
            behind = [each.stem for each in statement.words[at + 1 :] if each.stem][:1]
            yield word.person, frozenset((*before, *behind))
