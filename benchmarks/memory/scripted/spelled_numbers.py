"""Planted facts without figures: their numbers are spelled out, digit by digit.

`tree` puts back what a merge drops if it names something with a number in figures.  A life whose
facts have none shows what is kept without that: the rehearsed model, which knows facts by their
figures, reads and writes through a translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agents.boundaries import Completion, Model
from agents.memory.language.words import DIGITS
from agents.prose import CITATION

_DIGIT = "|".join(DIGITS)
_SPELLED = re.compile(rf"\b(?:{_DIGIT})(?:-(?:{_DIGIT})){{3}}\b")
_FIGURES = re.compile(r"\b[1-9]\d{3}\b")
#: The numbers of memories that a model cites are no part of a fact.
_MARK = re.compile(rf"({CITATION})")


def spell_numbers(text: str) -> str:
    """Return `text` with numbers of four figures in words: ``4711`` is ``four-seven-one-one``."""
    return _change_outside_marks(text, lambda part: _FIGURES.sub(_spell, part))


def write_in_figures(text: str) -> str:
    """Return `text` with spelled numbers in figures again."""
    return _SPELLED.sub(_unspell, text)


def _spell(found: re.Match[str]) -> str:
    return "-".join(DIGITS[int(digit)] for digit in found[0])


def _unspell(found: re.Match[str]) -> str:
    return "".join(str(DIGITS.index(word)) for word in found[0].split("-"))


def _change_outside_marks(text: str, change: Callable[[str], str]) -> str:
    parts = _MARK.split(text)
    return "".join(part if n % 2 else change(part) for n, part in enumerate(parts))


class Spelling:
    """Asks `model` in figures and answers in words."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Ask with figures and spell out the answer; see `Model`."""
        answer = await self._model.complete(
            write_in_figures(prompt),
            stop=stop,
            max_tokens=max_tokens,
            temperature=temperature,
            grammar=grammar,
        )
        return replace(answer, text=spell_numbers(answer.text))


_model: type[Model] = Spelling
