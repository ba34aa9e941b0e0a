"""A teller that knows the kinds of a few lines, whatever was said before them."""

from __future__ import annotations

from collections.abc import Mapping


class GivenTeller:
    """Tells the `given` kinds; of all other lines it says that they may be of any."""

    def __init__(self, given: Mapping[str, Mapping[str, float]]) -> None:
        self.given = given
        self.asked: list[tuple[str, str]] = []

    async def read_kinds(self, line: str, before: str) -> Mapping[str, float]:
        """Return the given kinds, and note what was asked."""
        self.asked.append((line, before))
        return self.given.get(line, {"joy": 0.02})
