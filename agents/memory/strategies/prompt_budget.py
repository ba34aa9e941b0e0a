"""Chooses how much of each of several texts is shown, so that together they fit a token cap."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import ceil

from agents.prose import shorten, split_sentences
from agents.spread import pick_evenly
from late.late_dataclass import late_dataclass

#: The scale at which a text of weight 1 is shown whole.
_WHOLE = 1000


def fit_portions(
    texts: Sequence[str], weights: Sequence[float], cap: int, count: Callable[[str], int]
) -> list[int]:
    """Return how many characters `shorten` is to leave of each text; 0: all of it.

    Joined by line breaks the shortened texts have at most `cap` tokens, unless one character of
    each is too much already.  Each text keeps the same part of its length, times its weight, and
    as many whole sentences as fit.
    """
    whole = count("\n".join(texts))
    if whole <= cap:
        return [0] * len(texts)
    ladders = [_Ladder.of(*each) for each in zip(texts, weights, strict=True)]
    # The first guess assumes equal tokens per character; the loop corrects it downwards.
    room = sum(map(len, texts)) * cap // whole
    while True:
        scale = _find_widest(ladders, room)
        chosen = [each.choose_portion(scale) for each in ladders]
        tokens = count(
            "\n".join(shorten(t, n) if n else t for t, n in _pair_lengths(texts, chosen))
        )
        if tokens <= cap or scale == 1:
            return chosen
        room = min(room - 1, room * cap // tokens)


@late_dataclass(frozen=True, slots=True)
class _Ladder:
    """The lengths to which `shorten` can bring one text."""

    weight: float
    whole: int
    first: int
    """Characters of the first sentence, the only one that can be cut."""
    steps: Sequence[int]
    """Characters of the text with ever more sentences left out, the longest first."""

    @classmethod
    def of(cls, text: str, weight: float) -> _Ladder:
        sizes = [len(each) for each in dict.fromkeys(split_sentences(text))]
        steps = [_measure_spread(sizes, count) for count in range(len(sizes), 1, -1)]
        return cls(weight, len(text), sizes[0] if sizes else 0, steps)

    def choose_portion(self, scale: int) -> int:
        """Return the characters allowed at this scale; 0: all."""
        limit = max(1, int(self.whole * self.weight * scale / _WHOLE))
        return 0 if self.whole <= limit else limit

    def measure_length(self, scale: int) -> int:
        """Return the length of the text shortened at this scale."""
        limit = self.choose_portion(scale)
        least = min(limit, self.first)
        return next((n for n in self.steps if n <= limit), least) if limit else self.whole


def _measure_spread(sizes: Sequence[int], count: int) -> int:
    """Return the characters of `count` sentences, chosen as `shorten` chooses them."""
    return sum(pick_evenly(sizes, count)) + count - 1


def _find_widest(ladders: Sequence[_Ladder], room: int) -> int:
    """Return the largest scale at which all texts fit `room` together; 1 if there is none."""
    longest = ceil(_WHOLE / min(each.weight for each in ladders))

    def size(scale: int) -> int:
        return sum(each.measure_length(scale) + 1 for each in ladders)

    return max(1, bisect_right(range(1, longest + 1), room, key=size))


def _pair_lengths(texts: Sequence[str], chosen: Sequence[int]) -> zip[tuple[str, int]]:
    return zip(texts, chosen, strict=True)
