"""Find what a fact says otherwise than an earlier statement of the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.statements import Clause, count_same, read_clauses
from agents.memory.journal.changing.things import find_things
from agents.memory.journal.trust import CLAIM_TRUST
from agents.memory.language.normalize import mentions_name
from agents.memory.language.patterns import NAME
from agents.memory.language.stems import is_same_person, stem_each, stem_words
from agents.prose import end_sentence
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: How much of the shorter of two clauses both must share to be about the same: where neither says
#: that something changed, and where the later one does.
SAME_TOPIC, SAME_CHANGED = 0.6, 0.3
#: Sides of which everybody has one at a time.
_PERSONAL = frozenset(("home", "work", "marriage", "health"))
#: What it adds to the importance of a fact that something known was otherwise before.
CHANGED = 2
#: Sides of things whose values are told by numbers and days.
_COUNTED = frozenset(("price", "number", "day", "hour"))
_VALUED = _COUNTED - {"number"}
#: A name at the beginning, without an article: somebody who does something.
_ACTOR = late_pattern(rf"(?!The\b|Your\b|My\b){NAME}(?: {NAME})?(?= )")


@late_dataclass(frozen=True, slots=True)
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

    @property
    def told(self) -> tuple[str, str]:
        """Who told it, and the words."""
        return self.speaker, self.words


@late_dataclass(frozen=True, slots=True)
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
    things = find_things(words) - frozenset(stem_words(fact.speaker))
    found = _list_matches(fact, stating, known, _About(about, things, not fact.speaker))
    return max(found, key=lambda each: (each.weight, each.earlier.at), default=None)


@late_dataclass(frozen=True, slots=True)
class _About:
    """What a fact is about."""

    stems: frozenset[str]
    things: frozenset[str]
    seen: bool
    """Whether it was seen or done, and not told."""

    def names_same(self, earlier: Earlier, old: Clause) -> bool:
        """Return whether a clause of an earlier statement is of a thing that this is about, too."""
        told = find_things(earlier.words) & old.stems
        if self.seen and not earlier.speaker:
            return not self.things.isdisjoint(told)
        return not (self.things.isdisjoint(old.stems) and self.stems.isdisjoint(told))


def _list_matches(
    fact: Fact, clauses: Sequence[Clause], known: Sequence[Earlier], about: _About
) -> Iterator[Otherwise]:
    speaker, first = fact.speaker, fact.seqs[0]
    for each in known:
        if each.seq >= first:
            continue
        # What is seen has no voice: two sights are of the same only if they name the same thing.
        own = bool(speaker) and is_voice(each.speaker, speaker)
        if not own and about.stems.isdisjoint(each.stems):
            continue
        for old in read_clauses(each.words):
            for new in clauses:
                if new.sides.isdisjoint(old.sides):
                    continue
                # What was said then, too, is no news; and of what somebody else told only what
                # names the same thing is otherwise.
                if new.text in each.words or not (own or _name_same(new, old)):
                    continue
                weight = _weigh_match(new, old, about.stems, each.stems)
                if weight and (_is_of_teller(new, old) or about.names_same(each, old)):
                    yield Otherwise(weight, each, old, new)


def _name_same(one: Clause, other: Clause) -> bool:
    """Return whether both clauses name the same thing, and what both tell of begins alike."""
    things = find_things(one.text) & find_things(other.text)
    return bool(things) and bool((one.topic & other.topic) - _stem_actor(one.text))


def _stem_actor(text: str) -> frozenset[str]:
    """Return the stems of the name that a clause begins with: of whoever does something in it."""
    actor = _ACTOR.match(text)
    return frozenset(stem_words(actor[0])) if actor else frozenset()


def _weigh_match(new: Clause, old: Clause, about: frozenset[str], theirs: frozenset[str]) -> float:
    """Return how far two clauses tell different things of the same; 0: they do not."""
    side = new.sides & old.sides
    if not (side and can_be_same(new, old) and _tell_apart(new, old, side)):
        return 0.0
    if _is_of_teller(new, old):
        return 1.0
    # "Left" in "on the left" is no leaf of a book.
    shared = (new.stems & theirs) | ((about - stem_each(" ".join(new.values))) & old.stems)
    least = min(len(new.stems | shared), len(old.stems)) or 1
    share = min(1.0, len(shared) / least)
    return share if share >= (SAME_CHANGED if new.changes else SAME_TOPIC) else 0.0


def _is_of_teller(new: Clause, old: Clause) -> bool:
    """Return whether both tell of whoever tells them what one has only one of."""
    return new.of_teller and old.of_teller and bool(new.sides & old.sides & _PERSONAL)


def can_be_same(new: Clause, old: Clause) -> bool:
    """Return whether two clauses name the same before their values, as far as they name it.

    The north gate is not the south gate, but "the gate" may be either.  Nor are nails for the roof
    the nails for the shed.
    """
    if new.names and old.names and new.names.isdisjoint(old.names):
        return False
    if "number" in (side := new.sides & old.sides):
        if not new.changes and name_others(new.text, old.text):
            return False
        kinds = new.sides & _VALUED, old.sides & _VALUED
        if side.isdisjoint(_VALUED) and (all(kinds) or not count_same(new.text, old.text)):
            return False
    return new.topic <= old.topic or old.topic <= new.topic


def name_others(one: str, other: str) -> bool:
    """Return whether each of two texts names a thing that the other does not."""
    first, second = find_things(one), find_things(other)
    return not (first <= second or second <= first)


def _tell_apart(new: Clause, old: Clause, side: frozenset[str]) -> bool:
    """Return whether the values of two clauses exclude each other on one of the sides of both."""
    if side - {"place"} and new.values and old.values:
        counted = bool(side & _COUNTED)
        differ = new.values.isdisjoint(old.values)
        return differ and (counted or bool(side - _COUNTED))
    moved = "place" in side and not new.stems <= old.stems
    return moved and (new.changes or not new.topic.isdisjoint(old.topic))


@lru_cache(4096)
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
        beside=(earlier.seq,) if earlier.seq and not closes else (),
    )
