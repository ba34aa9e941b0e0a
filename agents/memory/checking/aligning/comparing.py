"""Contradictions in a deed: who did it to whom, to what, and whether it was done at all.

Each deed of a sentence is held against the same deed of the memories, part by part.  A part that
one of the two does not tell is no difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from agents.memory.checking.aligning.deeds import ToldDeed, list_deeds
from agents.memory.checking.reading import SELF, Statement
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.stems import stem_each, stem_word
from late.late_pattern import late_pattern

#: A deed behind which something is not so any more: each line the deed, and what it ends.
_ENDING = """
    sell: have own keep
    lose: have own keep
    give: have keep
    take: have keep
    go: have
    lack: have
    repay: owe
    pay: owe
    leave: stay
    depart: stay
    find: seek lack lose
    retire: work
    abandon: keep continue
    finish: continue
    die: live
"""
_ENDS = {
    stem_word(line.partition(":")[0].strip()): frozenset(
        map(stem_word, line.partition(":")[2].split())
    )
    for line in _ENDING.strip().splitlines()
}
#: Somebody's son is a boy.
_YOUNG = ("son boy lad", "daughter girl lass")
#: A word with a capital that is no article.
_NAME = late_pattern(r"\b(?!The\b|An?\b|My\b|Our\b|His\b|Her\b|Their\b)[A-Z][\w’']+")
#: By which a sentence tells of what was before.
_BEFORE = frozenset(("was", "were", "had", "once", "used", "until", "before", "formerly", "did"))


def find_wrong_deed(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what is wrong about a deed of the sentence; empty if nothing is."""
    if sentence.asks:
        return ""
    deeds = list_deeds(sentence)
    known = [deed for each in told if deeds and not each.asks for deed in list_deeds(each)]
    names = _find_told_apart(sentence, told) if known and deeds else frozenset[str]()
    numbers = {word.number for each in told for word in each.words if word.number is not None}
    for deed in deeds:
        same = [each for each in known if each.verb == deed.verb]
        why = _find_wrong(deed, same, known, names, numbers) if same else ""
        why = why or _find_opposite(deed, same, known, sentence.persons)
        why = why or _find_ended(sentence, deed, known)
        if why:
            return why
    return ""


def _find_told_apart(sentence: Statement, told: Sequence[Statement]) -> frozenset[str]:
    """Return all that is no other word for somebody of the memories: whom they name
    themselves, and whom the sentence calls by a name."""
    named = {word.casefold() for word in _NAME.findall(sentence.text)}
    stems = {stem_word(each) for each in named}
    content = {each for one in told for each in (*one.content, one.speaker)}
    return frozenset({SELF, *content, *named, *stems})


def _find_wrong(
    deed: ToldDeed,
    same: Sequence[ToldDeed],
    known: Sequence[ToldDeed],
    names: Collection[str],
    numbers: Collection[float],
) -> str:
    fitting = [each for each in same if not _list_clashes(deed, each)]
    if fitting:
        return _find_denied(deed, fitting)
    for each in same:
        if _is_turned(deed, each):
            return f"who did it to whom is turned round: {deed.word}"
    return _find_other(deed, same, known, names, numbers)


def _find_other(
    deed: ToldDeed,
    same: Sequence[ToldDeed],
    known: Sequence[ToldDeed],
    names: Collection[str],
    numbers: Collection[float],
) -> str:
    """Return that a part of a deed is told of another deed in the memories."""
    for each in same:
        clashes = _list_clashes(deed, each)
        if len(clashes) > 1 or not _count_shared(deed, each) or deed.unsure or each.unsure:
            continue
        if deed.denied or each.denied:
            continue
        # "The smith did it" is no other doer than Ada, unless both are told of.
        apart = deed.doer in names
        if clashes == ["doer"] and apart and deed.thing and deed.thing == each.thing:
            return f"somebody else did it: {deed.word}"
        if clashes == ["when"] and any(one.when == deed.when for one in known):
            return f"{deed.word} is of another day"
        if clashes == ["count"] and deed.count in numbers:
            return f"{deed.count:g} is of something else: {deed.word}"
    return ""


def _find_denied(deed: ToldDeed, fitting: Sequence[ToldDeed]) -> str:
    best = max(fitting, key=lambda each: _count_shared(deed, each))
    shared = _count_shared(deed, best)
    if not shared or deed.unsure or best.unsure:
        return ""
    plain = best if deed.denied else deed
    if deed.denied != best.denied and plain.is_near_denial:
        return ""  # "last winter it froze, this winter not once"
    if best.is_over and not deed.is_over and not deed.is_past and not deed.denied:
        return f"it is over: {deed.word}"
    if any(each.denied == deed.denied and _count_shared(deed, each) == shared for each in fitting):
        return ""
    return f"it says the opposite of the memory: {deed.word}"


def _find_opposite(
    deed: ToldDeed, same: Sequence[ToldDeed], known: Sequence[ToldDeed], people: Collection[str]
) -> str:
    if deed.unsure or not deed.doer or same:
        return ""
    for each in known:
        if not are_opposites(deed.verb, each.verb) or each.unsure or each.doer != deed.doer:
            continue
        if deed.is_state and deed.doer not in people:
            continue  # one knee is bad, the other is not
        if deed.thing == each.thing and deed.denied == each.denied and deed.to == each.to:
            return f"it says the opposite of the memory: {deed.word}"
    return ""


def _find_ended(sentence: Statement, deed: ToldDeed, known: Sequence[ToldDeed]) -> str:
    if deed.denied or deed.unsure or deed.is_past or _BEFORE & sentence.texts:
        return ""
    for each in known:
        if deed.verb not in _ENDS.get(each.verb, ()) or each.denied or each.unsure:
            continue
        alike = (deed.thing and deed.thing == each.thing) or (deed.to and deed.to == each.to)
        loser = each.origin or each.doer or deed.doer
        if deed.doer and alike and deed.doer == loser:
            return f"it is over: {deed.word}"
    return ""


def _list_clashes(one: ToldDeed, other: ToldDeed) -> list[str]:
    """Return in which parts two deeds differ, as far as both tell them."""
    clashes = [name for name, a, b in _pair_parts(one, other) if _differ(a, b)]
    if one.when and other.when and one.when != other.when:
        clashes.append("when")
    counted = one.count is not None is not other.count
    return [*clashes, "count"] if counted and one.count != other.count else clashes


def _count_shared(one: ToldDeed, other: ToldDeed) -> int:
    return sum(bool(a and b) and not _differ(a, b) for _, a, b in _pair_parts(one, other))


def _differ(one: str, other: str) -> bool:
    if not one or not other or one == other:
        return False
    return not any({one, other} <= stem_each(each) for each in _YOUNG)


def _pair_parts(one: ToldDeed, other: ToldDeed) -> Iterator[tuple[str, str, str]]:
    shared = (one.is_shared or other.is_shared) and one.doer != other.doer
    yield "doer", "" if shared else one.doer, other.doer
    yield "thing", one.thing, other.thing
    yield "to", one.to, other.to


def _is_turned(one: ToldDeed, other: ToldDeed) -> bool:
    # Who got it did not give it: "I sold him the hen" where he sold it to me.
    got = one.doer and one.to and one.doer == other.to and one.thing == other.thing != ""
    if got and other.doer != other.to:  # whoever gave it to themselves was misread
        return True
    swapped = one.thing == other.to and one.to == other.thing and one.thing and one.to
    if swapped and one.doer == other.doer and one.thing != one.to and not one.is_passive:
        return not other.is_passive
    for a, b in ((one.thing, other.thing), (one.to, other.to)):
        if one.doer and a and one.doer == b and other.doer == a != one.doer:
            return True
    return False
