"""Kinds of what is said, known by the examples of ``text/acts.md``, by meaning.

A worry has too many words for a list of them: "Two fingers have gone numb, and I hold the saw with
that hand."  A sentence is of the kind whose examples are nearest to it.  Without a sentence model
nothing is known here, and the rules of `worries` decide alone.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence

from agents.mind.speech.told.examples import NO_EXAMPLES, Examples, read_examples
from agents.mind.speech.told.vetoes import may_weigh
from agents.mind.voice.courtesies import asks
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS, SentenceMeanings
from agents.prose import split_sentences
from world.vault.texts import Texts

#: The key of a text with the examples of one kind, one a line.
EXAMPLES = "acts."

#: Kinds of what weighs on people: names of `worries.WORRY_KINDS`, and a death.
WORRYING = frozenset(
    (
        *("ailing", "ill", "death", "missing", "debt", "work", "quarrel", "fear", "guilt"),
        *("lonely", "homesick", "decision", "expecting", "sleepless", "ruin", "despair"),
    )
)

#: What weighs on somebody, but of two kinds as much.
TROUBLE = "trouble"

#: A kind is as near as so many of its nearest examples on the average.
AGREEING = 3

#: From this nearness on a sentence is of a kind that is nearer than each other one by `MARGIN`.
NEAR, MARGIN = 0.4, 0.03

#: What people show, and how near to these words have to be: joy at what made somebody weep is
#: worse than none.
SHOWN = {"joy": 0.5, "sympathy": 0.4}

#: The kinds of so many sentences are kept.
KEPT = 1000

#: The kinds of so many are found without a pause; one takes some 0.2 ms.
FOUND_AT_ONCE = 16


class SpokenActs:
    """Tells of which kind a sentence is; whoever asks has it heard before."""

    def __init__(self, texts: Texts, sentences: SentenceMeanings = NO_SENTENCE_MEANINGS) -> None:
        self._texts = texts
        self._sentences = sentences
        self._examples = NO_EXAMPLES
        self._found: OrderedDict[str, str] = OrderedDict()

    @property
    def lines(self) -> tuple[str, ...]:
        """All examples, each once."""
        return self._read().lines

    async def hear(self, sentences: Iterable[str]) -> None:
        """Prepare `find` for these sentences: some 10 ms each that is new."""
        self._sentences.begin(self.lines)
        new = [each for each in sentences if each not in self._found]
        await self._sentences.hear(new)
        for at, each in enumerate(new):
            if at % FOUND_AT_ONCE == 0:
                await asyncio.sleep(0)
            self.find(each)

    async def hear_both(self, words: str, others: Iterable[str]) -> None:
        """Prepare `compare` for words with each of others: some 10 ms for each new text."""
        await self._sentences.hear([words, *others])

    def compare(self, words: str, other: str) -> float | None:
        """Return how near two texts are in meaning, 0 to 1; None: that is not known."""
        return next(iter(self._sentences.compare_each(words, [other])), None) or None

    def is_known(self, sentence: str) -> bool:
        """Return whether it is known already of which kind a sentence is."""
        self._read()
        return sentence in self._found

    def find(self, sentence: str) -> str:
        """Return the kind of a sentence: one of `WORRYING`, `TROUBLE` or another of the texts.

        It is empty if no kind is near, two are as near, or the sentence was not heard.
        """
        lines = self._read().lines
        if sentence in self._found:
            return self._found[sentence]
        near = self._sentences.compare(sentence, lines)
        if not near:
            return ""
        found = self._found[sentence] = self._choose(sentence, near)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        return found

    def find_worry_kind(self, sentence: str) -> str:
        """Return the kind of a worry, or `TROUBLE`; empty: none."""
        found = self.find(sentence)
        return found if found in WORRYING or found == TROUBLE else ""

    def rate(self, sentence: str) -> Mapping[str, float]:
        """Return how near a sentence is to each kind, 0 to 1; nothing if it was not heard."""
        examples = self._read()
        near = self._sentences.compare(sentence, examples.lines)
        return examples.rate(near, AGREEING) if near else {}

    def find_shown(self, words: str) -> str:
        """Return what somebody shows in words without a question: ``joy``, or ``sympathy`` with
        the agent; empty: neither."""
        for each in () if asks(words) else split_sentences(words):
            kind = self.find(each)
            if kind in SHOWN and self.rate(each)[kind] >= SHOWN[kind]:
                return kind
        return ""

    def _choose(self, sentence: str, near: Sequence[float]) -> str:
        rated = self._read().rate(near, AGREEING)
        worry, other = sorted(WORRYING & rated.keys(), key=lambda kind: -rated[kind])[:2]
        plain = max(rated.keys() - WORRYING, key=lambda kind: rated[kind])
        if max(rated[worry], rated[plain]) < NEAR:
            return ""
        if rated[plain] >= rated[worry]:
            return plain
        if rated[worry] - rated[plain] < MARGIN or not may_weigh(sentence, worry, rated[worry]):
            return ""
        return worry if rated[worry] - rated[other] >= MARGIN else TROUBLE

    def _read(self) -> Examples:
        """Return the examples; what was found by those of another edition is forgotten."""
        if self._examples.edition != self._texts.edition:
            self._examples = read_examples(self._texts, EXAMPLES)
            self._found.clear()
        return self._examples
