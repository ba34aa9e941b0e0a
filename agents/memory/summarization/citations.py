"""Find the memories that a sentence rests on: those a model cites, checked; else by shared words.

A model may end a sentence with the numbers of its memories: ``The boat leaks [12, 15].``  The marks
leave the text; the numbers stay beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Final, TypeAlias

from agents.memory.core.cited_numbers import (
    CitedNumbers,
    bound_numbers,
    count_unlisted,
    unite_numbers,
)
from agents.memory.core.records import CitationMap, Citations, Experience, Summary
from agents.memory.core.view import pair_citations, read_citations
from agents.memory.language.hearsay import is_labelled
from agents.memory.language.words import NEGATIONS, SAYING, STOP_WORDS
from agents.prose import CITATION, move_citations_inward, split_sentences
from late.late_pattern import late_pattern

#: The share of a sentence's words that a text must have for the sentence to rest on it.
_SHARED = 0.3

#: What carries so many times the words that the cited memories carry is a ground beside them.
_FAR_BETTER = 2

_NOTHING_EARLIER: Final[CitationMap] = MappingProxyType({})
_Known: TypeAlias = tuple[frozenset[str], tuple[int, ...]]
"""The telling words of a memory or a sentence, and the memories that it is or rests on."""

_MARK = late_pattern(rf"\s*{CITATION}")
_NUMBER = late_pattern(r"\d+")
_WORD = late_pattern(r"\w{3,}")
_LITTLE = STOP_WORDS.union(SAYING, NEGATIONS)


def split_citations(text: str) -> tuple[str, CitationMap]:
    """Return `text` without its marks, and what they say of each of its sentences."""
    cited: dict[str, tuple[int, ...]] = {}
    lines = []
    for line in text.split("\n"):
        plain = [_strip_marks(each, cited) for each in split_sentences(move_citations_inward(line))]
        lines.append(" ".join(filter(None, plain)))
    return "\n".join(lines).strip(), cited


def _strip_marks(marked: str, cited: dict[str, tuple[int, ...]]) -> str:
    numbers = [int(n) for mark in _MARK.findall(marked) for n in _NUMBER.findall(mark)]
    plain = _MARK.sub("", marked).strip()
    if numbers and plain:
        cited[plain] = tuple(dict.fromkeys(numbers))
    return plain


def check_citations(
    text: str,
    claimed: CitationMap,
    memories: Sequence[Experience],
    earlier: CitationMap = _NOTHING_EARLIER,
) -> tuple[CitationMap, int]:
    """Return the citations of `text` that hold, and how many of those `claimed` did not.

    A number holds if a memory of that number, or a sentence of the `earlier` summary that rests on
    it, shares a telling word with the sentence.  What carries far more of its words than these is
    cited as well.  A sentence without any rests on the memories that share most of its words.
    """
    lived = _list_pairs((each.text, (each.seq,)) for each in memories)
    before = _list_pairs(earlier.items())
    return _hold_citations(text, claimed, [*lived, *before], 2, _list_all_numbers(before))


def inherit_citations(
    text: str, claimed: CitationMap, sources: Sequence[Summary]
) -> tuple[CitationMap, int]:
    """Return what `check_citations` does, for a text made of `sources`.

    Their sentences stand for the memories that these rest on.  A sentence told in words that none
    of them has keeps the numbers that they cite.
    """
    known = [each for source in sources for each in _list_pairs(pair_citations(source))]
    return _hold_citations(text, claimed, known, 1, _list_all_numbers(known))


def _hold_citations(
    text: str,
    claimed: CitationMap,
    known: Sequence[_Known],
    most: int,
    allowed: Collection[int],
) -> tuple[CitationMap, int]:
    """Return the citations of `text` that hold by `known`, else those of its `most` nearest.

    Where nothing is near, what is claimed of `allowed` holds.
    """
    found: dict[str, tuple[int, ...]] = {}
    wrong = 0
    for sentence in split_sentences(text):
        claims, own = _find_claims(claimed, sentence), _find_telling_words(sentence)
        near = _find_fitting(claims, own, known) or _find_nearest(own, known, most)
        numbers = near or tuple(n for n in claims if n in allowed)
        wrong += len(set(claims).difference(numbers))
        if numbers:
            found[sentence] = numbers
    return found, wrong


def _find_fitting(
    claims: Sequence[int], own: frozenset[str], known: Sequence[_Known]
) -> tuple[int, ...]:
    """Return those of `claims` that share a word with a sentence, and what fits it far better."""
    wanted = frozenset(claims)
    shared = [(len(own & words), numbers) for words, numbers in known] if claims else []
    fitting = [each for each in shared if each[0] and not wanted.isdisjoint(each[1])]
    if not fitting:
        return ()
    held = {n for _, numbers in fitting for n in numbers}
    kept = tuple(n for n in claims if n in held)
    most, best = max(shared, key=lambda each: each[0])
    far = most >= _FAR_BETTER * max(count for count, _ in fitting) and most >= _SHARED * len(own)
    return unite_numbers(kept, best) if far else kept


def carry_citations(cited: CitationMap, text: str, changed: str) -> CitationMap:
    """Return the citations of the sentences of `text`, for those in their places in `changed`."""
    old, new = split_sentences(text), split_sentences(changed)
    if len(old) != len(new):
        return {each: found for each in new if (found := _find_claims(cited, each))}
    return {now: cited[was] for was, now in zip(old, new, strict=True) if was in cited}


def _list_numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def mark_summary(summary: Summary) -> str:
    """Return the summary's text with its marks, as a model is given it."""
    return add_marks(summary.text, read_citations(summary))


def add_marks(
    text: str, cited: CitationMap, describe: Callable[[tuple[int, ...]], str] = _list_numbers
) -> str:
    """Return `text` with its citations behind each sentence; its lines stay lines."""
    lines = (split_sentences(line) for line in text.split("\n"))
    return "\n".join(" ".join(_add_mark(each, cited, describe) for each in line) for line in lines)


def _add_mark(sentence: str, cited: CitationMap, describe: Callable[[tuple[int, ...]], str]) -> str:
    # A heading on the line above belongs to the sentence where lines are not told apart.
    same = (each for each in cited if each == sentence or each.endswith(f": {sentence}"))
    numbers = bound_numbers(cited.get(next(same, ""), ()))
    return f"{sentence} [{describe(numbers)}]" if numbers else sentence


def align_citations(text: str, cited: CitationMap, sources: Sequence[Summary] = ()) -> Citations:
    """Return the numbers of each sentence of `text`, in order; nothing if none has any.

    Each has the first and the newest at most.  What rests on all that a sentence of `sources` lists
    rests on what that sentence does not list, too.
    """
    unlisted = [_Unlisted(source) for source in sources]
    numbers = (cited.get(each, ()) for each in split_sentences(text))
    found = tuple(bound_numbers(_add_unlisted(each, unlisted)) for each in numbers)
    return found if any(found) else ()


class _Unlisted:
    """The citations of a summary that do not list all memories, found by those they list."""

    def __init__(self, source: Summary) -> None:
        self._by_first: dict[int, list[tuple[frozenset[int], int]]] = {}
        for _, each in pair_citations(source):
            if each and (more := count_unlisted(each)):
                self._by_first.setdefault(each[0], []).append((frozenset(each), more))

    def count_behind(self, numbers: frozenset[int]) -> int:
        """Return the most that a citation does not list of which all it lists are `numbers`."""
        if self._by_first.keys().isdisjoint(numbers):
            return 0
        found = (each for one in numbers for each in self._by_first.get(one, ()))
        return max((more for listed, more in found if listed <= numbers), default=0)


def _add_unlisted(numbers: tuple[int, ...], sources: Sequence[_Unlisted]) -> tuple[int, ...]:
    if not numbers:
        return numbers
    listed = frozenset(numbers)
    more = sum(each.count_behind(listed) for each in sources)
    return CitedNumbers(numbers, more) if more > count_unlisted(numbers) else numbers


def merge_citations(parts: Iterable[CitationMap]) -> CitationMap:
    """Return the citations of several texts together."""
    together: dict[str, tuple[int, ...]] = {}
    for part in parts:
        for sentence, numbers in part.items():
            together[sentence] = unite_numbers(together.get(sentence, ()), numbers)
    return together


def rate_likeness(words: str, sentence: str) -> float:
    """Return the share of the telling words in `words` that `sentence` has, 0 to 1."""
    wanted = _find_telling_words(words)
    return len(wanted & _find_telling_words(sentence)) / len(wanted) if wanted else 0.0


def _find_claims(claimed: CitationMap, sentence: str) -> tuple[int, ...]:
    """Return what is claimed for `sentence`, which may have got a heading or a speaker before
    it."""
    if sentence in claimed:
        return claimed[sentence]
    plain = ((each, each.removeprefix("- ")) for each in claimed)
    ends = (each for each, own in plain if sentence.endswith(own) or is_labelled(sentence, own))
    longest = max(ends, key=len, default="")
    return claimed.get(longest, ())


def _list_pairs(pairs: Iterable[tuple[str, tuple[int, ...]]]) -> list[_Known]:
    return [(_find_telling_words(sentence), numbers) for sentence, numbers in pairs if numbers]


def _find_telling_words(text: str) -> frozenset[str]:
    return frozenset(w for w in _WORD.findall(text.casefold()) if w not in _LITTLE)


def _list_all_numbers(known: Iterable[_Known]) -> set[int]:
    return {n for _, numbers in known for n in numbers}


def _find_nearest(own: frozenset[str], known: Sequence[_Known], most: int) -> tuple[int, ...]:
    """Return the numbers of those of `known` that have most of the words; none if all have few."""
    near = [(len(own & words), numbers) for words, numbers in known]
    near = [each for each in near if each[0] and each[0] >= _SHARED * len(own)]
    best = sorted(near, key=lambda each: -each[0])[:most]
    if len(best) == 1:
        return best[0][1]  # it may not list all
    return reduce(unite_numbers, sorted(numbers for _, numbers in best), ())
