"""Kinds that are known by example lines: texts whose keys begin alike, one kind each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from late.late_dataclass import late_dataclass
from world.vault.texts import Texts


@late_dataclass(frozen=True, slots=True)
class Examples:
    """The examples of one edition of the texts."""

    edition: int
    lines: tuple[str, ...]
    """All of them, each once."""
    kinds: Mapping[str, range]
    """The places of each kind in `lines`."""

    def rate(self, near: Sequence[float], agreeing: int) -> dict[str, float]:
        """Return how near each kind is, by the mean of so many of its nearest examples.

        `near` is how near each of `lines` is, 0 to 1.
        """
        return {kind: _rate(near, at, agreeing) for kind, at in self.kinds.items()}


#: Of no edition.
NO_EXAMPLES = Examples(-1, (), {})


def read_examples(texts: Texts, prefix: str) -> Examples:
    """Return the examples in the texts whose keys begin with `prefix`; the rest is the kind."""
    lines: dict[str, None] = {}
    kinds: dict[str, range] = {}
    for key in texts.keys():  # noqa: SIM118
        if key.startswith(prefix):
            first = len(lines)
            lines |= dict.fromkeys(list_examples(texts.raw(key)))
            kinds[key.removeprefix(prefix)] = range(first, len(lines))
    return Examples(texts.edition, tuple(lines), kinds)


def list_examples(raw: str) -> list[str]:
    """Return the examples in a text of one kind."""
    return [line.strip() for line in raw.split("\n") if line.strip()]


def _rate(near: Sequence[float], at: range, agreeing: int) -> float:
    best = sorted(near[at.start : at.stop], reverse=True)[:agreeing]
    return sum(best) / len(best) if best else 0.0
