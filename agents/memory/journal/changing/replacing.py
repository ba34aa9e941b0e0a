"""Find what a fact says otherwise than an earlier statement of the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.statements import Clause, read_clauses
from agents.memory.journal.trust import CLAIM_TRUST
from agents.memory.language.normalize import mentions_name
from agents.memory.language.stems import is_same_person, stem_words
from agents.prose import end_sentence

#: How much of the shorter of two clauses both must share to be about the same: where neither says
#: that something changed, and where the later one does.
SAME_TOPIC, SAME_CHANGED = 0.6, 0.3
#: Sides of which everybody has one at a time.
_PERSONAL = frozenset(("home", "work", "marriage", "health"))
#: What it adds to the importance of a fact that something known was otherwise before.
CHANGED = 2
#: Sides of things whose values are told by numbers and days.
_COUNTED = frozenset(("price", "number", "day", "hour"))


@dataclass(frozen=True, slots=True)
class Earlier:
    """Something that was told or seen before."""

    seq: int
    at: datetime
    """When it was told or seen."""
    words: str
    stems: frozenset[str]
    """Of all its words."""
    speaker: str = ""
    """Who told it; empty for what the agent did or saw."""
    since: datetime | None = None
    """Since when it is so, if that was told."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An earlier statement, and what is told otherwise now."""

    weight: float
    earlier: Earlier
    old: Clause
    new: Clause
    sure: bool = True
    """Whether they are values of the same; else only of the same thing."""


def find_otherwise(
    fact: Fact, clauses: Sequence[Clause], known: Sequence[Earlier]
) -> Otherwise | None:
    """Return what was told before of that which `clauses` of `fact` tell otherwise now.

    Of several the nearest to it, then the newest.  None if there is nothing of the kind.
    """
    stating = [each for each in clauses if each.sides]
    if not stating:
        return None
    words = " ".join((fact.subject, *(each.text for each in clauses)))
    about = frozenset(stem_words(words)) - frozenset(stem_words(fact.speaker))
    found = _list_matches(fact, stating, known, about)
    return max(found, key=lambda each: (each.weight, each.earlier.at), default=None)


def _list_matches(
    fact: Fact, clauses: Sequence[Clause], known: Sequence[Earlier], about: frozenset[str]
) -> Iterator[Otherwise]:
    for each in known:
        own = is_voice(each.speaker, fact.speaker)
        if each.seq >= fact.seqs[0] or (about.isdisjoint(each.stems) and not own):
            continue
        for old in read_clauses(each.words):
            for new in clauses:
                # What was said then, too, is no news; and of what somebody else told only what
                # names the same thing is otherwise.
                if new.text in each.words or not (own or new.topic & old.topic):
                    continue
                weight = _weigh_match(new, old, about, each.stems)
                if weight:
                    yield Otherwise(weight, each, old, new)


def _weigh_match(new: Clause, old: Clause, about: frozenset[str], theirs: frozenset[str]) -> float:
    """Return how far two clauses tell different things of the same; 0: they do not."""
    side = new.sides & old.sides
    if not (side and can_be_same(new, old) and _tell_apart(new, old, side)):
        return 0.0
    if new.of_teller and old.of_teller and side & _PERSONAL:
        return 1.0
    shared = (new.stems & theirs) | (about & old.stems)
    least = min(len(new.stems | shared), len(old.stems)) or 1
    share = min(1.0, len(shared) / least)
    return share if share >= (SAME_CHANGED if new.changes else SAME_TOPIC) else 0.0


def can_be_same(new: Clause, old: Clause) -> bool:
    """Return whether two clauses name the same before their values, as far as they name it.

    The north gate is not the south gate, but "the gate" may be either.
    """
    if new.names and old.names and new.names.isdisjoint(old.names):
        return False
    return new.topic <= old.topic or old.topic <= new.topic


def _tell_apart(new: Clause, old: Clause, side: frozenset[str]) -> bool:
    """Return whether the values of two clauses exclude each other on one of the sides of both."""
    if side - {"place"} and new.values and old.values:
        counted = bool(side & _COUNTED)
        differ = new.values.isdisjoint(old.values)
        return differ and (counted or bool(side - _COUNTED))
    moved = "place" in side and not new.stems <= old.stems
    return moved and (new.changes or not new.topic.isdisjoint(old.topic))


def is_voice(one: str, other: str) -> bool:
    """Return whether two speakers are the same; both empty: it is the agent itself."""
    return one.casefold() == other.casefold() or is_same_person(one, other)


def replace_earlier(fact: Fact, found: Otherwise) -> Fact:
    """Return `fact` with what was so before.

    What the same speaker told is replaced, and so is what anybody told if the agent has seen the
    change; what another speaker told stands beside it, and so does what is only of the same thing.
    """
    earlier = found.earlier
    told = end_sentence(found.old.text[:1].upper() + found.old.text[1:])
    own = is_voice(earlier.speaker, fact.speaker)
    named = own or not earlier.speaker or mentions_name(told, earlier.speaker)
    closes = found.sure and (own or not fact.speaker) and fact.trust > CLAIM_TRUST
    return replace(
        fact,
        before=told if named else f"{earlier.speaker} said: {told}",
        importance=min(10, fact.importance + CHANGED),
        before_from=earlier.since or earlier.at,
        replaces=(earlier.seq,) if closes else (),
    )
