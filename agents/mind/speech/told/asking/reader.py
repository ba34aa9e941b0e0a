"""Reads a line for whether its speaker asks for something that they have told, or for all of it.

The vector of the line by the sentence model tells that, and signs of its words: a regression, of
which ``tools/asked`` makes the weights.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from agents.event_line import tell_event
from agents.mind.speech.told.asking import asking_weights
from agents.mind.speech.told.asking.signs import list_line_signs, weigh

#: The array of the file: a row for each of `Asks`.
ROWS = "rows"


class Asks(NamedTuple):
    """How likely a line asks for what its speaker has told, 0 to 1."""

    one: float
    """For one thing."""
    all: float
    """For all that the hearer knows of them."""

    @property
    def any(self) -> float:
        """For either."""
        return self.one + self.all


class AskingReader:
    """Reads lines by the weights of `path`, which is read at the first line; None: nobody reads."""

    def __init__(self, path: Path | None, log: Callable[[str], None] = print) -> None:
        self._path, self._log = path, log
        self._rows: Any = None

    def read(self, words: str, vector: Any) -> Asks | None:
        """Return for what `words` ask, of which `vector` is the vector; None: nobody knows."""
        if vector is None or not self._is_there():
            return None
        one, whole = (self._rows @ vector).tolist()
        signs = list_line_signs(words)
        one, whole = (
            math.exp(by_vector + weigh(signs, weights))
            for by_vector, weights in ((one, asking_weights.ONE), (whole, asking_weights.ALL))
        )
        return Asks(one / (1 + one + whole), whole / (1 + one + whole))

    def _is_there(self) -> bool:
        if self._rows is None and self._path is not None:
            try:
                self._rows = read_rows(self._path)
            except (OSError, ValueError) as error:
                self._path = None
                text = f"[Speech] {error}: rules alone tell who asks for what they told"
                self._log(tell_event("speech.asking", text, "warning", error=str(error)))
        return self._rows is not None


def read_rows(path: Path) -> Any:
    """Return the weights of a vector's numbers, a row for each of `Asks`.

    Raises `ValueError` if the file has no such thing, `OSError` if it cannot be read.
    """
    from zipfile import BadZipFile  # noqa: PLC0415  # agents import this module at each start

    numpy: Any = importlib.import_module("numpy")
    try:
        with numpy.load(path, allow_pickle=False) as file:
            rows = file[ROWS].astype("f4")
    except (BadZipFile, EOFError, KeyError, ValueError) as error:
        raise ValueError(f"{path} has no weights of vectors ({error})") from error
    if rows.ndim != 2 or len(rows) != len(Asks._fields):
        raise ValueError(f"{path} has {rows.shape} weights, not a row for each thing asked for")
    return rows


NO_ASKING = AskingReader(None)
