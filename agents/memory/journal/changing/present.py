"""Keep what is over from standing alone: beside an old memory comes the newest of the same, and
beside a summary what people told later that may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.corrections import Content, read_content
from agents.memory.journal.changing.history import find_told
from agents.memory.journal.trust import CLAIM_TRUST
from agents.memory.recall.hits import Hit
from agents.prose import find_quoted, split_sentences

#: What has so much of the words of something tells it.
_TELLS = 0.8


def find_newest_told(facts: Iterable[Fact]) -> dict[int, int]:
    """Return, for each memory that tells what is over, the newest memory that tells what is so.

    Known are the `facts`; words of little trust replace nothing.
    """
    return _find_newest(facts, lambda each: each.replaces)


def find_newest_of_same(facts: Iterable[Fact]) -> dict[int, int]:
    """Return, for each memory of a thing that something was told of later, the newest of these.

    What is over is among them, and what may be: the reader is to see both.
    """
    return _find_newest(facts, lambda each: (*each.replaces, *each.beside))


def _find_newest(
    facts: Iterable[Fact], list_older: Callable[[Fact], Iterable[int]]
) -> dict[int, int]:
    newer: dict[int, int] = {}
    for fact in sorted(facts, key=lambda each: each.at):
        if fact.seqs and fact.trust > CLAIM_TRUST:
            newer.update(dict.fromkeys(list_older(fact), fact.seqs[-1]))
    return {seq: _follow(seq, newer) for seq in newer}


def _follow(seq: int, newer: Mapping[int, int]) -> int:
    seen = set[int]()
    while seq in newer and seq not in seen:
        seen.add(seq)
        seq = newer[seq]
    return seq


def add_present(
    hits: Iterable[Hit],
    present: Mapping[int, int],
    read: Callable[[int], Hit | None],
    last: int,
) -> list[Hit]:
    """Return `hits`, and before each that tells what is over the memory that tells what is so.

    Memories later than `last` stand beside them already.
    """
    known = {each.seq: each for each in hits}
    found: dict[int, Hit] = {}
    for each in known.values():
        now = present.get(each.seq, 0)
        newer = (known.get(now) or read(now)) if 0 < now <= last else None
        if newer:
            found.setdefault(newer.seq, newer)
        found.setdefault(each.seq, each)
    return list(found.values())


def leave_out_lonely(hits: Sequence[Hit], present: Mapping[int, int], last: int) -> list[Hit]:
    """Return `hits` without those that tell what is over where nothing tells what is so now."""
    told = {each.seq for each in hits}
    return [e for e in hits if (now := present.get(e.seq, 0)) == 0 or now in told or now > last]


def leave_out_over(hits: Iterable[Hit], present: Mapping[int, int]) -> list[Hit]:
    """Return `hits` without those that are one sentence, and that is over."""
    return [each for each in hits if each.seq not in present or _tells_much(each)]


def _tells_much(hit: Hit) -> bool:
    return len(split_sentences(max(find_quoted(hit.text), key=len, default=hit.text))) > 1


# --- beside a summary ---------------------------------------------------------------


def find_told_later(facts: Iterable[Fact], cited: Iterable[Sequence[int]], told: str) -> list[Fact]:
    """Return the newest of `facts` that may be of the same as what a summary tells, the latest
    first; none that `told` has already.

    `cited` are the memories on which each sentence of the summaries rests; `told` is all that the
    prompt shows.  Words of little trust stand beside nothing.  Pure.
    """
    newer: dict[int, Fact] = {}
    for fact in sorted(facts, key=lambda each: each.seqs):
        if fact.akin and fact.trust > CLAIM_TRUST:
            newer.update(dict.fromkeys(fact.akin, fact))
    resting = {seq for numbers in cited for seq in numbers}
    found = dict.fromkeys(newer[seq] for seq in sorted(resting & newer.keys(), reverse=True))
    if not found:
        return []
    sentences = [read_content(each) for line in told.splitlines() for each in split_sentences(line)]
    return [each for each in found if not _is_told(read_content(find_told(each)), sentences)]


def _is_told(content: Content, sentences: Sequence[Content]) -> bool:
    return any(len(content & each) >= _TELLS * len(content) for each in sentences)
