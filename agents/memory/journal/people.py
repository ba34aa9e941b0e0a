"""What an agent knows of somebody: by itself, from them, and from others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from agents.boundaries import TokenCounter
from agents.memory.core.facts import Fact
from agents.memory.journal.changing.history import list_circumstances
from agents.memory.language.salience import is_only_called
from agents.rests import rest
from late.late_dataclass import late_dataclass
from world.names import key_of


@late_dataclass(frozen=True, slots=True)
class KnownPerson:
    """Facts about one person, each list oldest first."""

    person: str
    experienced: tuple[Fact, ...]
    """What the agent did or saw, also where it was recalled."""
    told_me: tuple[Fact, ...]
    """What the person said."""
    told_of: tuple[Fact, ...]
    """What others said of the person."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All of them."""
        return (*self.experienced, *self.told_me, *self.told_of)

    @property
    def first_met(self) -> datetime | None:
        """When the agent first had to do with the person; None if it never has."""
        return min((each.at for each in self._list_meetings()), default=None)

    @property
    def last_met(self) -> datetime | None:
        """When the agent last had to do with the person; None if it never has."""
        return max((each.at for each in self._list_meetings()), default=None)

    @property
    def memory_count(self) -> int:
        """How many memories these facts rest on."""
        return len({seq for each in self.facts for seq in each.seqs})

    def _list_meetings(self) -> tuple[Fact, ...]:
        return (*self.experienced, *self.told_me)


def gather_known(facts: Iterable[Fact], person: str) -> KnownPerson:
    """Return what `facts` say of `person`; hearsay stays with those who said it."""
    key = key_of(person)
    about = sorted(
        (each for each in facts if key in _list_keys(each)), key=lambda each: (each.at, each.seqs)
    )
    heard = [each for each in about if is_hearsay(each)]
    return KnownPerson(
        person,
        tuple(each for each in about if not is_hearsay(each)),
        tuple(each for each in heard if key_of(each.speaker) == key),
        tuple(each for each in heard if key_of(each.speaker) != key),
    )


def is_hearsay(fact: Fact) -> bool:
    """Return whether a fact is somebody's word, also where it was recalled."""
    return fact.source == "heard" or bool(fact.speaker)


def list_people(facts: Iterable[Fact]) -> list[str]:
    """Return everyone the facts are about, in alphabetical order, each name as first spelled."""
    names: dict[str, str] = {}
    for fact in facts:
        for name in _list_names(fact):
            names.setdefault(key_of(name), name)
    return sorted(names.values(), key=key_of)


def render_known(known: KnownPerson, tokens: TokenCounter, budget: int) -> str:
    """Return what is known of somebody as lines for a prompt, the most important first.

    At most `budget` tokens; empty if not even one line fits.  Hearsay names its speaker, and says
    where it is little trusted.
    """
    lines: list[str] = []
    for fact in _sort_by_weight(known.facts):
        line = f"- {render_known_fact(fact)}"
        if tokens.count("\n".join([*lines, line])) <= budget:
            lines.append(line)
    return "\n".join(lines)


def render_known_fact(fact: Fact) -> str:
    """Return one fact with its label, since when it is so, and what was so before."""
    doubt = ", not to be relied on" if fact.trust < 0.3 else ""
    heard = [f"heard from {fact.speaker}{doubt}"] if is_hearsay(fact) else []
    notes = "; ".join([*heard, *list_circumstances(fact)])
    return f"{fact.text} ({notes})" if notes else fact.text


def _sort_by_weight(facts: Sequence[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda each: (-each.importance * each.trust, -each.at.timestamp()))


def _list_names(fact: Fact) -> Iterator[str]:
    """Yield whom a fact is about: it tells nothing of those whom somebody only calls."""
    rest()  # of a long life thousands of facts are read, beside the event loop
    if fact.speaker:
        yield fact.speaker
    for name in fact.people:
        if name == fact.speaker or not (is_hearsay(fact) and is_only_called(fact.text, name)):
            yield name


def _list_keys(fact: Fact) -> set[str]:
    return {key_of(each) for each in _list_names(fact)}
