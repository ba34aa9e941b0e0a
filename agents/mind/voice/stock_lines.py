"""Lines that were written for agents: whoever says one of them has told nothing new.

The lines of all voices and steps, and the texts with which agents speak by rule.  They stay in the
memories; the journal leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from agents.memory.core.records import Experience
from agents.memory.language.classify import classify_memory
from agents.memory.language.stems import find_words
from agents.mind.voice.voice import Voice
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: Texts of these beginnings are what agents say and do by rule.
SPOKEN_TEXTS = ("brain.", "manners.", "intention.")

#: A text that hands on others' words is news to its hearer.
_HANDS_ON = late_pattern(r"\{(?:words|own|topic|gist|because)\}")
_HOLE = late_pattern(r"\{\w+\}")
#: A text with fewer letters of its own fits too much.
_LEAST_LETTERS = 8


@late_dataclass(frozen=True, slots=True)
class WrittenLines:
    """The lines that were written for some agents, and the texts by which they speak by rule."""

    lines: tuple[str, ...]
    templates: tuple[str, ...]

    @classmethod
    def of(cls, voices: Iterable[Voice], lines: Iterable[str], texts: Texts) -> WrittenLines:
        """Return those of `voices`, `lines` and the texts of `SPOKEN_TEXTS`."""
        written = [*(each for voice in voices for each in _list_lines(voice)), *lines]
        return cls(tuple(written), tuple(_list_templates(texts)))


def select_news(memories: Sequence[Experience], written: WrittenLines) -> list[Experience]:
    """Return the memories that are of more than written lines."""
    stock = _recognise(written)
    return [each for each in memories if not stock.is_stock(each)]


@lru_cache(4)
def _recognise(written: WrittenLines) -> StockLines:
    return StockLines(written)


class StockLines:
    """Recognises lines that were written for some agents."""

    def __init__(self, written: WrittenLines) -> None:
        sentences = (each for line in written.lines for each in split_sentences(line))
        self._sentences = set(map(_fold, sentences))
        templates = [*(each for each in written.lines if "{" in each), *written.templates]
        self._patterns = [_make_pattern(each) for each in dict.fromkeys(templates)]

    def is_stock(self, memory: Experience) -> bool:
        """Return whether `memory` is of nothing but such lines: said, acted out or thought."""
        reading = classify_memory(memory)
        if reading.told not in ("speech", "words", "gesture"):
            return False
        words = reading.words
        if reading.told == "gesture":
            words = words.removeprefix(f"{reading.speaker} ")
        return bool(words) and (self._fits(words) or all(map(self._fits, split_sentences(words))))

    def _fits(self, words: str) -> bool:
        folded = _fold(words)
        return folded in self._sentences or any(each.fullmatch(folded) for each in self._patterns)


def _list_lines(voice: Voice) -> Iterator[str]:
    for exchange in (*voice.exchanges, *voice.otherwise):
        yield from (each.text for each in exchange.answers)
    yield from (each.line.text for each in voice.remarks)
    yield from (line.text for each in voice.subjects for line in each.known)


def _list_templates(texts: Texts) -> Iterator[str]:
    """Yield the lines by which agents speak, without the command of those that have one."""
    for key in sorted(texts.keys()):
        if not key.startswith(SPOKEN_TEXTS):
            continue
        for line in texts.raw(key).split("\n"):
            bare = line.strip().strip("*")
            bare = bare.partition(" ")[2] if key.startswith("brain.") else bare
            letters = len(re.sub(r"\W", "", _HOLE.sub("", bare)))
            if letters >= _LEAST_LETTERS and not _HANDS_ON.search(bare):
                yield bare


def _make_pattern(template: str) -> re.Pattern[str]:
    parts = (re.escape(_fold(each)) for each in _HOLE.split(template))
    return re.compile(r" ?.{0,40}? ?".join(parts))


def _fold(words: str) -> str:
    return " ".join(find_words(words))
