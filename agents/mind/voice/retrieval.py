"""Finding what a voice has for a moment: the nearest exchanges, and the remarks that fit."""

from __future__ import annotations

import asyncio
import functools
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from agents.meaning import NO_MEANINGS, Meanings
from agents.mind.voice.asking import is_question, remove_address
from agents.mind.voice.conditions import VoiceMoment, rate_conditions
from agents.mind.voice.known_lines import KnownLines
from agents.mind.voice.likeness import TalkWeights, TalkWords, list_parts, stem_talk
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS, SentenceMeanings
from agents.mind.voice.sources import VoiceSources
from agents.mind.voice.voice import Remark, Voice, VoiceExchange
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass

#: An exchange answers what was said if it is at least so near.
NEAR_ENOUGH = 0.4

#: The part that nearness in meaning has in the likeness of two lines, where it is known; the rest
#: is that of their words.
MEANING_SHARE = 0.4

#: A part of what was heard counts so much of the whole.
PART = 0.9

#: Where a sentence model knows them, lines are alike in meaning from `ALIKE` on; what is further
#: apart than `FAR` is not made alike by shared words.
ALIKE, FAR = 0.5, 0.4

#: So many of the nearest exchanges are read together with what was heard.
READ_TOGETHER = 8

#: From this likeness in words on an exchange is for just what was heard.
SAME_WORDS = 0.95

#: Lines of a voice that are read without a pause; one takes up to 0.5 ms.
SLICE_LINES = 16

#: How alike the lines and what was heard are is kept of so many lines heard.
KEPT_RATINGS = 4

#: What a condition that holds adds to the score of an exchange, per point.
CONDITION_SHARE = 0.05


class Likeness(NamedTuple):
    """How alike a line and what was heard are, and by what."""

    score: float
    """From 0 to 1."""
    by_meaning: bool = False
    words: float = 0.0
    """How alike they are in words alone, from 0 to 1."""
    meant: float = 0.0
    """How near they are in meaning, from 0 to 1; 0 where that is not known."""


@late_dataclass(frozen=True, slots=True)
class NearExchange:
    """An exchange that is like what was heard."""

    exchange: VoiceExchange
    heard: str
    """The wording that is nearest."""
    score: float
    """From 0 to about 1; 1 means the same words."""
    by_meaning: bool = False
    """Whether it is like it in meaning more than in words."""
    words: float = 0.0
    """How alike `heard` is in words alone, from 0 to 1."""
    meant: float = 0.0
    """How near `heard` is in meaning, from 0 to 1; 0 where that is not known."""
    second: float = 0.0
    """How alike its second wording is, from 0 to 1; 0 where it has none."""
    chance: float = 0.0
    """How likely it answers, from 0 to 1; 0: nobody has decided that."""

    @property
    def known(self) -> tuple[str, str]:
        """The wording, and the exchange's first answer."""
        return self.heard, self.exchange.answers[0].text


@late_dataclass(frozen=True, slots=True)
class FittingRemark:
    """A remark whose conditions hold."""

    remark: Remark
    score: float
    """The more closely its conditions describe the moment, the higher; 0: it has none."""


class VoiceIndex:
    """Searches one voice; the same question has the same answer."""

    def __init__(
        self,
        voice: Voice,
        own_name: str = "",
        meanings: Meanings = NO_MEANINGS,
        sentences: SentenceMeanings = NO_SENTENCE_MEANINGS,
    ) -> None:
        self.voice = voice
        self._own_name = own_name
        self._meanings = meanings
        self._sentences = sentences
        self._rated: OrderedDict[tuple[str, bool], Mapping[str, Likeness]] = OrderedDict()
        """How alike what was asked for last and the lines are, the latest last."""
        self._learnt: KnownLines | None = None
        self._sources: VoiceSources | None = None

    def prepare(self) -> None:
        """Find out what is the same for all questions; else the first one does, in half a second.

        May run in a thread.
        """
        self._compare("")

    async def prepare_in_slices(self) -> None:
        """Do `prepare`; between slices, others may use the loop."""
        learning, is_done = chain(self._learn(), self._learn_sources()), False
        while not is_done:
            is_done = not list(islice(learning, SLICE_LINES))
            await asyncio.sleep(0)
        for _ in self._meanings.take_in(self.lines):
            await asyncio.sleep(0)

    @functools.cached_property
    def lines(self) -> tuple[str, ...]:
        """All lines that the voice answers, each once."""
        return tuple(dict.fromkeys(line for each in self.voice.exchanges for line in each.heard))

    @functools.cached_property
    def answers(self) -> tuple[str, ...]:
        """The text of every answer of the voice, and all it knows."""
        return tuple(self.voice.list_answers())

    @functools.cached_property
    def lines_behind(self) -> tuple[str, ...]:
        """All lines that stand behind an answer, each once."""
        voice = self.voice
        behind = (led for each in (*voice.exchanges, *voice.unasked) for led in each.leads_to)
        return tuple(dict.fromkeys(line for each in behind for line in each.wordings))

    @property
    def sources(self) -> VoiceSources:
        """What knows from which exchange something was said; made at the first use, in 40 ms."""
        deque(self._learn_sources(), maxlen=0)
        assert self._sources is not None
        return self._sources

    def _learn_sources(self) -> Iterator[None]:
        if self._sources is None:
            sources = VoiceSources()
            yield from sources.take_in(self.voice)
            self._sources = sources

    def learn(self) -> None:
        """Begin to make what a sentence model compares with, in the background."""
        self._sentences.begin(self.lines, self.lines_behind)

    async def listen(self, heard: str) -> None:
        """Prepare a sentence model for `heard`, and for each of two questions in it.

        Then `rank_exchanges` can go by meaning, and `find_reading` knows the nearest exchanges.
        """
        asked = self.remove_own_name(heard)
        questions = list_questions(asked)
        for each in questions if len(questions) == 2 else ():
            await self._listen(each)
        await self._listen(asked)

    async def compare_in_slices(self, heard: str) -> None:
        """Prepare `rank_exchanges` for `heard`, by meaning only if it was listened to; between
        slices, others may use the loop."""
        for _ in self._rate_in_parts(self.remove_own_name(heard)):
            await asyncio.sleep(0)

    async def _listen(self, asked: str) -> None:
        await self._sentences.hear(list_parts(asked))
        await self.compare_in_slices(asked)
        near = self.rank_exchanges(asked)[:READ_TOGETHER]
        if near and near[0].meant and not any(each.words >= SAME_WORDS for each in near):
            await self._sentences.read(asked, [each.known for each in near])

    def compare_behind(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        """Return how near in meaning each of some `lines_behind` is to a sentence that was
        listened to, 0 where that is not known; or nothing."""
        return self._sentences.compare_each(self.remove_own_name(heard), lines)

    def find_reading(self, heard: str, near: NearExchange) -> float | None:
        """Return the log of odds that an exchange answers `heard`, read together; None: unread."""
        return self._sentences.find_reading(self.remove_own_name(heard), near.known)

    def rank_exchanges(self, heard: str, moment: VoiceMoment | None = None) -> list[NearExchange]:
        """Return the exchanges that are like `heard` in words or meaning, the nearest first.

        With a `moment`, exchanges whose conditions do not hold are left out.
        """
        alike = self._recall_rating(self.remove_own_name(heard))
        known = (
            (each, lines)
            for each in self.voice.exchanges
            if (lines := [line for line in each.heard if line in alike])
        )
        found = [near for each in known if (near := _rate(*each, alike, moment))]
        return sorted(found, key=lambda near: -near.score)

    @property
    def meanings(self) -> Meanings:
        """What compares words and lines by the vectors of their words."""
        return self._meanings

    def weigh(self, stem: str) -> float:
        """Return how much a word of the voice tells."""
        return self._known.weights.weigh(stem_talk(stem))

    def remove_own_name(self, heard: str) -> str:
        """Return words heard without the name of the agent that they call."""
        return remove_address(heard, self._own_name)

    def _recall_rating(self, heard: str) -> Mapping[str, Likeness]:
        """Return how alike each line and `heard` are, kept for the last lines: a turn asks for it
        several times."""
        if (found := self._rated.get(self._key_of(heard))) is None:
            deque(self._rate_in_parts(heard), maxlen=0)
            found = self._rated[self._key_of(heard)]
        return found

    def _key_of(self, heard: str) -> tuple[str, bool]:
        """Return what a rating is kept by: once a sentence model knows a line, it is another."""
        find_vector = self._sentences.find_vector
        return heard, all(find_vector(part) is not None for part in list_parts(heard))

    def _rate_in_parts(self, heard: str) -> Iterator[None]:
        """Find out how alike each line of the exchanges and `heard`, or a part of it, are; yield
        now and then."""
        # A sentence model may come to know the line meanwhile: what was found has not heard of it.
        key, parts, lines = self._key_of(heard), list_parts(heard), self.lines
        compared: dict[str, Sequence[float]] = {}
        for part in parts:
            compared[part] = self._sentences.compare(part, lines)
            yield
        meant = _find_best(map(compared.__getitem__, parts))
        # Of thousands of lines, some hundred may answer, and the words of these alone are compared.
        places = [at for at, near in enumerate(meant) if near >= FAR] if meant else None
        yield
        worded: list[list[float]] = []
        for part in parts:
            worded.append(self._compare(part, places))
            yield
        words = _find_best(worded)
        if places is None:
            found = {
                line: Likeness(each, words=each)
                for line, each in zip(lines, words, strict=True)
                if each
            }
        else:
            rated = zip(places, words, self._known.weigh_manners(heard, places), strict=True)
            found = {lines[at]: _join(word, meant[at], role) for at, word, role in rated}
        self._rated[key] = found
        self._rated.move_to_end(key)
        while len(self._rated) > KEPT_RATINGS:
            self._rated.popitem(last=False)

    def _compare(self, heard: str, places: Sequence[int] | None = None) -> list[float]:
        """Return how alike the lines at `places`, or all, and `heard` are in words."""
        near = self._meanings.compare(heard, self.lines)
        return self._known.rate(heard, near, MEANING_SHARE if any(near) else 0.0, places)

    @property
    def _known(self) -> KnownLines:
        """Made at need: a start has no time for it."""
        deque(self._learn(), maxlen=0)
        assert self._learnt is not None
        return self._learnt

    def _learn(self) -> Iterator[None]:
        """Find out what is the same for all questions, unless that is done; yield at each line."""
        if self._learnt is not None:
            return
        topics: dict[str, list[str]] = defaultdict(list)
        for each in self.voice.exchanges:
            topics[each.topic or str(each.line_number)] += each.heard
        weights, words = TalkWeights(own_name=self._own_name), dict[str, TalkWords]()
        for lines in topics.values():
            yield from weights.take_in(lines, words)
        known = KnownLines((), weights)
        yield from known.take_in({line: words[line] for line in self.lines})
        self._learnt = known

    def list_fitting_remarks(self, moment: VoiceMoment) -> list[FittingRemark]:
        """Return the remarks whose conditions hold, the most closely fitting first."""
        rated = ((each, rate_conditions(each.conditions, moment)) for each in self.voice.remarks)
        found = [FittingRemark(remark, points) for remark, points in rated if points is not None]
        return sorted(found, key=lambda each: -each.score)


def list_questions(heard: str) -> list[str]:
    """Return the sentences of a line that ask something that may be answered by itself."""
    parts = list_parts(heard)
    return [each for each in split_sentences(heard) if each in parts and is_question(each)]


def _rate(
    exchange: VoiceExchange,
    lines: list[str],
    alike: Mapping[str, Likeness],
    moment: VoiceMoment | None,
) -> NearExchange | None:
    """Return an exchange by those of its `lines` that are alike; None: it is not near now."""
    points = rate_conditions(exchange.conditions, moment) if moment else 0.0
    if points is None:
        return None
    lines.sort(key=lambda line: -alike[line].score)
    nearest, best = lines[0], alike[lines[0]]
    if not best.score:
        return None
    second = alike[lines[1]].score if len(lines) > 1 else 0.0
    score = best.score + CONDITION_SHARE * points * best.score
    return NearExchange(exchange, nearest, score, best.by_meaning, best.words, best.meant, second)


def _find_best(ratings: Iterable[Sequence[float]]) -> list[float]:
    """Return for each line the best rating of the whole, which is the first, and, a little less, of
    its parts."""
    whole, *parts = ratings
    best = list(whole)
    for part in parts:
        best = list(map(max, best, (PART * each for each in part)))
    return best


def _join(words: float, meant: float, role: float) -> Likeness:
    """Return the likeness of a line by its words and by its meaning."""
    by_meaning = meant * role >= max(ALIKE, words)
    return Likeness(meant * role if by_meaning else words, by_meaning, words, meant)
