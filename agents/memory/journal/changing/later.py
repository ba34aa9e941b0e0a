"""Find what was told earlier of the same thing, where hardly a word but the thing's is the same.

That two statements are of the same thing shows by the rare words that name it.  That the later one
tells otherwise shows by how it says it ("now", "no longer", a denial), by its values, or by who
tells it: who tells something new of a thing, or what is seen of it, is newer than what they told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
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


def find_earlier(later: Later, known: Sequence[Earlier], common: Counter[str]) -> Otherwise | None:
    """Return what was told before of the thing that `later` tells something newer of.

    `common` says how many statements name a thing.  Of several the one with most of it, then the
    newest.  None if there is nothing of the kind.
    """
    clauses = read_clauses(later.words)
    if not clauses:
        return None
    found = _list_matches(later, clauses, known, common)
    return max(found, key=lambda each: (each.weight, each.earlier.at), default=None)


def count_things(told: Sequence[Earlier]) -> Counter[str]:
    """Return how many of the statements name each thing; the same words count once."""
    return Counter(thing for words in {each.words for each in told} for thing in find_things(words))


def _list_matches(
    later: Later, clauses: Sequence[Clause], known: Sequence[Earlier], common: Counter[str]
) -> Iterator[Otherwise]:
    things = find_things(f"{later.words} {later.topic}")
    stems = frozenset(stem_words(later.words))
    speakers = {later.speaker, *(each.speaker for each in known)}
    people = frozenset(stem for each in speakers for stem in stem_name(each))
    for each in known:
        if each.seq >= later.seq or (not each.speaker and _PASSING.search(each.words)):
            continue
        shared = (things & each.stems | stems & find_things(each.words)) - people
        rare = [thing for thing in shared if common[thing] <= OFTEN]
        if rare and _is_newer(later, clauses, each, [common[thing] for thing in rare]):
            new = next((e for e in clauses if not e.stems.isdisjoint(rare)), clauses[0])
            yield Otherwise(float(len(rare)), each, _find_old(each, rare), new, sure=False)


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
