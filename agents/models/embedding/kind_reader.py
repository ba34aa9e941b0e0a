"""Tells of which kind a line is, read together with what was said before it.

"Three years" is an answer behind "How long?" and a complaint behind "It will pass."  As in
`pair_reader` both go through the sentence model at once, with low-rank adapters of their own; a
head makes how likely each kind is.  ``tools/line_kinds.py`` makes the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.models.embedding.pair_reader import PairReader, read_adapter

#: Of what was said before, so many tokens are read: its last ones, which ask.
MOST_BEFORE = 32


class KindReader(PairReader):
    """Rates kinds by the weights of a sentence model and the arrays of an adapter's file."""

    def find_kinds(self, line: Sequence[int], before: Sequence[int]) -> dict[str, float]:
        """Return from 0 to 1 how likely a line is of each kind; all together make 1.

        Both begin and end with the tokens that the model puts around a text; `before` may hold
        these alone.
        """
        numpy, adapter = self._numpy, self._adapter
        read = self.read_together(line, [[before[0], *before[1:][-MOST_BEFORE - 1 :]]])
        total = read.first @ adapter["of first"].T + read.one @ adapter["of line"].T
        total = (total + read.other @ adapter["of before"].T + adapter["base"])[0]
        shares = numpy.exp(total - total.max())
        shares /= shares.sum()
        return dict(zip(adapter["names"], shares.tolist(), strict=True))


def read_kind_adapter(
    path: Path, sha256: str, weights: Mapping[str, Any], layers: int
) -> dict[str, Any]:
    """Return the arrays of a file of kinds; ``names`` are the kinds. Raises as `read_adapter`."""

    def shape_head(found: Mapping[str, Any], size: int) -> dict[str, tuple[int, ...]]:
        count = len(found.get("names", ()))
        parts = dict.fromkeys(("of first", "of line", "of before"), (count, size))
        return {"types": (2, size), "base": (count,), "names": (count,), **parts}

    found = read_adapter(path, sha256, weights, layers, shape_head)
    return found | {"names": tuple(str(each) for each in found["names"])}
