"""What is asked about the agent's own last words: what the voice has behind them, or that they are
taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.memory.language.stems import find_words, stem_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.questions import is_of_hearer
from agents.mind.voice.asking import find_question_word, is_question
from agents.mind.voice.question_kinds import MISHEARD, TAKEN_BACK
from agents.mind.voice.voice import Voice, VoiceExchange
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: So many of the agent's latest lines to somebody may be taken up.
LINES = 2

#: What is written behind an answer goes before all but the voice's line for just these words.
WRITTEN_FIT = 0.94

#: "Share of what?" asks for nothing but the answer's sense; a question that has the answer's words
#: may have a line of its own, and goes before not knowing.
SURE_FIT, LIKELY_FIT = 0.88, 0.48

#: A written question has this part of the words asked, or they have it of the question's.
COVERED = 0.5

#: A question without a telling word that is about the last answer has at most so many words.
BARE = 4

_HOLE = "{asked}"
_OF_WHAT = late_pattern(
    r"^\W*(?:(?:but|and|no|oh|so|well|sorry)\W+)*(?:[\w'’]+ ){1,3}(?:of|for|to|with|from)"
    r" (?:what|whom|which)\W*$",
    re.IGNORECASE,
)
_LITTLE = frozenset(stem_words("say said tell told mean meant ask asked answer think know thing"))
_OF_PERSON = late_pattern(r"who(?:se|m)?")


@late_dataclass(frozen=True, slots=True)
class TakenUp:
    """Answers from one voice to questions about what it said just now."""

    voice: Voice

    def answer(self, heard: str, talk: TalkHistory) -> Iterator[Candidate]:
        """Yield what is written behind the last answers, else that they are taken back.

        Nothing where nothing was said, or `heard` asks nothing about that.
        """
        questions = [each for each in split_sentences(heard) if is_question(each)]
        if not talk.last or not questions:
            return
        for said in reversed(talk.own[-LINES:]):
            source = self._find_source(said)
            for question in questions:
                for words in _find_written(source, question, said) if source else ():
                    if words not in talk.own:
                        found = "its voice, behind what it said"
                        yield Candidate(words, Origin.VOICE, WRITTEN_FIT, found=found)
                        return
        yield from self._take_back(questions[0], talk)

    def _take_back(self, question: str, talk: TalkHistory) -> Iterator[Candidate]:
        said, before = talk.own[-1] if talk.own else "", talk.asked[0] if talk.asked else ""
        sure = _OF_WHAT.match(question) is not None
        if not said or not (sure or _points_at(question, said, before)):
            return
        source = self._find_source(said)
        if source is None and not (sure or self._is_for_anything(said)):
            return
        aspect = TAKEN_BACK if source else MISHEARD
        for line in self.voice.list_for(aspect):
            if not any(own.startswith(line.partition(_HOLE)[0]) for own in talk.own):
                words = line.replace(_HOLE, source.heard[0].rstrip(".") if source else "")
                fit = SURE_FIT if sure else LIKELY_FIT
                yield Candidate(words, Origin.VOICE, fit, found="its last words, taken back")
                return

    def _find_source(self, said: str) -> VoiceExchange | None:
        """Return the exchange from which the agent said something, or behind which it did."""
        found = [each for each in self.voice.exchanges if _measure_given(each, said)]
        return max(found, key=lambda each: _measure_given(each, said), default=None)

    def _is_for_anything(self, said: str) -> bool:
        known = [line for each in self.voice.subjects if not each.names for line in each.known]
        lines = [each.text for each in known]
        lines += [answer.text for each in self.voice.otherwise for answer in each.answers]
        return any(each in said for each in lines)


def _measure_given(exchange: VoiceExchange, said: str) -> int:
    """Return how much of what was said is from an exchange, in characters."""
    led = (exchange, *exchange.leads_to)
    answers = (answer.text for each in led for answer in each.answers)
    return max((len(each) for each in answers if each in said), default=0)


def _find_written(source: VoiceExchange, question: str, said: str) -> Sequence[str]:
    """Return the answers behind those of an exchange that are nearest to a question."""
    asked, word = set(stem_words(question)) - _LITTLE, find_question_word(question)
    about = set(stem_words(said))
    best, most = None, 0.0
    for each in source.leads_to:
        for line in each.heard:
            if find_words(line) == find_words(question):
                return [answer.text for answer in each.answers]
            wanted = set(stem_words(line)) - _LITTLE
            shared = len(asked & wanted)
            alike = _ask_alike(find_question_word(line), word)
            share = shared / max(1, min(len(asked), len(wanted)))
            if alike and asked <= about and (asked or _is_bare(question)):
                share = max(share, COVERED)
            if share >= COVERED and share + alike / 2 > most and (alike or share == 1):
                best, most = each, share + alike / 2
    return [each.text for each in best.answers] if best else ()


def _is_bare(question: str) -> bool:
    """Return whether a question without telling words is about what was said: ``Who was it?``"""
    return not is_of_hearer(question) and len(find_words(question)) <= BARE


def _ask_alike(one: str, other: str) -> bool:
    return one == other or all(map(_OF_PERSON.fullmatch, (one, other)))


def _points_at(question: str, said: str, before: str) -> bool:
    """Return whether a question has words of the answer that its asker had not said, and no other
    telling ones."""
    asked = set(stem_words(question)) - _LITTLE
    new = asked & set(stem_words(said)) - set(stem_words(before))
    own = asked - set(stem_words(said))
    return bool(new) and len(own) <= (0 if is_of_hearer(question) else 1)
