"""Judges by rule what a prompt says to a question.

A prompt is read sentence by sentence; a line of talk and a quotation are one sentence each.  What
stands there wrongly counts for more than what stands there rightly, because the agent cannot tell
them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from agents.prose import QUOTATION, split_sentences
from benchmarks.memory.ordinary import NAMES
from benchmarks.memory.questions.cases import QuestionCase
from benchmarks.memory.questions.values import (
    PEOPLE,
    find_values,
    list_words,
    names_words,
    read_judged_words,
)

Outcome = Literal["right", "in part", "old alone", "wrong", "unlabelled", "nothing"]
OUTCOMES: tuple[Outcome, ...] = (
    "right", "in part", "old alone", "wrong", "unlabelled", "nothing",
)  # fmt: skip

DENYING = frozenset(
    list_words(
        "no not never nobody none nor neither nothing without cannot refuse refuses refused hardly"
        " fails failed denies denied"
    )
)
DOUBTING = frozenset(
    list_words(
        "perhaps maybe might may could possibly probably likely supposedly supposed seem seems"
        " seemed guess wonder wondered whether unsure sure doubt doubts think thinks thought reckon"
        " fancy if rumour hear unlikely"
    )
)
_NEWER = frozenset(
    list_words(
        "now since today instead longer anymore meanwhile before until till formerly once"
        " previously moved changed used were was gone down"
    )
)
_TELL = (
    r"(?:has |had |have |also |then |once |later )?"
    r"(?:says|said|say|tells|told|tell|claims|claimed|claim|adds|added|asks|asked|answers|answered"
    r"|whispers|whispered|mentioned|mentions|explained|warned|warns|insisted|thinks|thought"
    r"|wondered|wonders|promised|reported|replied|spoke|mention)\b"
)
_PEOPLE = frozenset(PEOPLE)
_NAMES = "|".join((*PEOPLE, *NAMES))
_PERSON = re.compile(rf"\b(?:{_NAMES})\b")
_TELLERS = re.compile(
    rf"\b(?P<a>{_NAMES}|[Ss]omebody|[Ss]omeone|I)\b,? {_TELL}"
    rf"|(?:[Aa]ccording to|heard from|told by|said by|heard) (?P<b>{_NAMES})\b"
    rf"|\b(?P<c>{_NAMES}):|\((?:from |told by )?(?P<d>{_NAMES})\)"
)
#: Words before another that may deny it.
_REACH = 3
_ANONYMOUS = frozenset({"somebody", "someone"})
_RECALLED = re.compile(r"#(\d+) \(")
_HEADING = re.compile(r"#{1,6} |-{3}$|~")


@dataclass(frozen=True, slots=True)
class PromptVerdict:
    """How the prompt stands to one question."""

    outcome: Outcome
    because: tuple[str, ...] = ()
    """The sentences that decide, as they stand in the prompt."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    words: tuple[str, ...]
    before: tuple[str, ...]
    """The words of the sentence before it in its line."""

    @property
    def number(self) -> int:
        """The number of the memory that it shows word for word, with its day; 0: it is told."""
        found = _RECALLED.match(self.text)
        return int(found[1]) if found else 0

    def tells(self, *wanted: str) -> bool:
        """Return whether it names all of `wanted` itself, and does not ask."""
        return not self.text.rstrip("\"'”) ").endswith("?") and all(
            names_words(self.words, each) for each in wanted
        )

    def tells_here(self, value: str, about: Sequence[str]) -> bool:
        """Return whether it has `value`, and with the sentence before it all of `about`."""
        both = (*self.before, *self.words)
        return self.tells(value) and all(names_words(both, each) for each in about)

    def has_any(self, words: frozenset[str] | Sequence[str]) -> bool:
        return any(each in self.words for each in words)

    @property
    def denies(self) -> bool:
        return self.has_any(DENYING) or any(each.endswith("n't") for each in self.words)

    @property
    def people(self) -> set[str]:
        """Everybody whom it names."""
        return set(_PERSON.findall(self.text))

    def denies_word(self, word: str) -> bool:
        """Return whether it says "not" shortly before `word`."""
        at = next((n for n, each in enumerate(self.words) if each.startswith(word)), 0)
        before = self.words[max(0, at - _REACH) : at]
        return any(each in DENYING or each.endswith("n't") for each in before)

    def find_tellers(self) -> set[str]:
        """Return who is said to have told it; ``somebody`` for nobody in particular."""
        lead = QUOTATION.sub('""', self.text)
        found = (next(filter(None, each.groups())) for each in _TELLERS.finditer(lead))
        return {"somebody" if each.lower() in _ANONYMOUS else each for each in found}

    def judge_teller(self, case: QuestionCase) -> Outcome:
        """Return whether it says who told it: ``right``, ``unlabelled`` or ``wrong``."""
        tellers = self.find_tellers() - {"I"}
        if not tellers:
            return "unlabelled"
        return "right" if tellers & {*case.speakers, "somebody"} else "wrong"


def judge(case: QuestionCase, prompt: str) -> PromptVerdict:
    """Return what `prompt` has for the question of `case`."""
    sentences = list(_read_sentences(prompt))
    if astray := _find_astray(case, sentences):
        return PromptVerdict("wrong", tuple(astray))
    return _JUDGES[case.kind](case, sentences)


# --- reading ----------------------------------------------------------------------------


def _read_sentences(prompt: str) -> Iterator[_Sentence]:
    for line in prompt.splitlines():
        if not line.strip() or _HEADING.match(line.strip()):
            continue
        pieces = [piece for each in split_sentences(line) for piece in _part_quotations(each)]
        words = [tuple[str, ...](), *(tuple(read_judged_words(each)) for each in pieces)]
        for text, (before, own) in zip(pieces, pairwise(words), strict=True):
            yield _Sentence(text, own, before)


def _part_quotations(sentence: str) -> Iterator[str]:
    """Yield each quotation with the words that lead to it; a sentence of one or none as it is."""
    quotations = list(QUOTATION.finditer(sentence))
    if len(quotations) < 2:
        yield sentence
        return
    start, lead = 0, ""
    for each in quotations:
        own = sentence[start : each.start()]
        lead = own if _TELLERS.search(own) or not lead else lead
        yield f"{lead}{each[0]}"
        start = each.end()
    if sentence[start:].strip(" .,;"):
        yield sentence[start:]


# --- judging ----------------------------------------------------------------------------


def _find_astray(case: QuestionCase, sentences: Sequence[_Sentence]) -> list[str]:
    """Return sentences about the matter with a value, a person or a promise that nobody told of."""
    return [
        *_find_other_values(case, sentences),
        *_find_other_people(case, sentences),
        *_find_promises(case, sentences),
    ]


def _find_other_values(case: QuestionCase, sentences: Sequence[_Sentence]) -> list[str]:
    subject = _find_subject(case)
    if not (case.value and subject):
        return []
    told = {v for said in case.said for v in find_values(read_judged_words(said.text), case.value)}
    return [
        each.text
        for each in sentences
        if each.tells(*subject) and find_values(each.words, case.value) - told
    ]


def _find_other_people(case: QuestionCase, sentences: Sequence[_Sentence]) -> list[str]:
    known = {*case.slots.values()}
    return [
        each.text
        for each in sentences
        if any(each.tells(*words) for words in _list_matters(case)) and each.people - known
    ]


def _find_promises(case: QuestionCase, sentences: Sequence[_Sentence]) -> list[str]:
    if any("promise" in said.text for said in case.said):
        return []
    matters = [_find_subject(case), *_list_matters(case)]
    return [
        each.text
        for each in sentences
        if "I promised" in each.text and any(each.tells(*words) for words in matters if words)
    ]


def _list_matters(case: QuestionCase) -> list[list[str]]:
    """Return what a sentence has to name to be about the matter, whomever it names."""
    subject = _find_subject(case)
    people = [each for each in subject if each in _PEOPLE]
    things = [each for each in subject if each not in people]
    if any(each in case.slots.values() for each in things):
        return [things]
    rest = [[each for each in subject if each != left] for left in people]
    return [each for each in rest if set(each) & set(case.slots.values())]


def _find_subject(case: QuestionCase) -> list[str]:
    """Return the words of what the case is about, without its values."""
    values = {case.slots.get(each, "") for each in ("old", "new", "v", "w")}
    shared = set[str](case.parts[0]).intersection(*case.parts) if case.parts else ()
    return [each for each in (*case.about, *shared) if each not in values]


def _judge_superseded(case: QuestionCase, sentences: Sequence[_Sentence]) -> PromptVerdict:
    new = [each for each in sentences if each.tells_here(case.slots["new"], case.about)]
    old = [
        each
        for each in sentences
        if each.tells_here(case.slots["old"], case.about) and each not in new
    ]
    found = tuple(each.text for each in (*new, *old))
    if not new:
        return PromptVerdict("old alone" if old else "nothing", found)
    return PromptVerdict("right" if _is_ordered(case, new, old) else "unlabelled", found)


def _is_ordered(case: QuestionCase, new: Sequence[_Sentence], old: Sequence[_Sentence]) -> bool:
    """Return whether it is said which of two values is the newer, by words or by numbers."""
    marks = _NEWER.union(case.marks)
    plain = [each for each in old if not each.has_any(marks)]
    if not plain or any(each.has_any(marks) for each in new):
        return True
    numbers = [each.number for each in plain]
    return 0 not in numbers and max(numbers) < max(each.number for each in new)


def _judge_negation(case: QuestionCase, sentences: Sequence[_Sentence]) -> PromptVerdict:
    told = [each for each in sentences if each.tells(*case.about)]
    if flat := [each.text for each in told if not each.denies]:
        return PromptVerdict("wrong", tuple(flat))
    return PromptVerdict("right" if told else "nothing", tuple(each.text for each in told))


def _judge_hedge(case: QuestionCase, sentences: Sequence[_Sentence]) -> PromptVerdict:
    told = [each for each in sentences if each.tells(*case.about)]
    marks = DOUBTING.union(case.marks)
    if flat := [each.text for each in told if not each.has_any(marks)]:
        return PromptVerdict("unlabelled", tuple(flat))
    return PromptVerdict("right" if told else "nothing", tuple(each.text for each in told))


def _judge_third(case: QuestionCase, sentences: Sequence[_Sentence]) -> PromptVerdict:
    told = [each for each in sentences if each.tells(*case.about)]
    wrong = [
        each.text
        for each in told
        if _is_turned(case, each.text) or each.judge_teller(case) == "wrong"
    ]
    if wrong:
        return PromptVerdict("wrong", tuple(wrong))
    if flat := [each.text for each in told if each.judge_teller(case) == "unlabelled"]:
        return PromptVerdict("unlabelled", tuple(flat))
    return PromptVerdict("right" if told else "nothing", tuple(each.text for each in told))


def _is_turned(case: QuestionCase, text: str) -> bool:
    """Return whether the one to whom something is done stands where the one who does it should."""
    first, second = case.order
    turned = text.find(second) < text.find(first)
    return turned and f"by {first}" not in text and f"from {first}" not in text


def _judge_abstention(case: QuestionCase, sentences: Sequence[_Sentence]) -> PromptVerdict:
    """Right is a prompt that has no answer: nothing leads to one that nobody has told."""
    wrong = [
        each.text
        for each in sentences
        if each.tells(*case.about) and find_values(each.words, case.value)
    ]
    return PromptVerdict("wrong", tuple(wrong)) if wrong else PromptVerdict("right")


def _judge_several(case: QuestionCase, sentences: Sequence[_Sentence]) -> PromptVerdict:
    found = [
        next((each.text for each in sentences if each.tells_here(part[-1], part[:-1])), "")
        for part in case.parts
    ]
    texts = tuple(filter(None, found))
    if all(found):
        return PromptVerdict("right", texts)
    return PromptVerdict("in part" if texts else "nothing", texts)


def _judge_lie(case: QuestionCase, sentences: Sequence[_Sentence]) -> PromptVerdict:
    lies = [
        each
        for each in sentences
        if each.tells(*case.about, *case.lie) and not any(map(each.denies_word, case.lie))
    ]
    labels = [(each.judge_teller(case), each.text) for each in lies]
    for outcome in ("wrong", "unlabelled"):
        if texts := tuple(text for label, text in labels if label == outcome):
            return PromptVerdict(outcome, texts)
    true = tuple(each.text for each in sentences if each.tells(*case.about, *case.truth))
    if true:
        return PromptVerdict("right", true)
    return PromptVerdict("in part" if lies else "nothing", tuple(each.text for each in lies))


_JUDGES = {
    "superseded": _judge_superseded,
    "negation": _judge_negation,
    "hedges": _judge_hedge,
    "third": _judge_third,
    "abstention": _judge_abstention,
    "several": _judge_several,
    "lies": _judge_lie,
}
