"""Find what was told earlier of the same thing, where hardly a word but the thing's is the same.

That two statements are of the same thing shows by the rare words that name it, one or several
together.  That the later one tells otherwise shows by how it says it ("now", "no longer"), by its
values, by who tells it, or in that the earlier one told a state.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from agents.memory.journal.changing.comparing import AGAIN, NEWS, Comparison, Shared, is_again
from agents.memory.journal.changing.people import find_kinds, find_measures, find_person
from agents.memory.journal.changing.replacing import Earlier, Otherwise, is_voice
from agents.memory.journal.changing.sights import find_seen_things, tells_standing
from agents.memory.journal.changing.statements import Clause, needs_topic, read_clauses
from agents.memory.journal.changing.thing_index import ThingIndex
from agents.memory.journal.changing.things import (
    can_be_same_thing,
    find_announced,
    find_exact_names,
    find_things,
    is_compared_to,
    is_named_anew,
    is_verb_in,
)
from agents.memory.language.normalize import fold_name
from agents.memory.language.salience import is_asked
from agents.memory.language.stems import find_words, stem_name, stem_word, stem_words
from agents.memory.language.words import ARTICLES, BEING, NUMBERS, SECOND_PERSON, any_of
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: A thing that more statements tell of is everyday, unless the same kind of thing is told of it;
#: of one that more than so many tell of, it must be said that it is otherwise.
OFTEN, SELDOM = 5, 3
#: What tells nothing of how a thing is seen.
_GRAMMAR = frozenset((*ARTICLES, *BEING, *SECOND_PERSON))
#: What is seen of people all day, and is no state of a thing.
_PASSING = late_pattern(r"\b(?:arrives?|leaves?|wakes|falls asleep|looks)\b")
#: How many are left, of what was counted before.
_LEFT = late_pattern(
    rf"(?:^|[.,;!?] )(?:only |just |and )?(?:\d+|{any_of(NUMBERS)})"
    r"(?: are| is)? (?:left|now|in all|remain)\b",
    re.IGNORECASE,
)
#: Where somebody says that they are.
_OF_PLACE = late_pattern(
    r"\b(?:find|found|see|catch|moved?|put|sat|let|gave|given) me\b|\b(?:my (?:stall|pitch|bed|room"
    r"|house|shop|place|bench|seat)|I (?:am|stand|sit|sleep|live|lodge|stay|work|moved)|I['’]m)\b",
    re.IGNORECASE,
)
#: "At the fever house, that is where I am": the place may stand anywhere before it.
_WHERE_I_AM = late_pattern(r"\bwhere I (?:am|sit|sleep|stay|live|work)\b", re.IGNORECASE)
#: Of what one has only one at a time, whether that is said to be news or not.
_EXCLUSIVE = frozenset(("home", "marriage"))
#: What the same side of somebody's life weighs, beside a word that one other statement has.
_SAME_KIND = 0.5
#: So many earlier statements may be of the same as a later one.
_MOST_AKIN = 2
#: An earlier statement of so many characters is told whole.
_WHOLE = 80


@late_dataclass(frozen=True, slots=True)
class Later:
    """A statement that may tell otherwise what was told earlier."""

    seq: int
    words: str
    speaker: str
    topic: str
    """What it is about, where its words do not say so: what was asked just before."""

    @property
    def told(self) -> tuple[str, str]:
        """Who tells it, and the words."""
        return self.speaker, self.words


def find_earlier(later: Later, index: ThingIndex) -> Otherwise | None:
    """Return what was told before of the thing that `later` tells something newer of.

    Of several the one with most of it, then the newest.  None if there is nothing of the kind.
    """
    clauses = read_clauses(later.words)
    if not clauses:
        return None
    found = (_list_told if later.speaker else _list_seen)(later, clauses, index)
    return max(found, key=lambda each: (each.weight, each.earlier.at), default=None)


# --- what is told -------------------------------------------------------------------


def _list_told(later: Later, clauses: Sequence[Clause], index: ThingIndex) -> Iterator[Otherwise]:
    """Yield what was told or seen before of a thing of which somebody tells something newer."""
    named = _Named.by(later, index)
    for at in index.find_naming(named.found):
        each = index.statements[at]
        shared = named.compare(each, index) if each.seq < later.seq else None
        if not shared or (not each.speaker and _PASSING.search(each.words)):
            continue
        if Comparison.of(later.told, each.told, shared).is_newer():
            new = next((e for e in clauses if not e.stems.isdisjoint(shared.words)), None)
            if new is None and not needs_topic(later.words):
                continue
            new = new or clauses[0]
            weight = float(len(shared.words))
            yield Otherwise(weight, each, find_old(each, shared.words), new, sure=False)
    yield from _list_unnamed(later, clauses, index)
    yield from _list_of_people(later, clauses, index)
    yield from _list_measured(later, clauses, index)


@late_dataclass(frozen=True, slots=True)
class _Named:
    """What a statement names."""

    speaker: str
    words: str
    topic: str
    found: frozenset[str]
    """Its things and its stems, without people."""
    found_things: frozenset[str]
    found_stems: frozenset[str]
    announced: frozenset[str]
    """What it says that it is about."""

    @classmethod
    def by(cls, later: Later, index: ThingIndex) -> _Named:
        """Return what `later` names."""
        things = find_things(f"{later.words} {later.topic}")
        stems = frozenset(stem_words(later.words))
        found = (things | stems) - index.people - stem_name(later.speaker)
        announced = find_announced(later.words)
        of_each = found & things, found & stems
        return cls(later.speaker, later.words, later.topic, found, *of_each, announced)

    def compare(self, earlier: Earlier, index: ThingIndex) -> Shared | None:
        """Return what an earlier statement names, too; None if that is said of too much."""
        told = find_things(earlier.words)
        shared = self.found_things & earlier.stems | self.found_stems & told
        meant = bool(self.announced) and not self.announced.isdisjoint(earlier.stems)
        meant = meant and is_voice(self.speaker, earlier.speaker)
        # Of words that are not rare no part is: most are done with here.
        if not (meant or (shared and index.is_rare(shared, OFTEN))):
            return None
        shared = self._keep_same(shared, earlier.words)
        if not (meant or (shared and index.is_rare(shared, OFTEN))):
            return None
        both = self.found_things & told
        exact = find_exact_names(f"{self.words} {self.topic}", earlier.words, shared)
        return Shared(both, shared, index.is_rare(both or shared, SELDOM), meant, exact)

    def _keep_same(self, shared: frozenset[str], earlier: str) -> frozenset[str]:
        """Return those of the `shared` words that may name the same; none if all are verbs."""
        words = self.words
        kept = frozenset(
            each
            for each in shared
            if can_be_same_thing(words, earlier, each)
            and not is_named_anew(words, each)
            and not is_compared_to(earlier, each)
        )
        verbs = all(is_verb_in(words, each) or is_verb_in(earlier, each) for each in kept)
        return frozenset() if verbs else kept


def _list_unnamed(
    later: Later, clauses: Sequence[Clause], index: ThingIndex
) -> Iterator[Otherwise]:
    """Yield what the same speaker told before of where they are, or of how many there are, where
    the later words name no thing: ``Fifteen left.``"""
    counted, placed = _LEFT.search(later.words), _tells_own_place(later.words)
    if not (counted or placed):
        return
    for each in index.statements:
        if each.seq >= later.seq or not is_voice(each.speaker, later.speaker):
            continue
        for old in read_clauses(each.words):
            fits = placed and _tells_own_place(old.text)
            if fits or (counted and "number" in old.sides and find_things(old.text)):
                new = clauses[0]
                if counted:
                    new = next((e for e in clauses if counted[0].strip(" .,;!?") in e.text), new)
                yield Otherwise(0.5, each, old, new, sure=False)


def _tells_own_place(words: str) -> bool:
    if _WHERE_I_AM.search(words):
        return True
    return _OF_PLACE.search(words) is not None and any(
        "place" in each.sides or "home" in each.sides for each in read_clauses(words)
    )


def _list_of_people(
    later: Later, clauses: Sequence[Clause], index: ThingIndex
) -> Iterator[Otherwise]:
    """Yield what was told before of somebody's home, work, marriage or health."""
    for new in clauses:
        news = NEWS.search(new.text) is not None
        kinds = find_kinds(new.text)
        person = find_person(new.text, later.speaker) if kinds else ""
        if not person or not (news or kinds & _EXCLUSIVE):
            continue
        for each in index.statements:
            told = each.seq < later.seq and each.speaker and _may_tell_of(each, person)
            for old in read_clauses(each.words) if told else ():
                same = kinds & find_kinds(old.text)
                fits = same if news else same & _EXCLUSIVE
                of_them = find_person(old.text, each.speaker) == person
                if fits and of_them and not is_again(new, old):
                    yield Otherwise(0.75, each, old, new, sure=False)


def _list_measured(
    later: Later, clauses: Sequence[Clause], index: ThingIndex
) -> Iterator[Otherwise]:
    """Yield which size, rent or the like the same speaker told before, of which they tell another
    now; nothing if they told several, as of several things."""
    for new in clauses:
        for measure, amount in find_measures(new.text).items():
            told = list(_find_measured(measure, later, index))
            if len({before for _, _, before in told} - {amount}) == 1:
                each, old, _ = told[-1]
                yield Otherwise(0.5, each, old, new, sure=False)


def _find_measured(
    measure: tuple[str, ...], later: Later, index: ThingIndex
) -> Iterator[tuple[Earlier, Clause, str]]:
    """Yield where the same speaker told how much of a `measure` it was before."""
    for each in index.statements:
        if each.seq < later.seq and is_voice(each.speaker, later.speaker):
            for old in read_clauses(each.words):
                if before := find_measures(old.text).get(measure):
                    yield each, old, before


def _may_tell_of(earlier: Earlier, person: str) -> bool:
    return person in earlier.words.casefold() or fold_name(earlier.speaker) == person


# --- what is seen -------------------------------------------------------------------


def _list_seen(later: Later, clauses: Sequence[Clause], index: ThingIndex) -> Iterator[Otherwise]:
    """Yield in which state a thing was before of which something else is seen now."""
    for new in clauses:
        for thing in find_seen_things(new.text, index.names):
            if thing <= index.people or not index.is_rare(thing, OFTEN):
                continue
            for at in index.find_naming(thing):
                each = index.statements[at]
                old = _find_seen(each, thing, index) if each.seq < later.seq else None
                if old and not _sees_again(new, old, thing):
                    told = find_old(each, thing)
                    yield Otherwise(float(len(thing)), each, told, new, sure=False)


def _find_seen(earlier: Earlier, thing: frozenset[str], index: ThingIndex) -> Clause | None:
    """Return the clause of an earlier statement that tells how or where a thing is."""
    if not thing <= earlier.stems or (not earlier.speaker and _PASSING.search(earlier.words)):
        return None
    told = (each for each in read_clauses(earlier.words) if tells_standing(each.text))
    return next((e for e in told if thing in find_seen_things(e.text, index.names)), None)


def _sees_again(one: Clause, other: Clause, thing: frozenset[str]) -> bool:
    """Return whether two sights of a thing tell mostly the same of it: "The mill is silent" is
    other than "The mill is grinding", though three of four words are the same."""
    first, second = (_read_seen(each.text, thing) for each in (one, other))
    return len(first & second) >= AGAIN * max(len(first), len(second))


def _read_seen(text: str, thing: frozenset[str]) -> frozenset[str]:
    words = frozenset(find_words(text)).difference(_GRAMMAR)
    return frozenset(each for each in words if stem_word(each) not in thing)


def find_old(earlier: Earlier, things: Collection[str]) -> Clause:
    """Return the earlier clause of the thing; of a short statement all of it."""
    clauses = read_clauses(earlier.words)
    own = [each for each in clauses if not each.stems.isdisjoint(things)]
    best = max(own or clauses, key=lambda each: len(each.text))
    told = (each for each in split_sentences(earlier.words) if not is_asked(each))
    whole = " ".join(told).strip(" ,;.!—–")
    return replace(best, text=whole) if len(whole) <= _WHOLE else best


# --- what may be of the same --------------------------------------------------------


@late_dataclass(frozen=True, slots=True)
class VisitorStatements:
    """What each visitor told that a summary tells, or is about to.

    It may be of the same as what they tell later, though no rule says that anything changed: a
    rare word that both have, or the same side of their life (home, work, marriage, health), is
    all.  So nothing is replaced, and no text amended.
    """

    told: Mapping[str, Sequence[Earlier]]

    @classmethod
    def of(
        cls, statements: Iterable[Earlier], residents: Collection[str] = ()
    ) -> VisitorStatements:
        """Return `statements` by their speakers, without the `residents`.

        They talk all day: that two of their remarks have a word in common says nothing.
        """
        home = frozenset(map(fold_name, residents))
        told: dict[str, list[Earlier]] = defaultdict(list)
        for each in statements:
            if each.speaker and each.seq and fold_name(each.speaker) not in home:
                told[each.speaker].append(each)
        return cls(told)

    def find_akin(self, later: Later, index: ThingIndex) -> tuple[int, ...]:
        """Return the memories in which the speaker told what may be of the same, the nearest first.

        None of what tells the same again.
        """
        clauses = read_clauses(later.words)
        if not (later.speaker and clauses):
            return ()
        found: dict[int, float] = {}
        own = frozenset(stem_words(later.words)) - index.people - stem_name(later.speaker)
        kinds = _find_own_kinds(clauses, later.speaker)
        for each in self._list_earlier(later):
            weight = sum(1 / index.count(e) for e in own & each.stems if index.count(e) <= OFTEN)
            old = read_clauses(each.words)
            if kinds and not kinds.isdisjoint(_find_own_kinds(old, each.speaker)):
                weight += _SAME_KIND
            if weight and not any(is_again(one, other) for one in clauses for other in old):
                found[each.seq] = max(weight, found.get(each.seq, 0.0))
        return tuple(sorted(found, key=lambda seq: (-found[seq], -seq))[:_MOST_AKIN])

    def _list_earlier(self, later: Later) -> list[Earlier]:
        voices = (told for who, told in self.told.items() if is_voice(who, later.speaker))
        return [each for told in voices for each in told if each.seq < later.seq]


def _find_own_kinds(clauses: Sequence[Clause], speaker: str) -> frozenset[str]:
    """Return what clauses tell of the speaker that one has only one of."""
    own = (e for e in clauses if find_person(e.text, speaker) == fold_name(speaker))
    return frozenset(kind for each in own for kind in find_kinds(each.text))
