"""A fact: one sentence worth knowing, with its source and how far to trust it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from operator import is_
from sys import intern
from typing import Literal, cast

from late.late_dataclass import late_dataclass

Source = Literal["own", "seen", "heard", "recalled", "human"]
Scored = Literal["heuristic", "model"]

SYNTHESIS = "context_synthesis"
"""The tag of a fact that says what a stretch of memories was about."""


PRIVATE = "private"
"""The tag of a fact that rests on words for one hearer alone."""


@late_dataclass(frozen=True, slots=True)
class Fact:
    """One fact from memories, as a sentence. A heard fact names its speaker in the sentence."""

    text: str
    importance: int
    """1 (trivial) to 10."""
    scored: Scored
    """Who rated the importance."""
    source: Source
    """``own`` (the agent did it), ``seen``, ``heard`` from others, ``recalled``, or
    ``human``: a person wrote it on a page."""
    trust: float
    """0 to 1."""
    seqs: tuple[int, ...]
    """The numbers of the memories that it was extracted from."""
    at: datetime
    speaker: str = ""
    """Who said it, if it was heard."""
    people: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    place: str = ""
    subject: str = ""
    """What it is about, where its own words do not name it: ``skiff`` of "I sold her"."""
    attribute: str = ""
    """Which side of it: ``price``, ``place``, ``owner`` …; empty where no rule tells it."""
    value: str = ""
    """The clause that says what is so; empty where no rule finds one."""
    valid_from: datetime | None = None
    """Since when it is so, where that can be told; else it is so at `at` at the latest."""
    before: str = ""
    """What was told of the same before, as a sentence; it stands here so that it is not lost."""
    before_from: datetime | None = None
    """Since when that was so, or when it was told."""
    replaces: tuple[int, ...] = ()
    """The memories that told what was so before and is no more; empty where another speaker told
    it: both stand then."""
    beside: tuple[int, ...] = ()
    """The memories that told `before`, where both stand; facts of old journals do not say."""
    akin: tuple[int, ...] = ()
    """Earlier memories in which the same speaker told what may be of the same: nobody says that it
    is otherwise now, and who reads the one may want to read the other."""

    def __hash__(self) -> int:
        """Return a hash that is quick to find: a life's facts are put into sets again and again."""
        return hash((self.text, self.seqs))

    @property
    def since(self) -> datetime:
        """Since when it is so, as far as is known."""
        return self.valid_from or self.at

    @property
    def is_synthesis(self) -> bool:
        """Whether it says what the memories from the first to the last of `seqs` were about."""
        return SYNTHESIS in self.tags

    @property
    def is_private(self) -> bool:
        """Whether it rests on words for one hearer alone; facts of old journals do not say."""
        return PRIVATE in self.tags


def share_parts(fact: Fact) -> Fact:
    """Return `fact` with the very objects, for names and tags, that other facts have.

    What a worker or a file has given has its own, and thousands of facts are kept.
    """
    people, tags = _share_texts(fact.people), _share_texts(fact.tags)
    named = fact.speaker, fact.place, fact.subject, fact.attribute
    kept = tuple(map(intern, named))
    if people is fact.people and tags is fact.tags and all(map(is_, named, kept)):
        return fact
    speaker, place, subject, attribute = kept
    return replace(
        fact,
        scored=cast(Scored, intern(fact.scored)),
        source=cast(Source, intern(fact.source)),
        speaker=speaker,
        people=people,
        tags=tags,
        place=place,
        subject=subject,
        attribute=attribute,
    )


#: Facts of one stretch are about the same few, and have the same tags.
@lru_cache(1024)
def _share_texts(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(intern, texts))


def rate_memories(facts: Iterable[Fact]) -> Mapping[int, int]:
    """Return the importance of memories by the facts that rest on them: number → 1 to 10."""
    found: dict[int, int] = {}
    for fact in facts:
        for seq in fact.seqs:
            found[seq] = max(found.get(seq, 0), fact.importance)
    return found
