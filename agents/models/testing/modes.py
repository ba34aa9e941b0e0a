"""The behaviours (modes) of the rehearsal model and their allowed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Literal, get_args

from late.late_dataclass import late_dataclass

Mode = Literal[
    "ok",
    "lossy",
    "empty",
    "500",
    "hang",
    "slow-drip",
    "inflate",
    "answers-instead",
    "refusal",
    "echo",
    "injected-instruction",
    "wrong-citations",
    "nonsense",
]
"""``ok`` does as asked; each other mode is a way in which models fail:

- ``lossy`` leaves out each planted fact with the probability `loss`
- ``empty`` answers with nothing; ``500`` fails; ``hang`` never answers; ``nonsense`` is not JSON
- ``slow-drip`` answers as ``ok`` does, a byte every `drip` seconds
- ``inflate`` answers with more text than its source; ``echo`` repeats the source
- ``answers-instead`` offers help; ``refusal`` declines
- ``injected-instruction`` adds an instruction to a good answer
- ``wrong-citations`` cites memories outside the span, or unrelated ones
"""

MODES: tuple[Mode, ...] = get_args(Mode)

#: The longest time that may be set (seconds).
_LONGEST = 3600.0


class ModesRefused(ValueError):
    """A value is not allowed; the message says what was read and what is allowed."""


@late_dataclass(frozen=True, slots=True)
class Modes:
    """The present modes. Raises `ModesRefused` for a value that is not allowed."""

    summaries: Mode = "ok"
    """The mode for prompts about memories: summaries, merges, extracted facts."""
    turns: Mode = "ok"
    """The mode for all other prompts."""
    loss: float = 0.05
    """The probability with which ``lossy`` drops a fact."""
    drip: float = 1.0
    """Seconds between two bytes of ``slow-drip``."""
    seed: int = 0
    """The seed of ``lossy``: what it drops depends on seed, prompt and fact alone."""

    def __post_init__(self) -> None:
        for key in ("summaries", "turns"):
            _allow(key, getattr(self, key), getattr(self, key) in MODES, ", ".join(MODES))
        _allow("loss", self.loss, _within(self.loss, 1.0), "a number from 0 to 1")
        _allow("drip", self.drip, _within(self.drip, _LONGEST), "seconds from 0 to 3600")
        _allow("seed", self.seed, type(self.seed) is int, "a whole number")

    def with_values(self, values: Mapping[str, object]) -> Modes:
        """Return these modes with other `values`. Raises `ModesRefused`."""
        for key in values:
            _allow(str(key), values[key], key in asdict(self), ", ".join(asdict(self)), "keys")
        return replace(self, **values)  # type: ignore[arg-type]  # checked where they arrive

    def to_dict(self) -> dict[str, object]:
        """Return every value by its name."""
        return asdict(self)


def _allow(key: str, value: object, allowed: bool, what: str, kind: str = "") -> None:
    if not allowed:
        read = f"unknown key {key!r}" if kind else f"{key}: read {value!r}"
        raise ModesRefused(f"{read}, allowed: {what}")


def _within(value: object, most: float) -> bool:
    return type(value) in (int, float) and 0 <= value <= most  # type: ignore[operator]
