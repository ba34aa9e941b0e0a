"""Read whose words a sentence reports: "June says that …", "according to June", "…, June said"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.cues import ADOPTING, THINKING
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import (
    BEING,
    COORDINATORS,
    SAYING,
    SAYING_HOW,
    THIRD_PERSON,
)
from late.late_dataclass import late_dataclass

#: Words between a person and the verb of saying.
_REACH = 3
#: Memories between what somebody says and the answer that takes it over.
_NEAR = 2
_VERBS = frozenset((*SAYING, *SAYING_HOW, *THINKING, "agrees", "agreed", "vows", "vowed")) - {
    "would", "could", "should", "like"
}  # fmt: skip
#: What one does with the words of another, who is named behind "from" or "by".
_LEARNING = "hear learn know tell inform assure understand gather"
#: Verbs whose object is what somebody else said.
_OF_OTHERS = "deny argue doubt describe hear agree"
ACCORDING = "according"


@late_dataclass(frozen=True, slots=True)
class ToldReport:
    """Who is said to have said something, by which verb, and in which words."""

    speaker: str
    verb: str
    words: tuple[Word, ...]

    @property
    def content(self) -> frozenset[str]:
        """What was said, as stems, numbers and days."""
        return list_report_content(self.words)

    @property
    def is_of_others(self) -> bool:
        """Whether the words are of somebody else: the speaker heard or denied them."""
        return stem_word(self.verb) in stem_each(_OF_OTHERS)


@late_dataclass(frozen=True, slots=True)
class _Head:
    """The words that name whose words a sentence reports: from `start` up to `stop`."""

    speaker: str
    verb: str
    start: int
    stop: int


def list_report_content(words: Sequence[Word]) -> frozenset[str]:
    """Return what words tell, as stems, numbers and days; persons are left out."""
    return frozenset(each.sense for each in words if each.sense and not each.person)


def list_reports(sentence: Statement) -> list[ToldReport]:
    """Return every report of a sentence; the words go up to the next one, or stand before it."""
    words = sentence.words
    heads = list(_find_heads(words))
    stops = [*(each.start for each in heads), len(words)][1:]
    begins, found = 0, list[ToldReport]()
    for head, stop in zip(heads, stops, strict=True):
        told = words[head.stop : stop]
        before = words[begins : head.start]
        if _is_behind(words, head, before, told):
            told = (*before, *told)
        found.append(ToldReport(head.speaker, head.verb, told))
        begins = stop
    return found


def list_voices(told: Sequence[Statement]) -> list[Statement]:
    """Return the words that statements of nobody, as those of a summary, report of somebody."""
    return [
        Statement(each.text, report.words, report.speaker, each.source)
        for each in told
        if not each.speaker
        for report in list_reports(each)
        if not report.is_of_others
    ]


def adopts(answer: Statement, said: Statement) -> bool:
    """Return whether an answer takes over what was said or asked just before."""
    begins = answer.words[0].text if answer.words else ""
    follows = said.source < answer.source <= said.source + _NEAR
    return follows and (said.asks or begins in ADOPTING)


def _is_behind(
    words: Sequence[Word], head: _Head, before: Sequence[Word], told: Sequence[Word]
) -> bool:
    """Return whether what is reported stands before its head: "the mill is shut, Ada said"."""
    if not list_report_content(before):
        return False
    if head.verb == ACCORDING:
        return words[head.start - 1].text not in (*COORDINATORS, "that")
    return words[head.start - 1].is_mark and not list_report_content(told)


def _find_heads(words: Sequence[Word]) -> Iterator[_Head]:
    for at, word in enumerate(words):
        if word.text == ACCORDING and (named := _find_person(words, at + 1)):
            yield _Head(words[named].person, ACCORDING, at, named + 1)
        elif word.text in ("from", "by") and _learns(words, at):
            if named := _find_person(words, at):
                yield _Head(words[named].person, "say", at, named + 1)
        elif word.text in _VERBS and (found := _find_speaker(words, at)):
            speaker, start = found
            yield _Head(speaker, word.text, start, at + 1)


def _learns(words: Sequence[Word], at: int) -> bool:
    before = [each.text for each in words[max(0, at - 2) : at]]
    if not any(stem_word(each) in stem_each(_LEARNING) for each in before):
        return False
    return words[at].text == "from" or any(
        each.text in BEING for each in words[max(0, at - 4) : at]
    )


def _find_person(words: Sequence[Word], at: int) -> int:
    """Return where somebody is named right behind a word; 0 if nobody is."""
    for n in range(at + 1, min(at + 1 + _REACH, len(words))):
        if words[n].is_mark:
            return 0
        if words[n].person:
            return 0 if words[n].owns or words[n].person == SOMEBODY else n
    return 0


def _find_speaker(words: Sequence[Word], at: int) -> tuple[str, int] | None:
    """Return who says something by the verb at `at`, and where they are named; None if unknown."""
    if at and words[at - 1].text in BEING and not words[at].text.endswith("ing"):
        return None  # who was told something did not say it
    for n in range(at - 1, max(-1, at - 1 - _REACH), -1):
        word = words[n]
        if word.is_mark:
            return None
        if word.person:
            unknown = word.owns or word.person == SOMEBODY
            return None if unknown else (word.person, n)
        if word.text in THIRD_PERSON:
            named = {each.person for each in words[:n] if each.person not in ("", SELF)}
            return (named.pop(), n) if len(named) == 1 else None
    return None
