"""Read who does what to whom: the deeds of a statement, each with its doer, its thing and the rest.

A deed is a common verb that stands where a verb stands.  What cannot be told is left empty: that
is no difference from anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from agents.memory.checking.aligning.verb_places import (
    CLAUSE_BREAKS,
    THEIR_OWN,
    begins_thing,
    cut_pronoun,
    ends_state,
    is_passive,
    is_past_form,
    is_verb,
    name_verb,
    stands_beside,
)
from agents.memory.checking.claims import find_negative
from agents.memory.checking.cues import CONDITIONS, DOUBT, THINKING
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word, stem_any
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import (
    BEING,
    COORDINATORS,
    HAVING,
    NEGATIONS,
    PREPOSITIONS,
    QUESTION_WORDS,
    THIRD_PERSON,
)
from late.late_dataclass import late_dataclass

_STATING = frozenset((*BEING, "isn't", "wasn't", "aren't", "weren't", "i'm", "seems", "looks"))
_NOBODY = frozenset(("nobody", "none", "nothing", "neither", "nor"))
#: Verbs by which what follows was not done.
_UNDOING = (
    "deny refuse fail forget decline avoid stop cease quit abandon forbid prevent doubt neglect"
)
#: Verbs that tell of what follows that it was done; denied, that it was not.
_DARING = "dare manage bother deign happen learn begin"
#: What has its own doer behind it: "asked Ada to lend".
_OF_OTHERS = "ask tell let help see hear watch want make order allow warn teach invite"
#: What is done to somebody, even where the thing is not told.
_TO_SOMEBODY = "tell ask give show pay lend owe answer promise warn invite"
#: When something is done, not what.
_MOMENTS = """
    day week month year morning evening night afternoon time hour minute moment today tomorrow
    yesterday tonight
"""
#: So much of what is named behind them.
_MEASURES = """
    sack peck cup pair part half most some piece bit lot load bag basket jar bottle loaf bucket
    barrel handful bunch slice pound pint row
"""
#: Words behind a verb among which the number of its thing is looked for.
_REACH = 5
#: What is denied with one of these is so at another time.
_UNDER_CONDITION = CONDITIONS | {"until", "till"}
#: What is denied from then on was so before: "not since the fair".
_FROM_THEN = frozenset(("since", "ever"))
#: Where a statement keeps its deeds, as its cached properties are kept.
_DEEDS = "deeds"
#: What would have been, or nearly was, was not.
_UNREAL = frozenset(("nearly", "almost"))
#: One deed, told by whoever gets the thing: "borrow from" is "lend to".
_TURNED = {"get": "give", "borrow": "lend", "buy": "sell", "learn": "teach", "hear": "tell"}


@late_dataclass(frozen=True, slots=True)
class ToldDeed:
    """One deed of a statement; who and what are persons or stems of nouns, empty if not known."""

    verb: str
    """The stem that stands for all verbs of the same deed."""
    word: str = ""
    """The verb as it is written."""
    doer: str = ""
    thing: str = ""
    to: str = ""
    origin: str = ""
    denied: bool = False
    unsure: bool = False
    is_over: bool = False
    """Whether it is told as what used to be."""
    when: str = ""
    """The day, and its number."""
    is_past: bool = False
    is_shared: bool = False
    """Whether the doer was not alone: "we"."""
    is_near_denial: bool = False
    """Whether the statement denies something besides."""
    is_state: bool = False
    is_passive: bool = False
    count: float | None = None
    """How many of the thing."""


def list_deeds(statement: Statement) -> Sequence[ToldDeed]:
    """Return the deeds of a statement, in their order."""
    kept = vars(statement)  # several rules ask for them
    if _DEEDS not in kept:
        kept[_DEEDS] = _Reader(statement).read()
    deeds: Sequence[ToldDeed] = kept[_DEEDS]
    return deeds


class _Reader:
    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._words = statement.words
        self._verbs = [at for at in range(len(self._words)) if is_verb(self._words, at)]
        self._doers: dict[int, str] = {}
        self._denied: dict[int, bool] = {}

    def read(self) -> list[ToldDeed]:
        deeds = []
        for order, at in enumerate(self._verbs):
            before = self._verbs[order - 1] if order else None
            deed = self._read_deed(at, before)
            self._doers[at], self._denied[at] = deed.doer, deed.denied
            if stem_word(self._words[at].text) not in stem_each(_UNDOING):
                deeds.append(_turn(deed))
        found = [*deeds, *self._read_having(), *self._read_states()]
        return [_own_denials(each, found) for each in found]

    def _read_having(self) -> Iterator[ToldDeed]:
        """Yield what somebody has."""
        for at, word in enumerate(self._words):
            if word.text not in HAVING:
                continue
            verb = next((each for each in self._verbs if each > at), len(self._words))
            if all(map(stands_beside, self._words[at + 1 : verb])):
                continue
            things, _ = self._find_things(at)
            doer = self._name_before(at - 1 if at and stands_beside(self._words[at - 1]) else at)
            behind = self._words[at + 1].text if at + 1 < len(self._words) else ""
            if things and doer:
                past, denied, unsure = word.text == "had", behind == "no", self._is_unsure(at, at)
                yield ToldDeed(
                    "have", word.text, doer, things[0], "", "", denied, unsure, is_past=past
                )

    def _read_states(self) -> Iterator[ToldDeed]:
        """Yield what somebody or something is: "the gate is shut"."""
        words = self._words
        for at, word in enumerate(words):
            if word.text not in _STATING or at + 1 == len(words):
                continue
            stop = at + 1
            while stop < len(words) and not ends_state(words[stop]):
                stop += 1
            behind = words[at + 1 : stop]
            if any(at < each <= stop for each in self._verbs):
                continue  # "is mending", "was mended": a deed
            said = [stem_any(each) for each in behind if not each.person]
            state = next((each for each in reversed(said) if each), "")
            denials = sum(e.text in NEGATIONS or e.text.endswith("n't") for e in [word, *behind])
            if state:
                doer = self._name_before(at)
                unsure = self._is_unsure(at, at) or not doer
                yield ToldDeed(
                    state, state, doer, denied=denials % 2 == 1, unsure=unsure, is_state=True
                )

    def _read_deed(self, at: int, before: int | None) -> ToldDeed:
        words = self._words
        start, beside = at, list[str]()
        while start and stands_beside(words[start - 1]):
            start -= 1
            beside.append(words[start].text)
        infinitive = "to" in beside and "used" not in beside
        doer = self._find_doer(at, start, before, infinitive=infinitive)
        things, at_whom = self._find_things(at)
        deed = ToldDeed(
            name_verb(words, at),
            words[at].text,
            doer,
            things[-1] if things else "",
            at_whom.get("to", things[0] if len(things) > 1 else ""),
            at_whom.get("from", ""),
            self._is_denied(at, start, beside, before),
            (infinitive and not self._is_dared(at, before)) or self._is_unsure(at, start),
            is_over="used" in beside,
            is_near_denial=bool(find_negative(self._statement) - {stem_word(words[at].text)}),
            when=self._find_when(at),
            is_past=is_past_form(words[at]),
            is_shared=bool(start) and _is_shared(words, start - 1),
            count=_find_count(words[at + 1 : at + 1 + _REACH]),
        )
        deed = self._judge_denial(deed, words[at], beside)
        deed = self._find_hearer(deed, at, things)
        return _suffer(deed, at_whom.get("by", "")) if is_passive(words[at], beside) else deed

    def _find_hearer(self, deed: ToldDeed, at: int, things: Sequence[str]) -> ToldDeed:
        """Return a deed with the person to whom it is done, where no other thing is told."""
        if len(things) != 1 or deed.verb not in stem_each(_TO_SOMEBODY) or deed.to:
            return deed
        named = any(each.person == things[0] and not each.owns for each in self._words[at:])
        return replace(deed, thing="", to=things[0]) if named else deed

    def _find_doer(self, at: int, start: int, before: int | None, *, infinitive: bool) -> str:
        words = self._words
        if not start or (words[start - 1].is_mark and words[start - 1].text != ","):
            # "Sold all my eggs today." has no doer, nor has what somebody bids.
            return self._statement.speaker if is_past_form(words[at]) else ""
        word = words[start - 1]
        # "Earns his bread hauling sacks": the deed of whoever earns.
        beside = not infinitive and words[at].text.endswith("ing") and start == at
        if before is not None and ((beside and word.stem) or before == start - 1):
            return self._doers[before]
        follows = (
            infinitive or word.text in CLAUSE_BREAKS or word.text == "," or before == start - 1
        )
        if before is not None and follows:
            own = infinitive and stem_word(words[before].text) in stem_each(_OF_OTHERS)
            between = [each for each in words[before + 1 : start] if each.person or each.stem]
            if own and between:
                return between[-1].person or between[-1].stem
            if word.text not in QUESTION_WORDS and word.text not in ("that", "because", "when"):
                return self._doers[before]
        name = self._name_before(start)
        named = any(each.person and not each.owns for each in words[:start])
        if name or named or before is None or cut_pronoun(word) not in ("he", "she"):
            return name
        return self._doers[before]  # "my boy can read, but he cannot write"

    def _name_before(self, stop: int) -> str:
        """Return whom or what the words before `stop` name, beyond what a preposition joins."""
        words, at = self._words, stop - 1
        while at >= 0 and (words[at].text in QUESTION_WORDS or words[at].text == ","):
            if words[at].text == "who" and at and at - 1 in self._verbs:
                return ""  # "found out who did it"
            at -= 1
        if at < 0 or words[at].is_mark or words[at].text in CLAUSE_BREAKS:
            return ""
        first = at
        while first and not begins_thing(words, first):
            first -= 1
        if first and words[first - 1].text in PREPOSITIONS:
            return self._name_before(first - 1)
        if cut_pronoun(words[at]) in THIRD_PERSON:
            return self._stands_for(at)
        return words[at].person or words[at].stem

    def _stands_for(self, at: int) -> str:
        named = {
            each.person
            for each in self._words[:at]
            if each.person not in ("", SELF, SOMEBODY, self._statement.speaker) and not each.owns
        }
        single = cut_pronoun(self._words[at]) in ("he", "she", "him", "her")
        return named.pop() if single and len(named) == 1 else ""

    def _find_things(self, at: int) -> tuple[list[str], dict[str, str]]:
        """Return what stands behind a verb by itself, and what behind which preposition."""
        things, joined = list[str](), dict[str, str]()
        words, preposition, head = self._words, "", ""
        for n in range(at + 1, len(words) + 1):
            word = words[n] if n < len(words) else None
            ends = word is None or word.is_mark or word.text in CLAUSE_BREAKS or n in self._verbs
            new = word is not None and (word.text in PREPOSITIONS or begins_thing(words, n))
            measured = word is not None and word.text == "of" and head in stem_each(_MEASURES)
            if (ends or new) and head and not measured:
                if preposition:
                    joined.setdefault(preposition, head)
                else:
                    things.append(head)
                head = ""
            if word is None or ends:
                break
            if measured:
                continue
            if word.text in PREPOSITIONS:
                preposition = word.text
            elif word.person and not word.owns:
                head = "" if word.person == SOMEBODY else word.person
            elif word.text in THIRD_PERSON and word.text not in THEIR_OWN:
                head = self._stands_for(n)
            elif word.stem and word.stem not in stem_each(_MOMENTS):
                head = word.stem
        return things, joined

    def _find_when(self, at: int) -> str:
        """Return the one day that is named behind a verb and before the next."""
        stop = next((each for each in self._verbs if each > at), len(self._words))
        behind = self._words[at + 1 : stop]
        days = [n for n, each in enumerate(behind) if each.day]
        if len(days) != 1:
            return ""
        near = [each for each in behind[max(0, days[0] - 2) : days[0] + 2] if each.number]
        return " ".join([behind[days[0]].day, *(f"{each.number:g}" for each in near)])

    def _judge_denial(self, deed: ToldDeed, verb: Word, beside: Sequence[str]) -> ToldDeed:
        """Return a deed, sure where it would have been, and unsure where it was not since then."""
        if deed.denied and not _FROM_THEN.isdisjoint(self._statement.texts):
            return replace(deed, unsure=True)
        return replace(deed, unsure=False) if _is_unreal(verb, beside) else deed

    def _is_dared(self, at: int, before: int | None) -> bool:
        """Return whether a deed follows one by which it is told as done, or as not done."""
        if before is None or stem_word(self._words[before].text) not in stem_each(_DARING):
            return False
        between = self._words[before + 1 : at]
        return not any(each.is_mark or each.text in COORDINATORS for each in between)

    def _is_unsure(self, at: int, start: int) -> bool:
        """Return whether the clause of a deed doubts it, or only thinks of it."""
        words, first = self._words, start
        if not _UNDER_CONDITION.isdisjoint(self._statement.texts):
            return True
        while first and not words[first - 1].is_mark and words[first - 1].text not in COORDINATORS:
            first -= 1
        texts = {each.text for each in words[first:at]} | {e.text for e in words[at + 1 : at + 3]}
        return bool(texts & (DOUBT | THINKING)) and not {"would", "have"} <= texts

    def _is_denied(self, at: int, start: int, beside: Sequence[str], before: int | None) -> bool:
        words = self._words
        denials = sum(each in NEGATIONS or each.endswith("n't") for each in beside)
        denials += bool(_UNREAL & set(beside)) or _is_unreal(words[at], beside)
        denials += bool(start) and words[start - 1].text in _NOBODY
        near = [each.text for each in words[at + 1 : at + 4]]
        denials += bool(near) and (near[0] in ("no", "nothing", "nobody") or "neither" in near[:1])
        if before is not None:
            between = words[before + 1 : start]
            joined = not any(each.is_mark or each.text in COORDINATORS for each in between)
            stem, denied = stem_word(words[before].text), self._denied[before]
            undone = stem in stem_each(_UNDOING) and not denied
            denials += joined and (undone or (stem in stem_each(_DARING) and denied))
        return denials % 2 == 1


def _suffer(deed: ToldDeed, doer: str) -> ToldDeed:
    """Return a deed that was read as if its subject had done it, as one that was done to it."""
    return replace(deed, doer=doer, thing=deed.doer, to=deed.to or deed.thing, is_passive=True)


def _is_unreal(word: Word, beside: Sequence[str]) -> bool:
    """Return whether a deed would have been done: "would have come", "I'd have come"."""
    would = any(each in ("would", "could") for each in beside)
    return would and "have" in beside and word.text != "have"


def _find_count(behind: Sequence[Word]) -> float | None:
    """Return how many of the thing behind a verb there are: the number right before a noun."""
    for one, other in pairwise(behind):
        if one.is_mark or one.text in PREPOSITIONS:
            return None
        if one.number is not None:
            return one.number if other.stem else None
    return None


def _own_denials(deed: ToldDeed, found: Sequence[ToldDeed]) -> ToldDeed:
    """Return a deed; what is denied of another one is not near to be denied of it."""
    others = any(each.denied for each in found if each is not deed)
    return replace(deed, is_near_denial=False) if others and deed.is_near_denial else deed


def _is_shared(words: Sequence[Word], at: int) -> bool:
    """Return whether whoever is named at `at` is not alone: "we", "Bo and Ada"."""
    if words[at].text.partition("'")[0] in ("we", "they"):
        return True
    joined = at > 1 and words[at - 1].text == "and"
    return joined and bool(words[at].person and words[at - 2].person)


def _turn(deed: ToldDeed) -> ToldDeed:
    """Return a deed as whoever gives would tell it."""
    if deed.verb in _TURNED and deed.origin:
        return replace(deed, verb=_TURNED[deed.verb], doer=deed.origin, to=deed.doer, origin="")
    if deed.verb in ("borrow", "buy", "learn"):
        return replace(deed, verb=_TURNED[deed.verb], doer="", to=deed.doer)
    return deed
