"""Learns the weights of signs that have names, by logistic regression with Newton's method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy

#: How strongly weights are held near 0.
HELD = 10.0


def learn_weights(
    signs: Sequence[Mapping[str, float]], good: Sequence[float], held: float = HELD
) -> dict[str, float]:
    """Return the weights with which signs tell best what is `good`, 0 to 1 each.

    A sign that is missing is 0; ``base`` is held near nothing.
    """
    names = list(dict.fromkeys(name for each in signs for name in each))
    table = numpy.array([[each.get(name, 0.0) for name in names] for each in signs])
    wanted = numpy.array(good)
    spread = table.std(axis=0)
    spread[spread < 1e-9] = 1.0  # a sign that none has differently, the base among them
    scaled, tied = table / spread, numpy.diag([0.0 if n == "base" else held for n in names])
    weights = numpy.zeros(len(names))
    for _ in range(30):  # it stands still after some ten steps
        chance = 1 / (1 + numpy.exp(-scaled @ weights))
        slope = scaled.T @ (chance - wanted) + tied @ weights
        bend = (scaled.T * (chance * (1 - chance))) @ scaled + tied + 1e-9 * numpy.eye(len(names))
        weights -= numpy.linalg.solve(bend, slope)
    return {n: round(float(w), 3) for n, w in zip(names, weights / spread, strict=True)}


def render_weights(weights: Mapping[str, float]) -> str:
    """Return weights as a line of Python for each."""
    return "{\n" + "".join(f'    "{name}": {weight},\n' for name, weight in weights.items()) + "}"
