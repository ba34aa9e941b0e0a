"""Answers to words that only make sense behind the last answer: "Why?", "Tell me more.", "What?"

What the voice has under the same heading as that answer goes on with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from agents.memory.language.stems import find_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import Exchanged, TalkHistory
from agents.mind.voice.asking import find_question_word
from agents.mind.voice.voice import Voice, VoiceExchange
from agents.prose import soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: How well such an answer fits: nothing else has to do with a bare "Why?".
FIT = 0.8

#: One that is given to a question for the second time in other words fits so much less.
AGAIN, LEAST_AGAIN = 0.1, 0.85

#: That one knows no reason, or no more, goes behind all that asks back.
REFUSES = 0.3

#: What stands under the same heading for such a question is often of something else.
SAME_HEADING = 0.2

#: What was among so many of the latest lines to somebody, they remember.
LATELY = 8

#: Where lines that a person wrote for the agent come from.
_WRITTEN = (Origin.VOICE, Origin.PROFILE)

_ONLY = r"(?:[\s,]+(?:then|so|exactly|that|is that|was that|please|not|come))*\W*$"
_BARE = late_pattern(rf"^\W*(?:(?:and|but|so|oh)\W+)*(?P<asks>why|how|where|when|who){_ONLY}", re.I)
#: "How come?" and "What for?" ask for a reason; "How can you tell?" how it is known.
_REASON = late_pattern(
    r"^\W*(?:(?:and|but|so|oh|ok|okay|well)\W+)*(?:why (?:not|is that|was that|on earth|ever)"
    r"|why['’]s that|how (?:come|so)|what for|for what|why (?:that|this)"
    r"|(?:on|for) what (?:grounds?|reasons?)|what makes you (?:say|think) (?:that|so)"
    r"|why (?:do|did|would|should) you (?:say|think|believe|feel|advise)(?: (?:that|so|it|this))?)"
    rf"{_ONLY}",
    re.IGNORECASE,
)
_KNOWN = late_pattern(
    r"^\W*(?:[^?.!]{0,40}\? )?(?:(?:and|but|so|oh|ok|okay|well)\W+)*"
    r"how (?:do|can|could|would|did) you (?:tell|know|find out|be (?:so )?sure)"
    rf"(?: (?:that|it|this|all that|of it|about it))?{_ONLY}",
    re.IGNORECASE,
)
_MORE = late_pattern(
    r"^\W*(?:(?:please|and|oh|so|well|(?:can|could|will|would) you)\W+)*(?:(?:tell|give) me more"
    r"|say more|go on|and then|then what|and after(?:wards| that)"
    r"|what (?:then|next|else)|what happened (?:then|next|after)"
    r"|continue|more)(?: (?:about|of) (?:that|it|this|him|her|them))?(?:\W+(?:please|then))?\W*$",
    re.IGNORECASE,
)
_REPEAT = late_pattern(
    r"^\W*(?:what|huh|pardon|sorry(?=\s*\?)|come again|say (?:that|it) again"
    r"|what did you (?:just )?say"
    r"|(?:can|could) you (?:say|repeat) (?:that|it)(?: again)?)(?:\W+(?:please|me))?\?*\W*$",
    re.IGNORECASE,
)
#: "The taste? What taste do you mean?"
_MEANT = late_pattern(
    r"\bwhat (?:\w+ )?(?:do|did|could|can) you mean\b|\bwhat (?:is|was) that supposed to mean\b"
    r"|\bI do(?: not|n['’]t) (?:follow|understand(?: you)?)\W*$|\bwhat are you talking about\b",
    re.IGNORECASE,
)
_DOUBT = late_pattern(
    r"^\W*(?:oh |but )?(?:really|are you (?:sure|certain)|is (?:that|it) (?:so|true)|honestly|truly"
    r"|you are joking|seriously)\W*$",
    re.IGNORECASE,
)


@late_dataclass(frozen=True, slots=True)
class FollowUps:
    """Answers from one voice, else from ``text/manners.md``."""

    voice: Voice
    texts: Texts

    def answer(self, heard: str, partner: str, last: Exchanged | None) -> Iterator[Candidate]:
        """Yield what goes on with the `last` exchange; nothing if `heard` stands by itself."""
        if last is None:
            return
        if _REPEAT.match(heard):
            yield self._say("speech.repeat", words=soften_quotes(last.answer))
        elif _DOUBT.match(heard):
            yield self._say("speech.sure", name=partner)
        elif _MEANT.search(heard):
            yield self._say_one("speech.meant", last.answer, name=partner)
        elif _KNOWN.match(heard):
            yield from self._go_on(last.answer, "how")
            yield self._say_one("speech.how-known", last.answer, less=AGAIN, name=partner)
        elif asks := _find_bare(heard):
            yield from self._go_on(last.answer, asks)
            if asks == "why":
                yield self._say("speech.no-reason", less=REFUSES, name=partner)
        elif _MORE.match(heard):
            yield from self._go_on(last.answer, "")
            yield self._say("speech.no-more", less=REFUSES, name=partner)

    def _go_on(self, said: str, asks: str) -> Iterator[Candidate]:
        """Yield the answers under the heading of the one that was `said`, the next ones first."""
        exchanges = self.voice.exchanges
        at = next((n for n, each in enumerate(exchanges) if _holds(each, said)), None)
        if at is None or not exchanges[at].topic:
            return
        topic = exchanges[at].topic
        for each in (*exchanges[at + 1 :], *exchanges[:at]):
            wanted = not asks or any(find_question_word(line) == asks for line in each.heard)
            if each.topic == topic and wanted and not each.conditions:
                for answer in each.answers:
                    found = f'its voice, on "{topic}"'
                    fit = FIT - SAME_HEADING if asks else FIT
                    yield Candidate(answer.text, Origin.VOICE, fit, answer.is_gesture, found)

    def _say_one(self, key: str, behind: str, less: float = 0.0, **values: str) -> Candidate:
        """Return one of the lines of a text, always the same behind the same answer."""
        lines = self.texts.say(key, **values).split("\n")
        said = [each.strip() for each in lines if each.strip()]
        words = said[len(behind) % len(said)]
        return Candidate(words, Origin.MEMORY, FIT - less, found="what was said last")

    def _say(self, key: str, less: float = 0.0, **values: str) -> Candidate:
        said = " ".join(self.texts.say(key, **values).split())
        return Candidate(said, Origin.MEMORY, FIT - less, found="what was said last")


def asks_more(heard: str) -> bool:
    """Return whether words ask for more of what was said, and for nothing else: "And then?" """
    return _MORE.match(heard) is not None


def asks_reason(heard: str) -> bool:
    """Return whether a sentence asks for the reason of what was just said, and of nothing else."""
    return any(_find_bare(each) == "why" for each in split_sentences(heard))


def asks_again(heard: str, before: Sequence[str]) -> bool:
    """Return whether somebody asks the same again, in the same words, as one of the lines
    `before`."""
    asked = [find_words(each) for each in split_sentences(heard)]
    said = [find_words(each) for line in before for each in split_sentences(line)]
    return bool(asked) and asked[-1] in said


def say_again(
    texts: Texts,
    partner: str,
    retrieved: Collection[Candidate],
    own: Sequence[str],
    *,
    repeated: bool = False,
) -> Iterator[Candidate]:
    """Yield that the best of the voice's answers was given already, if it was.

    A line for something else, or for anything, is a worse answer to a question asked twice; and
    nobody says a whole line twice in one talk. One who has `repeated` their question does not hear
    the same again, even if that is for just these words.
    """
    voiced = [each for each in retrieved if each.origin in _WRITTEN and not each.is_gesture]
    best = max(voiced, key=lambda each: each.fit, default=None)
    if best and best.fit >= LEAST_AGAIN and best.words in own[-LATELY:]:
        lines = texts.say("speech.as-said", name=partner).split("\n")
        said = [each.strip() for each in lines if each.strip()]
        fresh = [each for each in said if each not in own[-LATELY:]] or said
        words, found = fresh[len(best.words) % len(fresh)], f"said before; {best.found}"
        fit = best.fit + AGAIN if repeated else best.fit - AGAIN
        yield Candidate(words, Origin.MEMORY, fit, found=found)


def say_asked_again(
    texts: Texts, partner: str, heard: str, found: Collection[Candidate], talk: TalkHistory
) -> Iterator[Candidate]:
    """Yield `say_again` to words of the partner, which may be the same as before in this talk."""
    repeated = asks_again(heard, talk.asked)
    return say_again(texts, partner, found, talk.own, repeated=repeated)


def _find_bare(heard: str) -> str:
    """Return the word by which a bare question asks: ``why``; empty: it is none."""
    if _REASON.match(heard):
        return "why"
    return bare["asks"].casefold() if (bare := _BARE.match(heard)) else ""


def _holds(exchange: VoiceExchange, said: str) -> bool:
    return any(each.text and each.text in said for each in exchange.answers)
