"""Weighs the numbers of a line's vector, by weights that were learnt and are kept in a file."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.event_line import tell_event

#: The array of the file: a row of weights for each thing that is told.
ROWS = "rows"


class VectorWeights:
    """The weights in `path`, a row for each of `count` things, read at the first vector.

    None: there are none.  Where the file cannot be read, that is logged once: what tells instead,
    `without`, is a clause.
    """

    def __init__(
        self, path: Path | None, count: int, without: str, log: Callable[[str], None]
    ) -> None:
        self._path, self._count, self._without, self._log = path, count, without, log
        self._rows: Any = None

    def weigh(self, vector: Any) -> Sequence[float]:
        """Return the weight of a vector for each thing; nothing where there are no weights."""
        if vector is None or not self._is_there():
            return ()
        weighed: list[float] = (self._rows @ vector).tolist()
        return weighed

    def _is_there(self) -> bool:
        if self._rows is None and self._path is not None:
            try:
                self._rows = read_weight_rows(self._path, self._count)
            except (OSError, ValueError) as error:
                self._path = None
                text = f"[Speech] {error}: {self._without}"
                self._log(tell_event("speech.weights", text, "warning", error=str(error)))
        return self._rows is not None


def sum_weights(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the sum of the weights of signs and the base; one without a weight counts nothing."""
    return weights.get("base", 0.0) + sum(
        float(value) * weights.get(name, 0.0) for name, value in signs.items()
    )


def read_weight_rows(path: Path, count: int) -> Any:
    """Return the weights of a file, `count` rows of 32-bit floats.

    Raises `ValueError` if the file has no such thing, `OSError` if it cannot be read.
    """
    from zipfile import BadZipFile  # noqa: PLC0415  # agents import this module at each start

    numpy: Any = importlib.import_module("numpy")
    try:
        with numpy.load(path, allow_pickle=False) as file:
            rows = file[ROWS].astype("f4")
    except (BadZipFile, EOFError, KeyError, ValueError) as error:
        raise ValueError(f"{path} has no weights of vectors ({error})") from error
    if rows.ndim != 2 or len(rows) != count:
        raise ValueError(f"{path} has {rows.shape} weights, and {count} rows are wanted")
    return rows
