"""Find what was told earlier of the same thing, where hardly a word but the thing's is the same.

That two statements are of the same thing shows by the rare words that name it.  That the later one
tells otherwise shows by how it says it ("now", "no longer", a denial), by its values, or by who
tells it: who tells something new of a thing, or what is seen of it, is newer than what they told.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.memory.journal.changing.replacing import (
    Earlier,
    Otherwise,
    can_be_same,
    is_voice,
)
from agents.memory.journal.changing.statements import Clause, read_clauses
from agents.memory.journal.changing.things import find_things
from agents.memory.language.numerals import find_numerals
from agents.memory.language.patterns import DENIAL
from agents.memory.language.stems import stem_name, stem_words
from agents.memory.language.words import WEEKDAYS, any_of

#: A thing that more statements tell of is everyday, unless the same kind of thing is told of it.
OFTEN = 5
#: What else is told of a thing of which both statements alone tell is news of it.
_ONCE = 2
#: What has so much of the words of an earlier statement only tells it again.
_AGAIN = 0.7
#: How somebody says that a thing is otherwise; "again" and "new" are said of much else.
_NEWS = re.compile(
    rf"\b(?:now|no longer|not? any ?more|instead|these days|nowadays|as of|renamed|changed"
    rf"|from (?:today|tomorrow|now|next|this|{any_of(WEEKDAYS)})|moved|switched|turned into"
    r"|gave (?:it |them |that |notice|\w+ )?(?:up|away)?|given up|used to|this (?:year|season|time)"
    r"|(?:put|called|cut|gone|went|goes|run|ran) (?:it |them |that |the \w+ |him |her )?"
    r"(?:up|off|down|back|through|north|south|away)|made it up|done for|down to|handed|took over"
    r"|(?:has|have) (?:taken|left|got|become|gone|put|sold|moved|changed)"
    r"|(?:was|were|been|got) (?:sent|recalled|called|moved|put|taken|sold|given|let go)"
    r"|no \w+ for me|paid|pawned|sold|lost|broke|snapped|cracked|that makes|not \w+, but)\b",
    re.IGNORECASE,
)
#: What is seen of people all day, and is no state of a thing.
_PASSING = re.compile(r"\b(?:arrives?|leaves?|wakes|falls asleep|looks)\b")
#: Sides of a thing on which its end is told.
_ENDING = frozenset(("state", "health", "whereabouts", "access", "owner", "work", "home"))
#: An earlier statement of so many characters is told whole.
_WHOLE = 80


@dataclass(frozen=True, slots=True)
class Later:
    """A statement that may tell otherwise what was told earlier."""

    seq: int
    words: str
    speaker: str
    topic: str
    """What it is about, where its words do not say so: what was asked just before."""


@dataclass(frozen=True, slots=True)
class ThingIndex:
    """Statements by the words that name their things."""

    statements: Sequence[Earlier]
    common: Counter[str]
    """How many statements name a thing; the same words count once."""
    people: frozenset[str]
    """The words of the names of all who speak."""
    having: Mapping[str, Sequence[int]]
    """The places of the statements that have a stem."""

    @classmethod
    def of(cls, told: Sequence[Earlier]) -> ThingIndex:
        """Return the index of `told`."""
        texts = {each.words for each in told}
        common = Counter(thing for words in texts for thing in find_things(words))
        people = frozenset(w for name in {e.speaker for e in told} for w in stem_name(name))
        having: dict[str, list[int]] = defaultdict(list)
        for at, each in enumerate(told):
            for stem in each.stems - people:
                having[stem].append(at)
        return cls(told, common, people, having)


def find_earlier(later: Later, index: ThingIndex) -> Otherwise | None:
    """Return what was told before of the thing that `later` tells something newer of.

    Of several the one with most of it, then the newest.  None if there is nothing of the kind.
    """
    clauses = read_clauses(later.words)
    if not clauses:
        return None
    found = _list_matches(later, clauses, index)
    return max(found, key=lambda each: (each.weight, each.earlier.at), default=None)


def _list_matches(
    later: Later, clauses: Sequence[Clause], index: ThingIndex
) -> Iterator[Otherwise]:
    things = find_things(f"{later.words} {later.topic}")
    stems, common = frozenset(stem_words(later.words)), index.common
    rare = (things | stems) - index.people - stem_name(later.speaker)
    rare = frozenset(each for each in rare if common[each] <= OFTEN)
    for at in sorted({at for each in rare for at in index.having.get(each, ())}):
        each = index.statements[at]
        if each.seq >= later.seq or (not each.speaker and _PASSING.search(each.words)):
            continue
        shared = rare & (things & each.stems | stems & find_things(each.words))
        if shared and _is_newer(later, clauses, each, [common[thing] for thing in shared]):
            new = next((e for e in clauses if not e.stems.isdisjoint(shared)), clauses[0])
            yield Otherwise(float(len(shared)), each, _find_old(each, shared), new, sure=False)


def _find_old(earlier: Earlier, things: Collection[str]) -> Clause:
    """Return the earlier clause of the thing; of a short statement all of it."""
    clauses = read_clauses(earlier.words)
    own = [each for each in clauses if not each.stems.isdisjoint(things)]
    best = max(own or clauses, key=lambda each: len(each.text))
    whole = earlier.words.strip(" ,;.!—–")
    return replace(best, text=whole) if len(whole) <= _WHOLE else best


def _is_newer(
    later: Later, clauses: Sequence[Clause], earlier: Earlier, often: Sequence[int]
) -> bool:
    """Return whether `later` tells otherwise what `earlier` tells, and not only the same again.

    `often` says of each thing that both name how many statements name it.
    """
    old = read_clauses(earlier.words)
    values, before = _read_values(later.words), _read_values(earlier.words)
    if not old or (values and values <= before):
        return False
    alike = any(can_be_same(one, other) for one in clauses for other in old)
    differ = bool(values and before and values.isdisjoint(before)) and alike
    if any(_tells_again(one, other) for one in clauses for other in old):
        return False  # what differs in nearly the same words, `find_otherwise` has found
    several = len(often) > 1
    sides = frozenset(side for each in clauses for side in each.sides)
    same = sides & {side for each in old for side in each.sides}
    news = _NEWS.search(later.words) is not None
    denied = bool(DENIAL.search(later.words)) != bool(DENIAL.search(earlier.words))
    if not later.speaker:
        return min(often) <= _ONCE or bool(sides & _ENDING)
    if is_voice(later.speaker, earlier.speaker):
        return news or (differ and bool(same)) or (denied and several)
    # Others speak of the same things all day: it takes more to tell that a thing is otherwise.
    return (several and (news or differ)) or (news and bool(sides & _ENDING))


def _tells_again(one: Clause, other: Clause) -> bool:
    least = min(len(one.stems), len(other.stems))
    return least > 1 and len(one.stems & other.stems) >= _AGAIN * least


def _read_values(words: str) -> frozenset[str]:
    days = {day for day in WEEKDAYS if day in words.casefold()}
    return find_numerals(words) | days
