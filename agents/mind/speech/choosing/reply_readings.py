"""Asks a model how far replies make sense, which reads each with what was said before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from agents.boundaries import ModelError
from agents.event_line import tell_event

#: So many lines are read for at once, at some 0.3 s of CPU each; meanwhile rules choose for others.
AT_ONCE = 4


class ReplyRater(Protocol):
    """Rates replies."""

    async def read_replies(
        self, before: str, line: str, replies: Sequence[str]
    ) -> Sequence[float | None]:
        """Return for each of `replies` a log of odds that it makes sense behind `line`.

        `before` is what the hearer said last before it, or empty. Of many replies the likeliest
        have one, the others None. Does not hold the loop. Raises `ModelError`.
        """
        ...


class ReplyReadings:
    """Reads replies, as long as a model does."""

    def __init__(self, rater: ReplyRater | None, log: Callable[[str], None] = print) -> None:
        self._rater, self._log = rater, log
        self._reading = 0

    async def read(self, before: str, line: str, replies: Sequence[str]) -> Mapping[str, float]:
        """Return the log of odds of the likeliest of `replies`; nothing where no model reads, or
        it has enough to read."""
        if self._rater is None or not replies or self._reading >= AT_ONCE:
            return {}
        new = list(dict.fromkeys(replies))
        self._reading += 1
        try:
            rated = await self._rater.read_replies(before, line, new)
            return {said: each for said, each in zip(new, rated, strict=True) if each is not None}
        except ModelError as error:
            self._rater = None
            text = f"[Speech] {error}: replies are chosen by rules alone"
            self._log(tell_event("speech.replies", text, "warning", error=str(error)))
            return {}
        finally:
            self._reading -= 1


NO_REPLY_READINGS = ReplyReadings(None)
