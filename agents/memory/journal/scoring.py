"""Score the facts of a journal again and merge duplicates, while an agent sleeps.

Both functions are pure.  `rescore_facts` comes first, because it needs the duplicates, then
`consolidate_facts`.  What they return may be given to them again: trust and fading are bounds, so
an agent that sleeps often forgets no faster, and only a new telling on another day raises an
importance once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta

from agents.memory.core.facts import Fact
from agents.memory.journal.similarity import Gist, pair_candidates
from agents.memory.journal.trust import CLAIM_TRUST, is_planted, rate_hearsay
from late.late_dataclass import late_dataclass

#: Facts of at most this importance fade if nothing refers to them …
TRIVIAL = 4
#: … to at most this once they are so old.
FADING = ((timedelta(days=7), 3), (timedelta(days=30), 2), (timedelta(days=90), 1))

#: What the agent's own experience, or another witness, adds to the trust in hearsay.
BORNE_OUT, SECONDED, CONTRADICTED, OUTDATED = 0.3, 0.1, -0.2, -0.1
#: Hearsay is never trusted as much as what was seen.
MOST_HEARD, LEAST = 0.8, 0.05
MOST_SECONDED = 0.6


@late_dataclass
class _Weight:
    """The circumstances for and against one fact."""

    days: set[str] = field(default_factory=set)
    witnesses: set[str] = field(default_factory=set)
    borne_out: bool = False
    contradicted: bool = False
    outdated: bool = False


def rescore_facts(facts: Sequence[Fact], now: datetime) -> list[Fact]:
    """Return the same facts in the same order, with importance and trust as they are at `now`.

    A fact told by the same speaker on several days gains one (two days) or two (four) in
    importance.  A trivial fact, told once and old, fades.  Hearsay that own experience bears out is
    trusted more, but keeps its label; hearsay that it contradicts is trusted less.  Orders and
    claims to authority gain nothing by being repeated.
    """
    weights = _weigh_facts(facts)
    return [_rescore_fact(fact, weight, now) for fact, weight in zip(facts, weights, strict=True)]


def _weigh_facts(facts: Sequence[Fact]) -> list[_Weight]:
    gists = [Gist.of(each) for each in facts]
    weights = [_Weight({_format_day(each)}, {each.speaker}) for each in facts]
    for one, other in pair_candidates(gists):
        if gists[one].is_same(gists[other]):
            once_more = _can_merge(facts[one], facts[other], gists, one, other)
            _add_telling(facts, weights, one, other, once_more)
        elif gists[one].contradicts(gists[other]):
            _add_contradiction(facts, weights, one, other)
    for claim, fact in _pair_witnesses(facts, gists):
        if gists[fact].bears_out(gists[claim]):
            weights[claim].borne_out = True
    return weights


def _add_telling(
    facts: Sequence[Fact], weights: list[_Weight], one: int, other: int, once_more: bool
) -> None:
    for at, by in ((one, other), (other, one)):
        if once_more:
            weights[at].days.add(_format_day(facts[by]))
        if facts[by].source == "heard":
            weights[at].witnesses.add(facts[by].speaker)


def _add_contradiction(facts: Sequence[Fact], weights: list[_Weight], one: int, other: int) -> None:
    for at, by in ((one, other), (other, one)):
        if facts[at].source == "heard":
            weights[at].contradicted |= facts[by].source in ("own", "seen")
            weights[at].outdated |= facts[by].source == "heard" and facts[by].at > facts[at].at


def _pair_witnesses(facts: Sequence[Fact], gists: Sequence[Gist]) -> Iterator[tuple[int, int]]:
    """Yield each heard fact with the experiences that have its rarest word."""
    having: dict[str, list[int]] = defaultdict(list)
    for at, fact in enumerate(facts):
        if fact.source in ("own", "seen") and not _is_only_words(fact):
            for word in gists[at].words:
                having[word].append(at)
    for at, fact in enumerate(facts):
        if fact.source == "heard" and gists[at].words:
            rarest = min(gists[at].words, key=lambda word: (len(having[word]), word))
            yield from ((at, by) for by in having[rarest])


def _is_only_words(fact: Fact) -> bool:
    """Return whether the agent only said, thought, wrote, read or tried it."""
    return fact.text.startswith(
        ("I said", "I thought", "I wrote down", "I saw this shown", "I tried to do this")
    )


def _rescore_fact(fact: Fact, weight: _Weight, now: datetime) -> Fact:
    planted = is_planted(fact.text) or fact.trust <= CLAIM_TRUST
    importance = fact.importance
    if not (planted and fact.source == "heard"):
        importance += (len(weight.days) > 1) + (len(weight.days) > 3)
    if importance <= TRIVIAL and len(fact.seqs) == len(weight.days) == 1:
        importance = min([importance, *(most for age, most in FADING if now - fact.at > age)])
    trust = _rate_trust(fact, weight, planted) if fact.source == "heard" else fact.trust
    return replace(fact, importance=max(1, min(10, importance)), trust=trust)


def _rate_trust(fact: Fact, weight: _Weight, planted: bool) -> float:
    """Return the trust in hearsay. Each circumstance is a bound on it, so that none adds up."""
    usual = min(rate_hearsay(fact.text), fact.trust if planted else 1.0)
    trust = fact.trust
    if len(weight.witnesses) > 1 and not planted:
        trust = max(trust, min(MOST_SECONDED, usual + SECONDED))
    if weight.borne_out:
        trust = max(trust, min(MOST_HEARD, usual + BORNE_OUT))
    if weight.contradicted:
        trust = min(trust, usual + CONTRADICTED)
    elif weight.outdated:
        trust = min(trust, usual + OUTDATED)
    return round(max(LEAST, trust), 2)


def _format_day(fact: Fact) -> str:
    return fact.at.date().isoformat()


def weigh_again(facts: Sequence[Fact], now: datetime) -> list[Fact]:
    """Return `facts` rescored and with duplicates merged."""
    return consolidate_facts(rescore_facts(facts, now))


# --- duplicates ---------------------------------------------------------------------


def consolidate_facts(facts: Sequence[Fact]) -> list[Fact]:
    """Return `facts` with duplicates merged, in the order of their first telling.

    A merged fact has all their memory numbers and the newest wording.  What several people said
    stays a fact of each.  Hearsay is merged with own experience only where an own deed or sight
    tells all of it; then that fact's wording and label stand.
    """
    gists = [Gist.of(each) for each in facts]
    group = list(range(len(facts)))
    for one, other in pair_candidates(gists):
        if gists[one].is_same(gists[other]) and _can_merge(
            facts[one], facts[other], gists, one, other
        ):
            _join_groups(group, one, other)
    members: dict[int, list[Fact]] = defaultdict(list)
    for at, fact in enumerate(facts):
        members[_find_root(group, at)].append(fact)
    return [merged for each in members.values() for merged in _merge_by_label(each)]


def _can_merge(one: Fact, other: Fact, gists: Sequence[Gist], a: int, b: int) -> bool:
    if one.source == "heard" and other.source == "heard":
        return one.speaker.casefold() == other.speaker.casefold()
    if one.source == "heard":
        return not _is_only_words(other) and gists[b].bears_out(gists[a])
    if other.source == "heard":
        return not _is_only_words(one) and gists[a].bears_out(gists[b])
    return True


def _merge_by_label(group: Sequence[Fact]) -> Iterator[Fact]:
    """Yield one fact; or, if experience bears none of it out, one for each speaker."""
    known = [each for each in group if each.source != "heard"]
    if known:
        yield _merge_group(group, known)
        return
    speakers = dict.fromkeys(each.speaker.casefold() for each in group)
    for speaker in speakers:
        theirs = [each for each in group if each.speaker.casefold() == speaker]
        yield _merge_group(theirs, theirs)


_RANK = {"own": 0, "seen": 1, "heard": 2, "recalled": 3}


def _merge_group(group: Sequence[Fact], worded: Sequence[Fact]) -> Fact:
    """Return one fact of all in `group`, worded and labelled as in `worded`."""
    if len(group) == 1:
        return group[0]
    newest = max(worded, key=lambda each: (each.at, each.seqs))
    label = min(worded, key=lambda each: _RANK[each.source])
    return replace(
        newest,
        importance=max(each.importance for each in group),
        source=label.source,
        speaker=label.speaker,
        trust=max(each.trust for each in worded),
        seqs=tuple(sorted({seq for each in group for seq in each.seqs})),
        people=_join_values(each.people for each in group),
        tags=_join_values(each.tags for each in group),
    )


def _join_values(many: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for values in many for each in values))


def _find_root(group: list[int], at: int) -> int:
    while group[at] != at:
        group[at] = group[group[at]]
        at = group[at]
    return at


def _join_groups(group: list[int], one: int, other: int) -> None:
    first, second = sorted((_find_root(group, one), _find_root(group, other)))
    group[second] = first
