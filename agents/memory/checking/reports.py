"""Contradictions in who said, asked, thought or promised what: "June says that …"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.memory.checking.aligning.deeds import list_deeds
from agents.memory.checking.claims import find_negative, list_denied
from agents.memory.checking.reading import SELF, SOMEBODY, Statement
from agents.memory.checking.telling.reported import (
    ToldReport,
    adopts,
    list_report_content,
    list_reports,
    list_voices,
)
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import DENYING

#: How much more of the words somebody else must have said.
_CLEARLY = 0.5
#: How much of them somebody else must have said.
_MOST = 0.6
_NO = frozenset(("no", "none", "never", "not", "nay", "nope"))
_SO_FAR = frozenset(("since", "until", "till", "except", "unless", "before"))
_BIDDING = frozenset(("told", "tells", "asked", "asks", "wants", "wanted", "bade", "ordered"))
_AGREEING = frozenset(("agree", "agrees", "agreed", "both", "alike"))
_DISAGREEING = frozenset(("disagree", "differ", "but", "denied", "denies", "refused", "refuses"))
_NONSENSE = frozenset(("nonsense", "rubbish", "rot", "lies", "untrue", "poppycock"))
_PROMISING = "promise vow swear"
_ASKING = "ask wonder inquire enquire"


def find_wrong_report(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that somebody else said what the sentence reports; empty if nobody did."""
    reports = list_reports(sentence)
    told = [*told, *list_voices(told)] if reports else told
    for report in reports:
        about = report.content
        if len(about) < _count_needed(report) or report.is_of_others:
            continue
        mine = [each for each in told if each.speaker == report.speaker]
        if not mine and report.speaker != SELF and _may_have_said(report.speaker, told):
            continue
        if not mine and report.speaker != SELF and _is_told_by_others(report, told):
            return "somebody else said it"
        best = max((_share(about, each) for each in mine), default=0.0)
        for at, each in enumerate(told):
            rated = _share(about, each) if _is_others(each, report) else 0.0
            asks = stem_word(report.verb) in stem_each(_ASKING)  # an answer has not asked it
            adopted = not asks and any(adopts(one, each) for one in told[at + 1 :] if one in mine)
            if rated >= _MOST and rated - best >= _CLEARLY and not adopted:
                return "somebody else said it"
    return ""


def _may_have_said(person: str, told: Sequence[Statement]) -> bool:
    """Return whether somebody tells what the person said, or the name may be the agent's own."""
    return any(person in each.persons or each.speaker == SELF for each in told)


def _is_others(statement: Statement, report: ToldReport) -> bool:
    asked = statement.asks and stem_word(report.verb) in stem_each(_PROMISING)
    return statement.speaker not in ("", report.speaker) and not asked


def _is_told_by_others(report: ToldReport, told: Sequence[Statement]) -> bool:
    """Return whether all that is told are words of others, and some of the report is there."""
    about = report.content
    others = all(_is_others(each, report) for each in told)
    return others and any(_share(about, each) for each in told)


def _count_needed(report: ToldReport) -> int:
    """Return of how many words it can be told whose they are: a promise may answer anything."""
    return 2 if stem_word(report.verb) in stem_each(_PROMISING) else 1


def find_denied_promise(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that somebody promised nothing by their own words; empty if that is not so."""
    for report in list_reports(sentence):
        if stem_word(report.verb) not in stem_each(_PROMISING) or list_denied(sentence.words):
            continue
        own = [each for each in told if each.speaker == report.speaker]
        if any(_refuses(each) for each in own):
            return "no promise was made"
        if any(_promises(each) for each in told if each not in own) and not any(
            map(_may_promise, own)
        ):
            return "somebody else promised it"
    return ""


def list_promises(sentence: Statement) -> list[tuple[str, frozenset[str]]]:
    """Return everybody of whom the sentence tells that they promised something, with the content
    of it."""
    return [
        (each.speaker, each.content)
        for each in list_reports(sentence)
        if stem_word(each.verb) in stem_each(_PROMISING) and not list_denied(each.words)
    ]


def _promises(statement: Statement) -> bool:
    """Return whether the speaker promises in so many words: "I swear"."""
    words = statement.words
    return any(
        stem_word(verb.text) in stem_each(_PROMISING) and who.person == statement.speaker != ""
        for who, verb in pairwise(words)
    )


def _may_promise(statement: Statement) -> bool:
    """Return whether what is said may be a promise: all but a question or an order."""
    return any(each.person == statement.speaker for each in statement.words)


def _refuses(statement: Statement) -> bool:
    """Return whether the speaker promises nothing in so many words: "no promises"."""
    words = [each.text for each in statement.words]
    for at, word in enumerate(words):
        if stem_word(word) in stem_each(_PROMISING):
            before = words[max(0, at - 3) : at]
            denied = any(each in DENYING or each.endswith("n't") for each in before)
            return denied or words[at + 1 : at + 2] == ["nothing"]
    return False


def _share(about: frozenset[str], statement: Statement) -> float:
    return len(about & list_report_content(statement.words)) / len(about)


def find_denied_answer(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the sentence tells as so what somebody asked and the answer denies; or empty."""
    if find_negative(sentence) or list_denied(sentence.words) or _DISAGREEING & sentence.texts:
        return ""
    for asked, answer in pairwise(told):
        if not asked.asks or answer.asks or answer.speaker in ("", asked.speaker):
            continue
        if answer.texts & _SO_FAR:
            continue  # "not since yesterday" is no plain no
        about = asked.all_stems & sentence.all_stems
        done = {deed.verb for deed in list_deeds(asked)}
        same = not done or bool(done & about)
        if same and 2 * len(about) >= len(asked.all_stems) > 1 and _answers_no(answer, asked):
            return "the answer denies it"
    return ""


def _answers_no(answer: Statement, asked: Statement) -> bool:
    texts = [each.text for each in answer.words if not each.is_mark]
    if texts[:1] and texts[0] in _NO and texts[1:2] != ["doubt"]:
        return "not" not in asked.texts and not any(e.endswith("n't") for e in asked.texts)
    return bool(answer.stems & asked.stems) and "nothing" in texts[:4]


def find_forbidden(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that somebody forbade what they told to do by the sentence; empty if nobody did."""
    texts = [each.text for each in sentence.words]
    if list_denied(sentence.words) or not _BIDDING & sentence.texts or "to" not in texts:
        return ""
    bidden = [each.stem for each in sentence.words[texts.index("to") :] if each.stem]
    for each in told:
        begins = [word.text for word in each.words[:2]]
        if begins == ["do", "not"] or begins[:1] in (["don't"], ["never"]):
            first = next((clause for clause in each.clauses if clause), ())
            forbidden = [word.stem for word in first if word.stem]
            if len(forbidden) > 1 and set(forbidden) <= set(bidden):
                return "it was forbidden"
    return ""


def find_false_agreement(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that one of those who agree by the sentence denies it; empty if nobody does."""
    if not sentence.texts & _AGREEING or list_denied(sentence.words):
        return ""
    people = sentence.persons - {SELF, SOMEBODY}
    voices = [each for each in told if each.speaker in people and not each.asks]
    if len({each.speaker for each in voices}) < 2:
        return ""
    about = any(each.stems & sentence.stems for each in voices)
    if about and sum(bool(_denies_all(each)) for each in voices) == 1:
        return "one of them denies it"
    return ""


def _denies_all(statement: Statement) -> bool:
    return bool(list_denied(statement.words)) or bool(statement.texts & _NONSENSE)
