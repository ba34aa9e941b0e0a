"""Chooses which memories may bear out what a sentence says of somebody.

What June is said to have said rests on what June said, did or took over by her answer; what the
agent said and did rests on its own memories.  What was seen may name the things that are spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.memory.checking.aligning.deeds import list_deeds
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.checking.relating.durations import list_other_units
from agents.memory.checking.telling.reported import (
    ToldReport,
    adopts,
    list_report_content,
    list_reports,
    list_voices,
)
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import COORDINATORS

#: Deeds by which the sentence only tells of the rest: everybody hears and tells something.
_FRAMING = "hear notice see watch observe tell say ask answer think know remember learn"


def measure_borne_out(sentence: Statement, told: Sequence[Statement]) -> float:
    """Return the part of the content of a sentence that its memories tell, 0 to 1.

    Words that it reports of somebody count only where that one may have said them; 0 if nothing of
    a report is theirs, or a deed is told of others alone.
    """
    if not sentence.content or _is_deed_of_others(sentence, told):
        return 0.0
    reported, borne_out = set[str](), set[str]()
    reports = list_reports(sentence)
    voices = [*(each for each in told if each.speaker), *(list_voices(told) if reports else ())]
    for report in reports:
        about = list_report_content(_cut_behind(report.words))
        if report.is_of_others or not about:
            continue
        own = list_own_content(report.speaker, told)
        if own.isdisjoint(about) and any(about & each.stems for each in voices):
            return 0.0
        reported |= about
        borne_out |= about & (own | _list_seen(report.speaker, told))
    everything = frozenset(part for each in told for part in each.content)
    content = sentence.content - (list_other_units(sentence, told) - everything)
    grounded = (everything - (reported - borne_out)) & content
    return len(grounded) / len(content) if content else 1.0


def _cut_behind(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words of a report without what another does, told behind it: "…, and Ada left"."""
    for at, word in enumerate(words[:-1]):
        joins = word.is_mark or word.text in COORDINATORS
        if joins and words[at + 1].person and list_report_content(words[:at]):
            return words[:at]
    return words


def _list_infinite(words: Sequence[Word]) -> frozenset[str]:
    """Return the verbs whose doer may be somebody else than the one before them: "to go"."""
    behind = {other.text for one, other in pairwise(words) if one.text == "to"}
    return frozenset(behind | {each.text for each in words if each.text.endswith("ing")})


def list_own_content(speaker: str, told: Sequence[Statement]) -> frozenset[str]:
    """Return what somebody said, did, or took over from what was said to them."""
    mine = [each for each in told if _is_theirs(each, speaker, told)]
    own = [list_report_content(each.words) for each in mine]
    own += [list_report_content(e.words) for e in told if any(adopts(one, e) for one in mine)]
    own += [report.content for each in told for report in _list_reports_of(speaker, each)]
    return frozenset[str]().union(*own)


def _is_theirs(statement: Statement, speaker: str, told: Sequence[Statement]) -> bool:
    if statement.speaker:
        return statement.speaker == speaker or (
            statement.speaker == SELF and not _is_known(speaker, told)
        )
    return speaker == SELF or speaker in statement.persons


def _is_known(speaker: str, told: Sequence[Statement]) -> bool:
    """Return whether a memory names somebody; a name that none has may be the agent's own."""
    return speaker == SELF or any(speaker in each.persons for each in told)


def _list_reports_of(speaker: str, statement: Statement) -> list[ToldReport]:
    return [each for each in list_reports(statement) if each.speaker == speaker]


def _list_seen(speaker: str, told: Sequence[Statement]) -> frozenset[str]:
    """Return what was seen or done, without the words of others that it reports."""
    seen = [
        list_report_content(each.words)
        for each in told
        if not each.speaker and all(one.speaker == speaker for one in list_reports(each))
    ]
    return frozenset[str]().union(*seen)


def _is_deed_of_others(sentence: Statement, told: Sequence[Statement]) -> bool:
    """Return whether all memories of a deed of the sentence tell it of others."""
    deeds = list_deeds(sentence)
    known = [deed for each in told for deed in list_deeds(each)] if deeds else []
    framing = {each.word for each in deeds if stem_word(each.word) in stem_each(_FRAMING)}
    infinite = _list_infinite(sentence.words)
    persons = frozenset[str]().union(*(each.persons for each in told))
    for deed in deeds:
        if (
            (deed.is_shared and deed.doer == SELF)
            or deed.is_state
            or deed.word in infinite | framing
        ):
            continue
        if deed.doer not in sentence.persons:
            continue
        same = [each for each in known if each.verb == deed.verb]
        others = persons - {deed.doer, SOMEBODY}
        if same and all(each.doer in others and not each.is_shared for each in same):
            return True
    return False
