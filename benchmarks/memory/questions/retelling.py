"""Models that retell what they are told: one faithfully, one carelessly.

Both fill a share of the summary's limit with prose about everything else, and cite the memories
that a sentence comes from.  The careless one distorts as real models were seen to: it writes 42 for
24, another's name, another day, drops a "not" or a "perhaps", tells what it heard as a fact, turns
giver and receiver round, adds a promise, and keeps the old value where it has a new one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agents.boundaries import Model
from agents.memory.strategies.protocol import LONGTERM_LIMIT, RECENT_LIMIT
from agents.models.testing.prompts import ParsedPrompt, PromptLine
from agents.models.testing.retelling import format_marks
from agents.prose import CITATION, move_citations_inward, split_sentences
from agents.spread import pick_evenly
from benchmarks.memory.questions.cases import QuestionCase
from benchmarks.memory.questions.values import NAMED, PEOPLE
from benchmarks.memory.scripted.talkative import list_in_sections, retell_line
from benchmarks.memory.scripted.writing import WritingModel

PROSE = 0.3
"""The share of a summary's limit that is prose about everything else."""
DISTORTED = 0.3
"""The share of sentences that the careless model distorts, each time it writes them."""

_OF_SOURCE = 0.6
_NOTHING = "I spent the days as I always do."
_PROSE_BEGINS = "I noticed how "
_MARK = re.compile(rf"\s*({CITATION})")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Told:
    text: str
    """A sentence without its full stop and without citations."""
    seqs: tuple[int, ...]
    of_case: bool


class RetellingModel(WritingModel):
    """Answers what is asked about memories; with `careless`, as a bad model does."""

    def __init__(self, cases: Sequence[QuestionCase], *, careless: bool, seed: int) -> None:
        self._told = {said.text: said.told for case in cases for said in case.said}
        self._older = {
            case.said[1].told: case.said[0].told for case in cases if case.kind == "superseded"
        }
        self._careless, self._seed = careless, seed

    def write(self, asked: ParsedPrompt) -> str:
        chance = random.Random(f"{self._seed}\n{asked.prompt}")
        limit = min(
            RECENT_LIMIT if asked.kind == "summary" else LONGTERM_LIMIT,
            int(asked.size * _OF_SOURCE),
        )
        every = list({each.text: each for each in self._retell(asked)}.values())
        told = self._choose_values([each for each in every if each.of_case])
        if self._careless:
            told = [_distort_sometimes(each, chance) for each in told]
        prose = [each for each in every if not each.of_case]
        kept = {*_fit(told, limit, chance), *_fit(prose, int(PROSE * limit), chance)}
        lines = [_write_sentence(each, asked) for each in (*told, *prose) if each in kept]
        lines = lines[: asked.sentences or len(lines)] or [_NOTHING]
        return list_in_sections(lines) if asked.kind == "sections" else " ".join(lines)

    def _choose_values(self, told: Sequence[_Told]) -> list[_Told]:
        """Leave out the old value where both are told; the careless model leaves out the new."""
        texts = {each.text for each in told}
        both = {(new, old) for new, old in self._older.items() if {new, old} <= texts}
        dropped = {new if self._careless else old for new, old in both}
        return [each for each in told if each.text not in dropped]

    def _retell(self, asked: ParsedPrompt) -> Iterator[_Told]:
        for line in asked.lines:
            known = next((told for said, told in self._told.items() if said in line.text), None)
            if line.number is not None and known:
                yield _Told(known, (line.number,), of_case=True)
            elif line.number is not None:
                yield _Told(retell_line(line.text).rstrip("."), (line.number,), of_case=False)
            else:
                yield from _read_prose(line)


def _read_prose(line: PromptLine) -> Iterator[_Told]:
    """Yield the sentences of an earlier text, whoever has written them."""
    for sentence in split_sentences(move_citations_inward(line.text.removeprefix("- "))):
        marks = (n for mark in _MARK.findall(sentence) for n in _NUMBER.findall(mark))
        seqs = tuple(sorted(set(map(int, marks))))
        text = _MARK.sub("", sentence).strip().removesuffix(".")
        if text and not text.endswith(":") and text != "None":
            yield _Told(text, seqs, of_case=not text.startswith(_PROSE_BEGINS))


def _write_sentence(told: _Told, asked: ParsedPrompt) -> str:
    marks = format_marks(told.seqs) if asked.cites or asked.kind != "summary" else ""
    return f"{told.text}{marks}."


def _fit(told: Sequence[_Told], room: int, chance: random.Random) -> list[_Told]:
    """Return what fits into `room` characters: all, or as many as fit, none preferred."""
    sizes = sum(len(each.text) + 10 for each in told)
    if sizes <= room:
        return list(told)
    shuffled = chance.sample(list(told), len(told))
    return pick_evenly(shuffled, int(len(told) * room / sizes))


# --- distorting -------------------------------------------------------------------------


def _distort_sometimes(told: _Told, chance: random.Random) -> _Told:
    if chance.random() >= DISTORTED:
        return told
    ways = [way for way in _WAYS if way(told.text, random.Random(1)) != told.text]
    if not ways:
        return told
    return _Told(chance.choice(ways)(told.text, chance), told.seqs, of_case=True)


def _turn_digits(text: str, chance: random.Random) -> str:
    return re.sub(r"\b(\d)(\d)\b", r"\2\1", text, count=1)


def _find_people(text: str) -> list[str]:
    return [each for each in re.findall(r"\b[A-Z]\w+", text) if each in _PEOPLE]


def _swap_name(text: str, chance: random.Random) -> str:
    """Put somebody else in the place of the one who is named last."""
    people = _find_people(text)
    return _replace_last(text, people[-1], chance.choice(PEOPLE)) if people else text


def _turn_round(text: str, chance: random.Random) -> str:
    people = list(dict.fromkeys(_find_people(text)))
    if len(people) < 3:
        return text
    first, second = people[1:3]
    parts = re.split(rf"\b({first}|{second})\b", text)
    return "".join({first: second, second: first}.get(each, each) for each in parts)


def _swap_day(text: str, chance: random.Random) -> str:
    day = next((each for each in NAMED["day"] if each in text), None)
    return text.replace(day, chance.choice([e for e in NAMED["day"] if e != day])) if day else text


def _drop_denial(text: str, chance: random.Random) -> str:
    cut = re.sub(r"\b(not|never|no) |(?<=can)not\b", "", text, count=1)
    return cut.replace("neither", "both").replace("nobody has", "somebody has")


def _drop_doubt(text: str, chance: random.Random) -> str:
    cut = re.sub(r"\b(perhaps|maybe|likely|supposedly) ", "", text, count=1)
    cut = re.sub(r"\b(might|may|could)\b", "will", cut, count=1)
    return cut.replace("wondered whether", "said that").replace("would sell", "sell")


def _drop_speaker(text: str, chance: random.Random) -> str:
    """Tell what was heard as if it were so."""
    cut = re.sub(rf"^({'|'.join(PEOPLE)}) told me that (?=\w)", "", text)
    return cut[0].upper() + cut[1:]


def _add_promise(text: str, chance: random.Random) -> str:
    people = _find_people(text) if "I promised" not in text else []
    return f"{text}, and I promised {people[0]} to see to it" if people else text


def _replace_last(text: str, word: str, other: str) -> str:
    before, _, after = text.rpartition(word)
    return before + other + after


_PEOPLE = frozenset(PEOPLE)
_WAYS: tuple[Callable[[str, random.Random], str], ...] = (
    _turn_digits,
    _swap_name,
    _turn_round,
    _swap_day,
    _drop_denial,
    _drop_doubt,
    _drop_speaker,
    _add_promise,
)
_model: type[Model] = RetellingModel
