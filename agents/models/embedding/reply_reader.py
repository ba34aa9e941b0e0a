"""Rates how far a reply makes sense behind what was said, and behind the hearer's own last words.

Two things tell that.  Small nets go by the vectors of the three texts and by the kinds that the
line is likely of: that is cheap, as vectors are kept.  The likeliest replies are then read: all
three texts go through the sentence model at once, whose last layers have learnt to rate.  Both have
learnt from replies that readers judged; ``tools/replies/reader.py`` makes the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.models.embedding.pair_reader import load_learnt
from agents.models.embedding.parts_reader import PartsReader, shape_parts, widen

#: Tokens that are read: the last ones of the hearer's words, which ask, and the first ones of what
#: was said to it and of its reply.
MOST_BEFORE, MOST_LINE, MOST_REPLY = 24, 40, 40

#: So many replies are read, at some 20 ms of CPU each; the others are not said.
MOST_READ = 8

#: The layers that have learnt.
LEARNT_LAYERS = (3, 4, 5)

#: The products of vectors, whose numbers are small, count so many times.
_PRODUCT = 20.0

#: The line and the hearer's own words are compared with the reply.
_COMPARED = {"line": (0, 2), "before": (1, 2)}

_NETS = ("pl", "pr", "m1", "m2")


class SaidBefore(NamedTuple):
    """What a reply answers."""

    before: Any
    """The vector of what the hearer said last."""
    line: Any
    """The vector of what was said to it."""
    kinds: Any
    """How likely that is of each kind, in the order of the file."""


class ReplyReader(PartsReader):
    """Rates replies by the weights of a sentence model and the arrays of a file."""

    @property
    def kinds(self) -> Sequence[str]:
        """The names of the kinds, in their order."""
        names: Sequence[str] = self._made["kinds"]
        return names

    def weigh(self, said: SaidBefore, replies: Any) -> Any:
        """Return a log of odds for each row of the table `replies`, the replies' vectors."""
        numpy, made = self._numpy, self._made
        known = numpy.concatenate([said.before, said.line, said.kinds])[None, :]
        heard = self._apply_net("pl", known[None])
        spoken = self._apply_net("pr", replies[None])
        heard = numpy.broadcast_to(heard, spoken.shape)
        products = [_PRODUCT * each * replies for each in (said.line, said.before)]
        alike = numpy.broadcast_to(
            numpy.concatenate(products, axis=-1), (len(spoken), len(replies), 2 * replies.shape[1])
        )
        joined = (heard, spoken, heard * spoken, numpy.abs(heard - spoken), alike)
        inner = self._apply_net("m1", numpy.concatenate(joined, axis=-1))
        rated = inner @ made["net.m2.weight"].transpose(0, 2, 1) + made["net.m2.bias"][:, None]
        return rated[:, :, 0].mean(axis=0)

    def read(
        self, before: Sequence[int], line: Sequence[int], replies: Sequence[Sequence[int]]
    ) -> Any:
        """Return a log of odds for each of `replies` to `line`, which was said behind `before`.

        Each begins and ends with the tokens that the model puts around a text; `before` may hold
        these alone.
        """
        said = [line[0], *line[1:-1][:MOST_LINE], line[-1]]
        own = [*before[1:-1][-MOST_BEFORE:], line[-1]]
        rows = [(said, own, [*each[1:-1][:MOST_REPLY], line[-1]]) for each in replies]
        return self.rate_rows(rows, _COMPARED)

    def _apply_net(self, name: str, given: Any) -> Any:
        """Return what a layer of each net makes of a table."""
        weight, bias = self._made[f"net.{name}.weight"], self._made[f"net.{name}.bias"]
        return self._apply_gelu(given @ weight.transpose(0, 2, 1) + bias[:, None])


def read_reply_file(
    path: Path, sha256: str, weights: Mapping[str, Any], layers: int
) -> dict[str, Any]:
    """Return the arrays of a file of `ReplyReader`, numbers as 32-bit floats.

    Raises `ValueError` if it is no such file, was made for weights of another digest than `sha256`,
    or its matrices do not fit `weights`; `OSError` if it cannot be read.
    """
    found = load_learnt(path, sha256)
    kinds = tuple(str(each) for each in found.pop("kinds", ()))
    if {name: each.shape for name, each in found.items()} != _list_shapes(
        found, weights, len(kinds), layers
    ):
        raise ValueError(f"{path} has other matrices than the model")
    return {"kinds": kinds, **widen(found)}


def _list_shapes(
    found: Mapping[str, Any], weights: Mapping[str, Any], kinds: int, layers: int
) -> dict[str, tuple[int, ...]]:
    """Return the shapes that a file has to have; how many nets and how wide, it says itself."""
    size = weights["embeddings.word_embeddings.weight"].shape[1]
    shapes = shape_parts(weights, LEARNT_LAYERS, layers, _COMPARED)
    given = found.get("net.pl.weight")
    count, wide = given.shape[:2] if given is not None and given.ndim == 3 else (0, 0)
    inner = {"pl": (wide, 2 * size + kinds), "pr": (wide, size), "m1": (wide, 4 * wide + 2 * size)}
    for name, (rows, columns) in {**inner, "m2": (1, wide)}.items():
        shapes |= {f"net.{name}.weight": (count, rows, columns), f"net.{name}.bias": (count, rows)}
    return shapes
