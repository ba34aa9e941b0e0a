"""Find the memories that a sentence rests on: those a model cites, checked; else by shared words.

A model may end a sentence with the numbers of its memories: ``The boat leaks [12, 15].``  The marks
leave the text; the numbers stay beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

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

_NOTHING: frozenset[str] = frozenset()

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
    text: str, claimed: CitationMap, memories: Sequence[Experience], earlier: Collection[int] = ()
) -> tuple[CitationMap, int]:
    """Return the citations of `text` that hold, and how many of those `claimed` did not.

    A number holds if it is one of `memories` and shares a telling word with the sentence, or one of
    those that an `earlier` summary cited.  A sentence without any rests on the memories that share
    most of its words.
    """
    words = {each.seq: _find_telling_words(each.text) for each in memories}
    found: dict[str, tuple[int, ...]] = {}
    wrong = 0
    for sentence in split_sentences(text):
        claims, own = _find_claims(claimed, sentence), _find_telling_words(sentence)
        held = tuple(n for n in claims if n in earlier or own & words.get(n, _NOTHING))
        wrong += len(claims) - len(held)
        if numbers := held or _find_nearest(own, words):
            found[sentence] = numbers
    return found, wrong


def carry_citations(cited: CitationMap, text: str, changed: str) -> CitationMap:
    """Return the citations of the sentences of `text`, for those in their places in `changed`."""
    old, new = split_sentences(text), split_sentences(changed)
    if len(old) != len(new):
        return {each: found for each in new if (found := _find_claims(cited, each))}
    return {now: cited[was] for was, now in zip(old, new, strict=True) if was in cited}


def find_cited_numbers(marked_text: str) -> frozenset[int]:
    """Return every number that the marks of a text name."""
    marks = _MARK.findall(marked_text)
    return frozenset(int(n) for mark in marks for n in _NUMBER.findall(mark))


def inherit_citations(
    text: str, claimed: CitationMap, sources: Sequence[Summary]
) -> tuple[CitationMap, int]:
    """Return what `check_citations` does, for a text made of `sources`: numbers that these cite
    hold."""
    known = [each for source in sources for each in _list_sentences(source)]
    allowed = {n for _, numbers in known for n in numbers}
    found: dict[str, tuple[int, ...]] = {}
    wrong = 0
    for sentence in split_sentences(text):
        claims, own = _find_claims(claimed, sentence), _find_telling_words(sentence)
        held = tuple(n for n in claims if n in allowed)
        wrong += len(claims) - len(held)
        if numbers := held or _find_most_alike(own, known):
            found[sentence] = numbers
    return found, wrong


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


def _list_sentences(summary: Summary) -> list[tuple[frozenset[str], tuple[int, ...]]]:
    pairs = pair_citations(summary)
    return [(_find_telling_words(sentence), numbers) for sentence, numbers in pairs if numbers]


def _find_telling_words(text: str) -> frozenset[str]:
    return frozenset(w for w in _WORD.findall(text.casefold()) if w not in _LITTLE)


def _find_nearest(own: frozenset[str], words: Mapping[int, frozenset[str]]) -> tuple[int, ...]:
    scored = [(len(own & of) / max(1, len(own)), -seq) for seq, of in words.items()]
    best = sorted((each for each in scored if each[0] >= _SHARED), reverse=True)[:2]
    return tuple(sorted(-seq for _, seq in best))


def _find_most_alike(
    own: frozenset[str], known: Sequence[tuple[frozenset[str], tuple[int, ...]]]
) -> tuple[int, ...]:
    scored = [(len(own & of) / max(1, len(own)), numbers) for of, numbers in known]
    best = max(scored, default=(0.0, ()), key=lambda each: each[0])
    return best[1] if best[0] >= _SHARED else ()
