"""Ask a model whether memories bear its sentences out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agents.boundaries import Model, TokenCounter
from agents.memory.core.templates import fill_template, shows_all
from agents.memory.language.evidence import Source
from agents.memory.summarization.second_reading.readings import (
    NOT_READ,
    Answer,
    GroundedSentence,
    SecondReading,
    show_line,
)
from agents.memory.summarization.second_reading.trials import MOST_TRIALS, Trial, make_trials
from agents.memory.summarization.usage import MeteredModel, Usage
from agents.prose import cut_text
from late.late_pattern import late_pattern

#: The default wording. ``{lines}`` are the memories, ``{sentences}`` what is to be read.
READING_PROMPT = (
    "# Memories:\n{lines}\n\n"
    "# Sentences, each with the numbers of the memories that it rests on:\n{sentences}\n\n"
    "# Do the memories bear each sentence out? (For each sentence one line: its number and one"
    " word. yes: its memories tell it or it follows from them, in whatever words. no: if its"
    ' memories are true it is false: another person, number, day, order or place, a "not" too many'
    " or too few, a plan, a guess or a claim told as a fact. open: its memories do not tell.)\n"
)

#: Sentences of one request.
MOST_SENTENCES = 16

#: Memories are numbered from here on, so that a sentence's number is none of theirs.
_FIRST = 101

#: Tokens of the answer: for each sentence, and besides, for a model that begins with words.
_ANSWER_TOKENS, _SPARE_TOKENS = 8, 64

#: The model may not begin a section of its own.
_STOP = ("\n#", "\n---", "\n\n\n")

_ANSWERED = late_pattern(r"^\W*(\d{1,3})\W+(yes|no|open)\b", re.IGNORECASE | re.MULTILINE)
_WORDS: Mapping[str, Answer] = {"yes": "yes", "no": "no", "open": "open"}


class ReaderUntrue(Exception):
    """A model answered wrongly to a sentence of which the answer is known."""


class SecondReader:
    """Has `model` read sentences again.

    A request and its answer have room in `context_tokens`, by `tokens`.  With the sentences come
    one that is known to be true and some that are known to be false, where they can be made
    (`trials`): what a model says that takes the one for the other is not believed.  It bears a
    sentence out only if one was false though figures and names were right.
    """

    def __init__(
        self, model: Model, template: str, tokens: TokenCounter, context_tokens: int
    ) -> None:
        self._model = MeteredModel(model)
        self._template = template if shows_all("summary.reading", template) else READING_PROMPT
        self._tokens = tokens
        self._room = context_tokens - _SPARE_TOKENS * 2

    @property
    def usage(self) -> Usage:
        """What has been used of the model so far."""
        return self._model.usage

    async def read(self, readings: Sequence[GroundedSentence]) -> SecondReading:
        """Return what the model says of some sentences. Raises `ModelError` and `ReaderUntrue`."""
        found = NOT_READ
        for part in self._divide(readings):
            found = found.join(await self._read_part(part))
        return found

    def _divide(self, readings: Sequence[GroundedSentence]) -> Iterator[list[GroundedSentence]]:
        """Yield the sentences in parts for which there is room, each with what it rests on."""
        part, used, longest = list[GroundedSentence](), 0, 0
        empty = self._tokens.count(self._template)
        for each in readings:
            size = self._tokens.count(_fill(self._template, [each])) - empty + _ANSWER_TOKENS
            longest = max(longest, self._measure_trial(each))
            whole = empty + used + size + MOST_TRIALS * longest
            if part and (len(part) == MOST_SENTENCES or whole > self._room):
                yield part
                part, used, longest = [], 0, self._measure_trial(each)
            if empty + size + MOST_TRIALS * longest <= self._room:
                part.append(each)
                used += size
        if part:
            yield part

    def _measure_trial(self, reading: GroundedSentence) -> int:
        """Return the tokens of a sentence that is made of what `reading` rests on."""
        longest = max((show_line(each.text) for each in reading.grounds), key=len)
        return self._tokens.count(f"99. {longest} [{_FIRST}]\n") + _ANSWER_TOKENS

    async def _read_part(self, readings: Sequence[GroundedSentence]) -> SecondReading:
        trials = make_trials(readings)
        asked = _mix(readings, trials)
        answer = await self._model.complete(
            _fill(self._template, asked),
            stop=_STOP,
            max_tokens=_ANSWER_TOKENS * len(asked) + _SPARE_TOKENS,
            temperature=0.0,
        )
        said = read_answers(answer.text, len(asked))
        by_reading = {id(each): said.get(at) for at, each in enumerate(asked, 1)}
        for trial in trials:
            if by_reading[id(trial.reading)] != trial.right:
                raise ReaderUntrue(
                    f'"{cut_text(trial.reading.sentence, 80)}" is'
                    f" {by_reading[id(trial.reading)] or 'not answered'}, not {trial.right}"
                )
        tried = any(each.of_sense for each in trials)
        chosen = {each.sentence: by_reading[id(each)] for each in readings}
        return SecondReading(
            # Who was not tried with another sense may only compare figures and names.
            frozenset(each for each, word in chosen.items() if word == "yes" and tried),
            frozenset(each for each, word in chosen.items() if word == "no"),
        )


def read_answers(text: str, count: int) -> dict[int, Answer]:
    """Return the answers by the number of their sentence, from 1 to `count`.

    Of a sentence with two different answers there is none.
    """
    found: dict[int, Answer] = {}
    unclear = set[int]()
    for number, word in _ANSWERED.findall(text):
        at, answer = int(number), _WORDS[word.casefold()]
        if found.setdefault(at, answer) != answer:
            unclear.add(at)
    return {at: each for at, each in found.items() if 0 < at <= count and at not in unclear}


def _mix(readings: Sequence[GroundedSentence], trials: Sequence[Trial]) -> list[GroundedSentence]:
    """Return the sentences with the known ones among them."""
    mixed = list(readings)
    for number, each in enumerate(trials):
        mixed.insert((number + 1) * len(readings) // (len(trials) + 1) + number, each.reading)
    return mixed


def _fill(template: str, readings: Sequence[GroundedSentence]) -> str:
    grounds = dict.fromkeys(each for one in readings for each in one.grounds)
    numbers = {each: at for at, each in enumerate(sorted(grounds, key=_find_place), _FIRST)}
    lines = (f"[{numbers[each]}] {show_line(each.text)}" for each in numbers)
    sentences = (
        f"{at}. {show_line(each.sentence)} [{', '.join(str(numbers[one]) for one in each.grounds)}]"
        for at, each in enumerate(readings, 1)
    )
    return fill_template(template, lines="\n".join(lines), sentences="\n".join(sentences))


def _find_place(ground: Source) -> int:
    return ground.numbers[-1] if ground.numbers else 0
