"""Finds what a sentence of a summary rests on: the memories that tell of it first hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from agents.memory.core.records import Experience, Summary
from agents.memory.core.view import View, pair_citations
from agents.memory.recall.hits import Hit
from agents.memory.summarization.citations import rate_likeness
from late.late_dataclass import late_dataclass

#: The least share of the given words that a sentence must have.
_ENOUGH = 0.34

#: Who says this share of somebody's words says them again.
_REPEATED = 0.6


@late_dataclass(frozen=True, slots=True)
class Grounds:
    """A sentence of a standing summary, and the memories that it rests on."""

    sentence: str
    summary: Summary
    seqs: tuple[int, ...]
    """The memories that it is known to rest on, see `CitedNumbers`; empty if unknown."""


def find_grounds(view: View, words: str) -> Grounds | Experience | None:
    """Return the sentence of a summary, or the memory of the tail, with most of `words`.

    A sentence wins a tie, then what the agent perceived; None if nothing has enough of them.
    """
    found: list[tuple[float, int, Grounds | Experience]] = []
    found += [(rate_likeness(words, each.sentence), 2, each) for each in list_grounds(view)]
    found += [(rate_likeness(words, e.text), int(not e.is_own), e) for e in view.tail]
    best = max(found, key=lambda row: row[:2], default=None)
    return best[2] if best and best[0] >= _ENOUGH else None


def find_equals(view: View, words: str, best: Grounds) -> list[Grounds]:
    """Return the sentences, in order, that have as much of `words` as the `best` has."""
    most = rate_likeness(words, best.sentence)
    return [e for e in list_grounds(view) if rate_likeness(words, e.sentence) >= most]


def choose_first_hand(
    found: Sequence[Grounds], words: str, memories: Mapping[int, Experience]
) -> Grounds:
    """Return which of several sentences rests on the first memory that tells of `words`.

    What the agent says itself repeats what it knows.  `memories` are those of their numbers.
    """

    def find_first(grounds: Grounds) -> int:
        cited = (memories[seq] for seq in grounds.seqs if seq in memories)
        heard = (e for e in cited if not e.is_own and rate_likeness(words, e.text) >= _ENOUGH)
        return min((each.seq for each in heard), default=max(memories, default=0) + 1)

    return min(found, key=find_first)


def leave_out_repeated(sentence: str, memories: Sequence[Experience]) -> list[Experience]:
    """Return `memories` without those in which the agent says again what another one tells.

    What has more of `sentence` than the other stays.
    """
    first = [each for each in memories if not each.is_own]

    def repeats(own: Experience) -> bool:
        said = rate_likeness(sentence, own.text)
        return any(
            rate_likeness(each.text, own.text) >= _REPEATED
            and rate_likeness(sentence, each.text) >= said
            for each in first
        )

    return [each for each in memories if not (each.is_own and repeats(each))]


def is_closer(text: str, words: str, found: Grounds | Experience | None) -> bool:
    """Return whether `text` has as much of `words` as what was found, or more."""
    if found is None:
        return True
    other = found.sentence if isinstance(found, Grounds) else found.text
    return rate_likeness(words, text) >= rate_likeness(words, other)


def format_memory(memory: Experience) -> str:
    """Return a memory on one line with its number, date and place, as recall shows it."""
    return Hit(memory.seq, memory.at, memory.place, memory.text, 0.0).render_line()


def list_grounds(view: View) -> Iterator[Grounds]:
    """Yield the sentences of the standing summaries, the oldest first."""
    for summary in view.summaries:
        for sentence, numbers in pair_citations(summary):
            yield Grounds(sentence, summary, numbers)
