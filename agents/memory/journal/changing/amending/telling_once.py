"""Leave out of a text what another of its sentences tells with since when it is so."""

from __future__ import annotations

from collections.abc import Mapping

from agents.memory.core.cited_numbers import unite_numbers
from agents.memory.core.records import CitationMap
from agents.memory.journal.changing.corrections import Content, read_content
from agents.memory.language.normalize import strip_update
from agents.memory.language.stems import find_words, is_denial, stem_each
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass

#: The forms of a report; they tell nothing of what was said.
REPORTING = "noticed seen told heard saying mentioned added speaks"


@late_dataclass(frozen=True, slots=True)
class _Update:
    """A sentence that tells what is so now and since when."""

    sentence: str
    key: str
    """The sentence without since when."""
    content: Content
    words: str
    """What is told, without who told it."""

    @classmethod
    def of(cls, sentence: str) -> _Update:
        key = strip_update(sentence)
        told = key.partition(': "')[2] or key
        return cls(sentence, key, read_content(key) | stem_each(REPORTING), _join(told))

    def tells(self, sentence: str) -> bool:
        """Return whether this tells all that `sentence` does, in the same words."""
        if sentence == self.sentence:
            return False
        bare = strip_update(sentence)
        if bare != sentence:
            return bare == self.key
        alike = self.words in _join(bare) and read_content(bare) <= self.content
        return alike and is_denial(bare) == is_denial(self.key)


def tell_once(text: str, cited: CitationMap) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return `text` with each change told once, by its longest sentence, and what it rests on.

    A sentence that tells the same without since when it is so is left out, too.  Lines stay.
    """
    updates = _list_updates(text)
    numbers = dict(cited)
    once, lines = set[str](), list[str]()
    for line in text.split("\n"):
        told = split_sentences(line)
        kept = [each for each in told if _stays(each, updates, once, numbers)]
        done = line if kept == told else line.replace(line.strip(), " ".join(kept), 1)
        lines += [done] if done.strip() or not line.strip() else []
    return "\n".join(lines), numbers


def _list_updates(text: str) -> Mapping[str, _Update]:
    """Return the longest sentence of each change, by what it tells."""
    found = (each for line in text.split("\n") for each in split_sentences(line))
    updates = sorted(filter(has_update, found), key=len)
    return {each.key: each for each in map(_Update.of, updates)}


def find_updates(text: str) -> frozenset[str]:
    """Return the changes that `text` tells, each without since when it is so."""
    return frozenset(map(strip_update, filter(has_update, split_sentences(text))))


def has_update(sentence: str) -> bool:
    """Return whether a sentence tells since when it is so."""
    return strip_update(sentence) != sentence


def _stays(
    sentence: str,
    updates: Mapping[str, _Update],
    once: set[str],
    numbers: dict[str, tuple[int, ...]],
) -> bool:
    if has_update(sentence) and updates[strip_update(sentence)].sentence == sentence:
        repeated = sentence in once
        once.add(sentence)
        return not repeated
    teller = next((each for each in updates.values() if each.tells(sentence)), None)
    if teller is None:
        return True
    both = numbers.get(teller.sentence, ()), numbers.get(sentence, ())
    numbers[teller.sentence] = unite_numbers(*both)
    return False


def _join(text: str) -> str:
    return f" {' '.join(find_words(text))} "
