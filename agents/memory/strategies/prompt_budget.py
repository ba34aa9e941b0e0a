"""How much is shown of each of several texts so that all of them fit a number of tokens."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from agents.prose import shorten, split_sentences
from agents.spread import pick_evenly

#: The scale at which a text of weight 1 is shown whole.
_WHOLE = 1000


def fit_portions(
    texts: Sequence[str], weights: Sequence[float], cap: int, count: Callable[[str], int]
) -> list[int]:
    """Characters that `shorten` is to leave of each text; 0: all of it.

    Joined by line breaks the shortened texts have at most `cap` tokens, unless a sign of each
    is too much already.  All are cut to the same part of their length but for their weight,
    and what is shown is as long as whole sentences allow.
    """
    whole = count("\n".join(texts))
    if whole <= cap:
        return [0] * len(texts)
    ladders = [_Ladder.of(*each) for each in zip(texts, weights, strict=True)]
    # As many characters as are likely to have so many tokens; where they have more, fewer.
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


@dataclass(frozen=True, slots=True)
class _Ladder:
    """The lengths that one text can be shortened to."""

    weight: float
    whole: int
    first: int
    """Characters of the first sentence, which alone can be cut."""
    steps: Sequence[int]
    """Characters of the text with some of its sentences left out, the longest first."""

    @classmethod
    def of(cls, text: str, weight: float) -> _Ladder:
        sizes = [len(each) for each in dict.fromkeys(split_sentences(text))]
        steps = [_measure_spread(sizes, count) for count in range(len(sizes), 1, -1)]
        return cls(weight, len(text), sizes[0] if sizes else 0, steps)

    def choose_portion(self, scale: int) -> int:
        """What is shown at this scale; 0: all."""
        limit = max(1, int(self.whole * self.weight * scale / _WHOLE))
        return 0 if self.whole <= limit else limit

    def measure_length(self, scale: int) -> int:
        """How long that comes out."""
        limit = self.choose_portion(scale)
        least = min(limit, self.first)
        return next((n for n in self.steps if n <= limit), least) if limit else self.whole


def _measure_spread(sizes: Sequence[int], count: int) -> int:
    """Characters of `count` of the sentences, at the distances that `shorten` leaves."""
    return sum(pick_evenly(sizes, count)) + count - 1


def _find_widest(ladders: Sequence[_Ladder], room: int) -> int:
    """The largest scale at which all have `room` together; 1 if there is none."""
    longest = ceil(_WHOLE / min(each.weight for each in ladders))

    def size(scale: int) -> int:
        return sum(each.measure_length(scale) + 1 for each in ladders)

    return max(1, bisect_right(range(1, longest + 1), room, key=size))


def _pair_lengths(texts: Sequence[str], chosen: Sequence[int]) -> zip[tuple[str, int]]:
    return zip(texts, chosen, strict=True)
