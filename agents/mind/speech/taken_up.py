"""What is asked about the agent's own last words: what the voice has behind them, or that they are
taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.memory.language.stems import find_words, stem_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.kinds import found_by
from agents.mind.speech.questions import is_of_hearer
from agents.mind.speech.statements.echoes import leave_out_echo, quotes
from agents.mind.voice.asking import find_question_word, is_question
from agents.mind.voice.question_kinds import MISHEARD, TAKEN_BACK
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice import Voice, VoiceExchange
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: How what is written behind its words is found.

#: How its last words are found that are taken back.
BACK = "its last words, taken back"

#: So many of the agent's latest lines to somebody may be taken up.
LINES = 2

#: What is written behind an answer for just these words goes before what the voice has for them
#: anywhere; what asks or means the same fits better by `BEHIND` than elsewhere.
SAME_WORDS_FIT, WRITTEN_FIT, BEHIND = 1.2, 0.94, 0.3

#: From this nearness in meaning on, of the sentence model, words mean the same behind an answer.
#: What is no question may be of anything, so it has to be nearer.
MEANT_ALIKE, SAID_ALIKE = 0.5, 0.55

#: And behind a line before the last: what is asked on is mostly the last one.
EARLIER = 0.65

#: Words that share enough are not meant otherwise from this nearness on.
NOT_OTHERWISE = 0.45

#: So many of its latest lines may be quoted.
QUOTABLE = 40

#: "Share of what?" asks for nothing but the answer's sense; a question that has the answer's words
#: may have a line of its own, and goes before not knowing.
SURE_FIT, LIKELY_FIT = 0.88, 0.48

#: How near the same words are, and words of which enough are the same.
SAME, WORDED = 2.0, 0.74

#: A written question has this part of the words asked, or they have it of the question's.
COVERED = 0.5

#: A statement of so many words tells something, of which a question behind it may be.
TOLD = 5

#: A question without a telling word that is about the last answer has at most so many words.
BARE = 4

_HOLE = "{asked}"
_OF_WHAT = late_pattern(
    r"^\W*(?:(?:but|and|no|oh|so|well|sorry)\W+)*(?:[\w'’]+ ){1,3}(?:of|for|to|with|from)"
    r" (?:what|whom|which)\W*$",
    re.IGNORECASE,
)
#: What a line was to say, is what its first question by "what" asks.
_ASKS_SENSE = late_pattern(
    r"\bwhat (?:do|did|does) (?:you|that|it) mean\b|\bhow do you mean\b|\bmeaning what\b"
    r"|\bwhat was (?:it|that) you said\b|\bwhat is that (?:supposed|meant) to mean\b",
    re.IGNORECASE,
)
#: Who says that, has not understood the last answer.
_NOT_UNDERSTOOD = late_pattern(
    r"^\W*(?:(?:sorry|but|hm+|um|no|ok(?:ay)?)\W+)*(?:how do you mean"
    r"|I (?:do not|don['’]t|did not|didn['’]t|cannot|can['’]t) (?:really |quite )?"
    r"(?:understand|follow|get|catch)"
    r"(?: (?:you|it|that|this|what you (?:mean|said|say)))?(?: at all)?"
    r"|you(?: have|['’]ve)? lost me"
    r"|(?:that|it|this) (?:makes no sense|does(?: not|n['’]t) make (?:any )?sense|made no sense)"
    r"(?: to me)?)\W*$",
    re.IGNORECASE,
)
_LITTLE = frozenset(stem_words("say said tell told mean meant ask asked answer think know thing"))
_OF_PERSON = late_pattern(r"who(?:se|m)?")


@late_dataclass(frozen=True, slots=True)
class TakenUp:
    """Answers from one voice to questions about what it said just now."""

    index: VoiceIndex

    @property
    def voice(self) -> Voice:
        """Return the voice whose answers are searched."""
        return self.index.voice

    def answer(self, heard: str, talk: TalkHistory, about: str = "") -> Iterator[Candidate]:
        """Yield what is written behind the last answers, else that they are taken back.

        Nothing where nothing was said, or `heard` is not about that.  It may be `about` an earlier
        line.
        """
        last = talk.own[-1] if talk.own else ""
        # "With my hands? I draw maps." asks nothing: it answers.
        parts = _list_parts(leave_out_echo(heard, last) if is_question(last) else heard)
        first = filter(None, (about,))
        for said in dict.fromkeys([*first, *_list_quoted(heard, talk), *_list_said(talk)]):
            source = self.index.sources.find(said)
            of_that = (each for each in parts if not _is_of_own_words(each, heard, said))
            found = [self._find_behind(source, part, said) for part in of_that] if source else []
            best = max(filter(None, found), key=lambda each: each[0], default=None)
            if best is None and source and _ASKS_SENSE.search(heard):
                best = _find_sense(source, talk)
            is_last = said in (about, *talk.own[-1:], *talk.aloud[-1:])
            if best and best[1] not in talk.own and (is_last or best[0] >= EARLIER):
                fit = _find_fit(best[0], is_last)
                yield Candidate(best[1], Origin.VOICE, fit, found=found_by.BEHIND_SAID)
                return
        if not talk.last:
            return
        asked = (each for each in parts if is_question(each) or _NOT_UNDERSTOOD.match(each))
        yield from self._take_back(next(asked, ""), talk)

    def find_topic(self, said: str) -> str:
        """Return the heading under which something stands that the agent said; empty: none."""
        source = self.index.sources.find(said)
        return source.topic if source else ""

    def _find_behind(self, source: VoiceExchange, part: str, said: str) -> tuple[float, str] | None:
        """Return the answer behind an exchange that is for some words, and how near these are."""
        by_words = _find_written(source, part, said)
        if by_words and by_words[0] == SAME:
            return by_words
        lines = [(line, each) for each in source.leads_to for line in each.wordings]
        near = self.index.compare_behind(part, [line for line, _ in lines])
        asks = is_question(part)
        least = MEANT_ALIKE if asks else SAID_ALIKE
        # Who asks is not answered by what is for a statement, nor the other way round.
        rated = [
            (one, each)
            for one, (line, each) in zip(near, lines, strict=False)
            if one >= least and is_question(line) == asks
        ]
        if not rated:
            # Words that are alike are not enough where their meaning is known to be another.
            return by_words if max(near, default=0.0) >= NOT_OTHERWISE or not any(near) else None
        best, exchange = max(rated, key=lambda each: each[0])
        return best, exchange.answers[0].text

    def _take_back(self, question: str, talk: TalkHistory) -> Iterator[Candidate]:
        said, before = talk.own[-1] if talk.own else "", talk.asked[0] if talk.asked else ""
        sure = any(each.match(question) for each in (_OF_WHAT, _NOT_UNDERSTOOD))
        sure = sure or _ASKS_SENSE.search(question) is not None
        if not said or not (sure or _points_at(question, said, before)):
            return
        source = self.index.sources.find(said)
        if source is None and not (sure or self._is_for_anything(said)):
            return
        answered = next(iter(source.heard), "") if source else ""
        aspect = TAKEN_BACK if answered else MISHEARD
        for line in self.voice.list_for(aspect):
            if not any(own.startswith(line.partition(_HOLE)[0]) for own in talk.own):
                words = line.replace(_HOLE, answered.rstrip("."))
                fit = SURE_FIT if sure else LIKELY_FIT
                yield Candidate(words, Origin.VOICE, fit, found=BACK)
                return

    def _is_for_anything(self, said: str) -> bool:
        known = [line for each in self.voice.subjects if not each.names for line in each.known]
        lines = [each.text for each in known]
        lines += [answer.text for each in self.voice.otherwise for answer in each.answers]
        return any(each in said for each in lines)


def _list_said(talk: TalkHistory) -> Iterator[str]:
    """Return the agent's words that may be taken up, the latest first."""
    to_partner = talk.own[-LINES:] if talk.last else ()
    return iter(dict.fromkeys([*reversed(to_partner), *reversed(talk.aloud[-LINES:])]))


def _list_quoted(heard: str, talk: TalkHistory) -> Iterator[str]:
    """Return what the agent said of late and `heard` says after it, the latest first."""
    said = reversed((*talk.own[-QUOTABLE:], *talk.aloud))
    return (each for each in said if quotes(heard, each))


def _find_sense(source: VoiceExchange, talk: TalkHistory) -> tuple[float, str] | None:
    """Return what is written for the first question by "what" behind an exchange, if it was not
    said yet, with how near it is: "What do you mean?" asks for that."""
    for each in source.leads_to:
        says = each.answers[0].text
        if says not in talk.own and any(find_question_word(e) == "what" for e in each.heard):
            return WORDED, says
    return None


def _find_fit(near: float, is_last: bool) -> float:
    """Return how well what is behind an answer fits, whose words or meaning are so `near`."""
    if near == SAME:
        return SAME_WORDS_FIT if is_last else WRITTEN_FIT
    return min(WRITTEN_FIT, near + BEHIND)


def _list_parts(heard: str) -> list[str]:
    """Return what was heard, and its sentences."""
    return list(dict.fromkeys([heard, *split_sentences(heard)]))


def _find_written(source: VoiceExchange, part: str, said: str) -> tuple[float, str] | None:
    """Return the answer behind an exchange that is nearest in words, and how near: `SAME`, or the
    share of words; None if no question there is like that."""
    asked, word = set(stem_words(part)) - _LITTLE, find_question_word(part)
    about, asks = set(stem_words(said)), is_question(part)
    best, most = None, 0.0
    for each in source.leads_to:
        for line in each.wordings:
            if find_words(line) == find_words(part):
                return SAME, each.answers[0].text
            if not asks:
                continue
            wanted = set(stem_words(line)) - _LITTLE
            shared = len(asked & wanted)
            alike = _ask_alike(find_question_word(line), word)
            share = shared / max(1, min(len(asked), len(wanted)))
            if alike and asked <= about and (asked or _is_bare(part)):
                share = max(share, COVERED)
            if share >= COVERED and share + alike / 2 > most and (alike or share == 1):
                best, most = each, share + alike / 2
    return (WORDED, best.answers[0].text) if best else None


def _is_of_own_words(part: str, heard: str, said: str) -> bool:
    """Return whether a question is of what its asker has told before it in the same words, and not
    of what was said to them: "My brother is blind now. What would you do?" """
    sentences = split_sentences(heard)
    if part not in sentences or not is_question(part):
        return False
    *before, asks = sentences[: sentences.index(part) + 1]
    of_said = set(stem_words(said)) - _LITTLE
    told = (each for each in before if not is_question(each) and len(find_words(each)) >= TOLD)
    return not of_said & {*stem_words(asks)} and any(
        not of_said & {*stem_words(each)} for each in told
    )


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
