"""Judging what an agent might say: which words are good enough, which are best, and why.

Pure: the same candidates in the same moment are judged alike.  Words with a fault are out.  The
rest is rated by reasons with names and weights, so that a watcher can read why a line was chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agents.memory.language.stems import find_words, is_denial, stem_words
from agents.mind.speech.candidates import EXACT, Candidate, Origin, SpeechMoment
from agents.mind.speech.faults import find_faults
from agents.mind.speech.questions import find_asking, is_answer
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass

#: What was retrieved is spoken from this score on.
GOOD_ENOUGH = 1.6

#: A model's words are spoken from this score on, and from the second one on no further ones are
#: looked for.
MODEL_GOOD_ENOUGH, MODEL_CERTAIN = 2.3, 2.5

#: What was read is spoken from this worth on, and from the second on no model is asked besides.
LEAST_WORTH, CERTAIN_WORTH = 0.15, 0.5

#: What was retrieved scores its fit times this.
FIT = 4.0

#: What a model's words begin with, and the weights of the reasons. A reader who did not know them
#: judged 119 samples (tests/agents/mind/speech/labelled_samples.txt): what made sense was short.
#: Words shared with the question, the persona or an example said nothing about it.
_BASE = 2.3
_WEIGHTS = {
    "answers what was asked": 0.3,
    "does not answer what was asked": -0.6,
    "denies the nearest example": -1.0,
    "very short": 0.4,
    "short": 0.2,
    "neither short nor long": 0.0,
    "long": -0.6,
    "asks back instead of answering": -0.5,
}

#: Lines of up to so many words are very short and short, of more than the last, long.
_VERY_SHORT, _SHORT, _LONG = 4, 6, 8


@late_dataclass(frozen=True, slots=True)
class Judgement:
    """A candidate with its score, and what the score is made of."""

    candidate: Candidate
    score: float
    reasons: tuple[str, ...]
    """Each with its part in the score."""
    faults: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether the words may be spoken."""
        return self._reaches(GOOD_ENOUGH, MODEL_GOOD_ENOUGH)

    @property
    def is_certain(self) -> bool:
        """Whether no other candidate need be looked for.

        A small model knows no better than what a person wrote for the agent, or what it remembers,
        if that makes sense there.
        """
        worth = self.candidate.worth
        makes_sense = worth is None or worth >= CERTAIN_WORTH
        return makes_sense and self._reaches(GOOD_ENOUGH, MODEL_CERTAIN)

    def _reaches(self, retrieved: float, sampled: float) -> bool:
        needed = sampled if self.candidate.origin is Origin.MODEL else retrieved
        return not self.faults and self.score >= needed

    def describe(self) -> str:
        """Return one line for a watcher."""
        why = ", ".join(self.faults or self.reasons)
        mark = "out" if self.faults else f"{self.score:.1f}"
        return f'[{self.candidate.origin.value} {mark}] "{self.candidate.words}" ({why})'


def rank_candidates(candidates: Iterable[Candidate], moment: SpeechMoment) -> list[Judgement]:
    """Return the judgements, the best first; of equals the earlier candidate comes first."""
    judged = [judge_candidate(each, moment) for each in candidates]
    return sorted(judged, key=lambda each: (bool(each.faults), -each.score))


def judge_candidate(candidate: Candidate, moment: SpeechMoment) -> Judgement:
    """Return the judgement of one candidate.

    What was written by a person for this agent, or remembered word for word, is only held
    against what the agent has said lately; its score is its fit.
    """
    if candidate.origin is not Origin.MODEL:
        # What the agent is about, and what it was told, is true however often it was asked; and
        # one who is asked for a name gives the same to everybody.
        always = candidate.origin in _TRUTHS or (
            candidate.fit >= EXACT and candidate.words not in moment.own[-1:]
        )
        held = _FAULTS_OF_TRUTHS if always else _FAULTS_OF_RETRIEVED
        faults = find_faults(candidate.words, moment, held)
        if candidate.worth is not None:
            score = GOOD_ENOUGH + (FIT - GOOD_ENOUGH) * candidate.worth
            if candidate.worth < LEAST_WORTH:
                score = 0.0
            why = (*filter(None, (candidate.found,)), f"worth {candidate.worth:.2f}")
            return Judgement(candidate, round(score, 2), why, faults)
        fits = f"fits {candidate.fit:.2f} × {FIT:g}"
        why = (candidate.found, fits) if candidate.found else (fits,)
        return Judgement(candidate, round(FIT * candidate.fit, 2), why, faults)
    faults = find_faults(candidate.words, moment)
    reasons = tuple(_list_reasons(candidate.words, moment))
    score = _BASE + sum(_WEIGHTS[each] for each in reasons)
    parts = (f"{_BASE:g} to begin with", *(f"{each} {_WEIGHTS[each]:+g}" for each in reasons))
    return Judgement(candidate, round(score, 2), parts, faults)


#: What is true however often it is said.
_TRUTHS = frozenset({Origin.INTENTION, Origin.MEMORY, Origin.PLAIN})

#: Faults that words have by their moment and not by themselves.
_FAULTS_OF_RETRIEVED = frozenset({"empty", "said before"})
_FAULTS_OF_TRUTHS = frozenset({"empty"})


def _list_reasons(words: str, moment: SpeechMoment) -> Iterator[str]:
    yield from _rate_answer(words, moment)
    yield from _rate_example(words, moment)
    yield from _rate_length(words)


def _rate_answer(words: str, moment: SpeechMoment) -> Iterator[str]:
    asking = find_asking(moment.heard)
    if asking is None:
        return
    if is_answer(words, asking):
        yield "answers what was asked"
    else:
        yield "does not answer what was asked"
    if is_question(moment.heard) and is_question(words) and len(split_sentences(words)) == 1:
        yield "asks back instead of answering"


def _rate_example(words: str, moment: SpeechMoment) -> Iterator[str]:
    like = _share(stem_words(moment.example), stem_words(words))
    if like >= 0.3 and is_denial(words) is not is_denial(moment.example):
        yield "denies the nearest example"


def _rate_length(words: str) -> Iterator[str]:
    count = len(find_words(words))
    if count <= _VERY_SHORT:
        yield "very short"
    elif count <= _SHORT:
        yield "short"
    else:
        yield "long" if count > _LONG else "neither short nor long"


def _share(one: Sequence[str], other: Sequence[str]) -> float:
    mine, theirs = set(one), set(other)
    return len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
