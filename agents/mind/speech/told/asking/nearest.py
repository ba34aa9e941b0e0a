"""Which of what somebody told answers a question of theirs about themselves, in whatever words.

"Where was I shut in when I was small?" shares no word with "In primary school they locked me in a
cupboard by mistake."  A sentence is compared by meaning alone and with what was said along with it,
which tells what "it" is; words that both have, and what is asked for, count besides.  How much each
counts was learnt (``tools/asked``).  The likeliest lines are read together with the question, which
finds the very words that answer (`AnswerReadings`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.memory.language.stems import stem_words
from agents.memory.language.words import ARTICLES, COORDINATORS, PREPOSITIONS, any_of
from agents.mind.speech.kinds.vector_weights import sum_weights
from agents.mind.speech.told.asking import asking_weights
from agents.mind.speech.told.asking.answer_readings import NO_ANSWERS, AnswerReadings
from agents.mind.speech.told.asking.names_of_things import leave_out_introductions
from agents.mind.speech.told.asking.signs import (
    Compared,
    list_sentence_signs,
    list_shared,
)
from agents.mind.speech.told.own_life import tells_of_life
from agents.mind.speech.told.telling_back import Told, ToldSentence
from agents.mind.voice.sentence_likeness import SentenceMeanings
from agents.models.embedding.answer_words import AnswerWords, LineBehind
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: More characters are not told back at once, nor what tells less than so many words.
LONGEST, FEWEST = 150, 3

#: A sentence is told back alone if it answers so much more likely than the others of its line.
ALONE = 0.8

#: Where no sentence model knows: a sentence with all words of a question answers as likely as this.
_BY_WORDS = 0.7

#: So many lines are read for the words that answer.
MOST_READ = 12

#: So much that was said besides is read, and answers from this likelihood on, with words that are
#: so likely the right ones.
MOST_ASIDES, ASIDE_LIKELY, ASIDE_SURELY = 4, 0.6, 0.9

#: How much the ratings and the readings count, of a line and of that none answers.
_RATED, _READ = 0.35, 0.65

#: What is less likely than that counts as that.
_LEAST = 1e-4

#: What ends so goes on: "An oar that is wanted and".
_HANGS = late_pattern(
    rf"\b(?:{any_of(COORDINATORS, ARTICLES, PREPOSITIONS)}|still|not|that|my|is|was|are)\W*$",
    re.IGNORECASE,
)

_NAME = late_pattern(r"(?<=[a-z,] )[A-Z]\w+")
#: The mark behind the words that answer is none of theirs; "p.m." keeps its own.
_MARKS_BEHIND = late_pattern(r"(?<!\.\w)[.,;:!?]+$")


@late_dataclass(frozen=True, slots=True)
class Nearest:
    """What answers a question that was told, and how likely it does, 0 to 1."""

    sentence: ToldSentence
    along: Sequence[ToldSentence]
    """All that was said in the same line, the sentence too, in order."""
    likely: float
    alone: float
    """Which part of that the sentence has alone, 0 to 1."""
    shares: bool
    """Whether the line and the question have a name or two telling words in common."""
    words: str = ""
    """The very words that answer, as the speaker said them; empty: that is not known."""
    surely: float = 0.0
    """How likely it is just these words, if the line answers, 0 to 1."""

    @property
    def text(self) -> str:
        """All of the line, as one text."""
        return _join(self.along)

    def choose_told(self, *, may_stand_alone: bool = False) -> list[ToldSentence]:
        """Return what is told back: the sentence, and if the line is short what else tells of its
        speaker there, unless the sentence may stand alone and answers by itself."""
        alone = may_stand_alone and self.alone >= ALONE
        if alone or len(self.text) > LONGEST:
            return [self.sentence]
        return [each for each in self.along if each is self.sentence or _tells(each)]


def list_compared(told: Told) -> list[str]:
    """Return what a sentence model is to know for `find_nearest`."""
    alone = [each.words for each in told.sentences]
    nameless = leave_out_introductions("", told)
    lines = (*group_lines(told).values(), *group_lines(nameless).values())
    return list(dict.fromkeys((*alone, *map(_join, lines))))


def list_likely_lines(question: str, told: Told, sentences: SentenceMeanings) -> list[LineBehind]:
    """Return the lines that may answer a question, in their order, to be read beside it, each
    behind the one that was told before it."""
    told = leave_out_introductions(question, told)
    lines = group_lines(told)
    rated = _add_up(lines, _rate(question, told, sentences))
    texts = {seq: _join(line) for seq, line in lines.items()}
    before = dict(zip(texts, ("", *texts.values()), strict=False))
    read = [LineBehind(before[seq], texts[seq]) for seq in _choose_read(rated)]
    return [*read, *(LineBehind("", each.words) for each in list_asides(question, told))]


def list_asides(question: str, told: Told) -> list[ToldSentence]:
    """Return what was said besides that may have an answer in it: what shares words with the
    question first, then the latest."""
    asked = {*stem_words(question)}
    near = sorted(
        told.asides, key=lambda each: (-len(asked & {*stem_words(each.words)}), -each.seq)
    )
    return near[:MOST_ASIDES]


def find_nearest(
    question: str, told: Told, sentences: SentenceMeanings, answers: AnswerReadings = NO_ANSWERS
) -> Nearest | None:
    """Return what answers a question likeliest; None if nothing was told. Of equals the latest.

    It is the likeliest sentence of the line whose sentences are so together, or the one with the
    very words that answer, where `answers` has read the lines of `list_likely_lines`.
    """
    told = leave_out_introductions(question, told)
    if not told.sentences:
        return None
    lines, shares = group_lines(told), _rate(question, told, sentences)
    rated = _add_up(lines, shares)
    chosen = _choose_read(rated)
    texts = {seq: _join(lines[seq]) for seq in chosen}
    besides = {each.words: each for each in list_asides(question, told)}
    read = answers.find(question, [*texts.values(), *besides])
    if aside := _find_in_asides(question, besides, read):
        return aside
    found = {seq: read[text] for seq, text in texts.items() if text in read}
    likely = _join_likely(rated, found) if found else rated
    best = max(likely, key=lambda seq: (likely[seq], seq))
    along = lines[best]
    words = found[best].words if best in found else ""
    words = "" if _HANGS.search(words) else _MARKS_BEHIND.sub("", words)
    holding = [each for each in along if words and words in each.words]
    sentence = max(holding or along, key=shares.__getitem__)
    shared = _have_in_common(question, _join(along))
    share = shares[sentence] / rated[best] if rated[best] else 0.0
    alone = max(found[best].surely, share) if holding else share
    nearest = Nearest(sentence, along, min(1.0, likely[best]), alone, shared)
    return replace(nearest, words=words, surely=found[best].surely) if holding else nearest


def _find_in_asides(
    question: str, besides: Mapping[str, ToldSentence], read: Mapping[str, AnswerWords]
) -> Nearest | None:
    """Return what answers in words that were said besides, if it surely does: only these are
    told."""
    best = max(read, key=lambda text: read[text].likely, default="")
    if best not in besides or read[best].likely < ASIDE_LIKELY:
        return None
    found, sentence = read[best], besides[best]
    if found.surely < ASIDE_SURELY or not found.words or _HANGS.search(found.words):
        return None
    shared = _have_in_common(question, best)
    return Nearest(sentence, [sentence], found.likely, 1.0, shared, found.words, found.surely)


def _choose_read(rated: Mapping[int, float]) -> list[int]:
    """Return the numbers of the lines that are read, in their order."""
    return sorted(sorted(rated, key=lambda seq: (-rated[seq], -seq))[:MOST_READ])


def _join_likely(rated: Mapping[int, float], found: Mapping[int, AnswerWords]) -> dict[int, float]:
    """Return how likely each line that was read answers, by its rating and by its reading."""
    none_rated, none_read = 1 - sum(rated.values()), 1 - sum(each.likely for each in found.values())
    weights = {
        seq: _RATED * _log(rated[seq]) + _READ * _log(each.likely) for seq, each in found.items()
    }
    none = _RATED * _log(none_rated) + _READ * _log(none_read)
    whole = math.exp(none) + sum(map(math.exp, weights.values()))
    return {seq: math.exp(each) / whole for seq, each in weights.items()}


def _log(likely: float) -> float:
    return math.log(max(_LEAST, likely))


def list_sides(question: str, told: Told, sentences: SentenceMeanings) -> list[Compared]:
    """Return each sentence beside the question; nothing where no sentence model knows."""
    lines = group_lines(told)
    joined = [_join(lines[each.seq]) for each in told.sentences]
    near = sentences.compare_each(question, [each.words for each in told.sentences])
    line_near = sentences.compare_each(question, joined)
    if not near or not any(line_near):
        return []
    last = max(1, len(joined) - 1)
    rows = zip(told.sentences, joined, near, line_near, strict=True)
    return [
        Compared(each.words, line, one, other, at / last)
        for at, (each, line, one, other) in enumerate(rows)
    ]


def group_lines(told: Told) -> dict[int, list[ToldSentence]]:
    """Return the sentences of each line, by its number."""
    lines: dict[int, list[ToldSentence]] = {}
    for each in told.sentences:
        lines.setdefault(each.seq, []).append(each)
    return lines


def _add_up(
    lines: Mapping[int, Sequence[ToldSentence]], shares: Mapping[ToldSentence, float]
) -> dict[int, float]:
    """Return how likely each line answers, by its number."""
    return {seq: sum(shares[each] for each in line) for seq, line in lines.items()}


def _rate(question: str, told: Told, sentences: SentenceMeanings) -> dict[ToldSentence, float]:
    """Return how likely each sentence answers."""
    rated = _rate_each(question, told, sentences)
    return dict(zip(told.sentences, rated, strict=True))


def _rate_each(question: str, told: Told, sentences: SentenceMeanings) -> list[float]:
    if not (sides := list_sides(question, told, sentences)):
        words = [each.words for each in told.sentences]
        return [_BY_WORDS * each for each in list_shared(question, words)]
    signs = (list_sentence_signs(question, each) for each in sides)
    weights = [math.exp(sum_weights(each, asking_weights.SENTENCE)) for each in signs]
    whole = 1 + sum(weights)  # that none does is likely, too
    return [each / whole for each in weights]


def _tells(sentence: ToldSentence) -> bool:
    return len(sentence.words.split()) >= FEWEST and tells_of_life(sentence.words)


def _have_in_common(question: str, line: str) -> bool:
    shared = {*stem_words(question)} & {*stem_words(line)}
    names = {*_NAME.findall(question)} & {*_NAME.findall(line)}
    return len(shared) > 1 or bool(names)


def _join(sentences: Sequence[ToldSentence]) -> str:
    return " ".join(each.words for each in sentences)
