"""Which of what somebody told answers a question of theirs about themselves, in whatever words.

"Where was I shut in when I was small?" shares no word with "In primary school they locked me in a
cupboard by mistake."  A sentence is compared by meaning alone and with what was said along with it,
which tells what "it" is; words that both have count besides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_numbers, stem_words
from agents.memory.language.words import PREPOSITIONS, any_of
from agents.mind.speech.told.telling_back import Told, ToldSentence
from agents.mind.speech.told.values import NUMERAL, SPAN
from agents.mind.voice.sentence_likeness import SentenceMeanings
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: A sentence alone, and with the others of its line: both tell as much of what it means.
_ALONE = 0.5
#: What a sentence gains that has all words of the question, and one that has what is asked for.
_SAME_WORDS, _OF_THE_KIND = 0.25, 0.05

#: More characters are not told back at once.
LONGEST = 150

#: Where no sentence model knows: all words of a question make a sentence as near as this.
_BY_WORDS = 0.6

_NUMBER = late_pattern(rf"\b{NUMERAL}\b", re.IGNORECASE)
_TIME = late_pattern(rf"\b{SPAN}|\b(?:since|until|till|ago|when|every)\b", re.IGNORECASE)
_SOMEBODY = late_pattern(rf"\b(?:{KIN}|he|she|they)\b|(?<=\w )[A-Z]\w+", re.IGNORECASE)
_PLACE = late_pattern(rf"\b{any_of(PREPOSITIONS)} (?!me\b)\w+", re.IGNORECASE)
_NAME = late_pattern(r"(?<=[a-z,] )[A-Z]\w+")
#: What is asked for, and what an answer to it has.
_KINDS = (
    (late_pattern(r"\b(?:how (?:many|much|old|often|long)|what number)\b", re.I), _NUMBER),
    (late_pattern(r"\b(?:when|how long|since when|what (?:day|year|time|month))\b", re.I), _TIME),
    (late_pattern(r"\bwho(?:m|se)?\b", re.IGNORECASE), _SOMEBODY),
    (late_pattern(r"\bwhere\b", re.IGNORECASE), _PLACE),
)


@late_dataclass(frozen=True, slots=True)
class Nearest:
    """What answers a question, and how likely that is: some 0.2 where nothing does, 1 surely."""

    sentence: ToldSentence
    along: Sequence[ToldSentence]
    """All that was said in the same line, the sentence too, in order."""
    near: float
    shares: bool
    """Whether the line and the question have a name or two telling words in common."""

    @property
    def text(self) -> str:
        """All of the line, as one text."""
        return _join(self.along)

    def choose_told(self) -> list[ToldSentence]:
        """Return what is told back: the line, if that is short, else the sentence."""
        return [*self.along] if len(self.text) <= LONGEST else [self.sentence]


def list_compared(told: Told) -> list[str]:
    """Return what a sentence model is to know for `find_nearest`."""
    alone = (each.words for each in told.sentences)
    return list(dict.fromkeys((*alone, *map(_join, _group_lines(told).values()))))


def find_nearest(question: str, told: Told, sentences: SentenceMeanings) -> Nearest | None:
    """Return what is nearest to a question; None if nothing was told. Of equals the latest."""
    best: Nearest | None = None
    lines = _group_lines(told)
    along = [lines[each.seq] for each in told.sentences]
    near = _compare(question, told, along, sentences)
    for each, beside, meant in zip(told.sentences, along, near, strict=True):
        kind = _OF_THE_KIND * _has_what_is_asked(question, _join(beside))
        rated = meant + _SAME_WORDS * _share_words(question, each.words) + kind
        if best is None or rated >= best.near:
            best = Nearest(each, beside, rated, _have_in_common(question, _join(beside)))
    return best


def _compare(
    question: str, told: Told, along: Sequence[Sequence[ToldSentence]], sentences: SentenceMeanings
) -> list[float]:
    alone = sentences.compare_each(question, [each.words for each in told.sentences])
    joined = sentences.compare_each(question, [_join(each) for each in along])
    if alone and joined and any(joined):
        pairs = zip(alone, joined, strict=True)
        return [_ALONE * one + (1 - _ALONE) * other for one, other in pairs]
    return [_BY_WORDS * _share_words(question, each.words) for each in told.sentences]


def _share_words(question: str, sentence: str) -> float:
    """Return which part of the question's telling words a sentence has."""
    asked = {*stem_words(question), *find_numbers(question)}
    return (
        len(asked & {*stem_words(sentence), *find_numbers(sentence)}) / len(asked) if asked else 0.0
    )


def _have_in_common(question: str, line: str) -> bool:
    shared = {*stem_words(question)} & {*stem_words(line)}
    names = {*_NAME.findall(question)} & {*_NAME.findall(line)}
    return len(shared) > 1 or bool(names)


def _has_what_is_asked(question: str, words: str) -> bool:
    return any(asked.search(question) and has.search(words) for asked, has in _KINDS)


def _group_lines(told: Told) -> dict[int, list[ToldSentence]]:
    """Return the sentences of each line, by its number."""
    lines: dict[int, list[ToldSentence]] = {}
    for each in told.sentences:
        lines.setdefault(each.seq, []).append(each)
    return lines


def _join(sentences: Sequence[ToldSentence]) -> str:
    return " ".join(each.words for each in sentences)
