"""Put what is so now into a summary, in the place of a sentence that tells what was so before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import zip_longest
from typing import TypeAlias

from agents.memory.core.cited_numbers import unite_numbers
from agents.memory.core.facts import Fact
from agents.memory.core.records import CitationMap, Excerpt
from agents.memory.journal.changing.amending.telling_once import REPORTING, find_updates, tell_once
from agents.memory.journal.changing.corrections import Correction, read_content
from agents.memory.journal.changing.history import render_update
from agents.memory.language.normalize import strip_update
from agents.memory.language.stems import stem_each, stem_words
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass

#: A sentence that tells so many words beside what was so before stays, and the change follows it.
_BESIDE = 2


@late_dataclass(frozen=True, slots=True)
class Amended:
    """A text that tells what is so now, what its sentences rest on, and what of it is shown."""

    text: str
    cited: CitationMap
    excerpt: Excerpt = ()


Standing: TypeAlias = tuple[str, CitationMap, Excerpt]
"""A text, what its sentences rest on, and what of it is shown."""


def amend_texts(texts: Sequence[Standing], facts: Iterable[Fact]) -> list[Amended | None]:
    """Return what `amend_text` does for each of `texts`; what `facts` change is read off once."""
    corrections = Correction.list_from(facts)
    return [_amend_text(*each, corrections) for each in texts]


def amend_text(
    text: str, cited: CitationMap, facts: Iterable[Fact], excerpt: Excerpt = ()
) -> Amended | None:
    """Return `text` with what is so now beside what `facts` say was so before.

    A sentence that tells only what was so gives way to one that tells both and since when; what
    two speakers tell differently stays beside each other.  A text of which only parts are shown
    excepted, nothing is told twice.  None if nothing is to be changed.  Pure.
    """
    return _amend_text(text, cited, excerpt, Correction.list_from(facts))


def _amend_text(
    text: str, cited: CitationMap, excerpt: Excerpt, corrections: Sequence[Correction]
) -> Amended | None:
    if not corrections:
        return None
    amending = _Amending(corrections, dict(cited))
    if not excerpt:
        done, numbers = tell_once(amending.amend_lines(text), amending.cited)
        return Amended(done, numbers) if done != text else None
    amending.told |= find_updates(text)
    done, shown = "", list[tuple[int, int]]()
    at = 0
    for start, end in (*excerpt, (len(text), len(text))):
        done += amending.amend_lines(text[at:start])
        begun = len(done)
        done += amending.amend_lines(text[start:end])
        shown += [(begun, len(done))] if done[begun:].strip() else []
        at = end
    return Amended(done, amending.cited, tuple(shown)) if done != text else None


@late_dataclass(slots=True)
class _Amending:
    corrections: Sequence[Correction]
    cited: dict[str, tuple[int, ...]]
    told: set[str] = field(default_factory=set[str])
    """The changes that the text tells, without since when: each is told once."""
    passed: set[str] = field(default_factory=set[str])
    """Those of them that were come by."""
    before: frozenset[str] = frozenset()
    """The content of the sentence before."""
    _by_word: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """The corrections of what is no longer so, by the words of that."""

    def __post_init__(self) -> None:
        """Note by which words each correction is found: most sentences have none of them."""
        for number, each in enumerate(self.corrections):
            for word in each.apart:
                self._by_word.setdefault(word, []).append(number)

    def amend_lines(self, text: str) -> str:
        """Return `text` amended; its lines, and the blanks around it, stay."""
        return "\n".join(map(self._amend_line, text.split("\n")))

    def _amend_line(self, line: str) -> str:
        told = split_sentences(line)
        pairs = zip_longest(told, told[1:], fillvalue="")
        amended = [each for sentence, behind in pairs for each in self._amend(sentence, behind)]
        return line if amended == told else line.replace(line.strip(), " ".join(amended), 1)

    def _amend(self, sentence: str, behind: str) -> list[str]:
        bare = strip_update(sentence)
        if bare in self.told and bare != sentence:
            if bare in self.passed:
                return []
            self.passed.add(bare)
        content = read_content(sentence)
        near, self.before = content | self.before, content
        numbers = self.cited.get(sentence, ())
        shared = Counter(n for word in content for n in self._by_word.get(word, ()))
        told = sorted(n for n, count in shared.items() if self.corrections[n].is_enough(count))
        candidates = (self.corrections[n] for n in told)
        fitting = (each for each in candidates if each.is_due(content, near, numbers))
        newest = max(fitting, key=lambda each: each.fact.at, default=None)
        if newest is None:
            return [sentence]
        known = newest.old | stem_each(REPORTING) | frozenset(stem_words(newest.fact.before))
        beside = read_content(strip_update(sentence)) - known
        stays = len(beside) > _BESIDE
        update = render_update(newest.fact, beside=stays)
        change = strip_update(update)
        if change in self.told or (stays and change == strip_update(behind)):
            return [sentence]
        self.told.add(change)
        self.cited[update] = unite_numbers(numbers, newest.fact.seqs)
        return [sentence, update] if stays else [update]
