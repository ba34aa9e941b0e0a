"""How a rehearsed model behaves: its modes, and what they may be set to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal, get_args

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
"""``ok`` does what it was asked; every other one is a way in which models fail:

- ``lossy`` leaves out each planted fact with the probability `loss`
- ``empty`` says nothing; ``500`` fails; ``hang`` never answers; ``nonsense`` is not JSON
- ``slow-drip`` answers as ``ok`` does, a byte every `drip` seconds
- ``inflate`` is longer than what it was to summarise; ``echo`` repeats it
- ``answers-instead`` offers its help; ``refusal`` declines
- ``injected-instruction`` slips an instruction into an otherwise good answer
- ``wrong-citations`` cites memories outside the span, or that have nothing to do with it
"""

MODES: tuple[Mode, ...] = get_args(Mode)

#: Seconds that a setting of time may be at most.
_LONGEST = 3600.0


class ModesRefused(ValueError):
    """A mode or number that is none; the message says what was read and what is allowed."""


@dataclass(frozen=True, slots=True)
class Modes:
    """How answers come out. Raises `ModesRefused` for a value that is not allowed."""

    summaries: Mode = "ok"
    """For everything that is asked about memories: summaries, merges, extracted facts."""
    turns: Mode = "ok"
    """For everything else."""
    loss: float = 0.05
    """The probability with which ``lossy`` drops a fact."""
    drip: float = 1.0
    """Seconds between two bytes of ``slow-drip``."""
    seed: int = 0
    """What ``lossy`` drops depends on the seed, the prompt and the fact alone."""

    def __post_init__(self) -> None:
        for key in ("summaries", "turns"):
            _allow(key, getattr(self, key), getattr(self, key) in MODES, ", ".join(MODES))
        _allow("loss", self.loss, _within(self.loss, 1.0), "a number from 0 to 1")
        _allow("drip", self.drip, _within(self.drip, _LONGEST), "seconds from 0 to 3600")
        _allow("seed", self.seed, type(self.seed) is int, "a whole number")

    def changed(self, values: Mapping[str, object]) -> Modes:
        """These modes with other `values`; nothing changes if one of them is refused."""
        for key in values:
            _allow(str(key), values[key], key in asdict(self), ", ".join(asdict(self)), "keys")
        return replace(self, **values)  # type: ignore[arg-type]  # checked where they arrive

    def shown(self) -> dict[str, object]:
        """Every value by its name."""
        return asdict(self)


def _allow(key: str, value: object, allowed: bool, what: str, kind: str = "") -> None:
    if not allowed:
        read = f"unknown key {key!r}" if kind else f"{key}: read {value!r}"
        raise ModesRefused(f"{read}, allowed: {what}")


def _within(value: object, most: float) -> bool:
    return type(value) in (int, float) and 0 <= value <= most  # type: ignore[operator]
