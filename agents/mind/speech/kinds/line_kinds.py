"""Of which kind lines are, as a model tells that reads each with what was said before it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from agents.boundaries import ModelError
from agents.event_line import tell_event

#: The kinds of so many lines are kept.
KEPT = 512

#: How likely a line is of each kind; together 1. Empty: nobody knows.
Likely = Mapping[str, float]

#: The kind of what offers something, and how likely an offer has to be to outweigh other kinds.
OFFER, OFFERS_SURELY = "offer", 0.6


class KindTeller(Protocol):
    """Tells kinds of lines."""

    async def read_kinds(self, line: str, before: str) -> Mapping[str, float]:
        """Return from 0 to 1 how likely `line` is of each kind, said behind `before` (or empty).

        Does not hold the loop. Raises `ModelError`.
        """
        ...


class OfferTeller(Protocol):
    """Tells offers."""

    async def read(self, line: str) -> float | None:
        """Return how likely a line offers something, 0 to 1; None: nobody knows."""
        ...


class LineKinds:
    """Tells of which kinds a line may be; whoever asks has it heard before.

    `offers` knows offers that `teller` takes for something else; None: nobody does.
    """

    def __init__(
        self,
        teller: KindTeller | None,
        log: Callable[[str], None] = print,
        offers: OfferTeller | None = None,
    ) -> None:
        self._teller, self._log, self._offers = teller, log, offers
        self._found: OrderedDict[tuple[str, str], Likely] = OrderedDict()

    async def hear(self, line: str, before: str) -> None:
        """Prepare `find` for a line behind another; some 20 ms beside the loop, if it is new."""
        if self._teller is None or not line or (line, before) in self._found:
            return
        try:
            likely = await self._teller.read_kinds(line, before)
            offer = (await self._offers.read(line) if self._offers else None) or 0.0
            sure = offer >= OFFERS_SURELY
            self._found[line, before] = {OFFER: 1.0} if sure else likely
        except ModelError as error:
            self._teller = None
            text = f"[Speech] {error}: kinds of lines are told by rules alone"
            self._log(tell_event("speech.kinds", text, "warning", error=str(error)))
            return
        while len(self._found) > KEPT:
            self._found.popitem(last=False)

    def find(self, line: str, before: str) -> Likely:
        """Return how likely a line is of each kind; empty if it was not heard."""
        return self._found.get((line, before), {})


NO_LINE_KINDS = LineKinds(None)


def sum_likely(likely: Likely, kinds: Collection[str]) -> float:
    """Return how likely a line is of one of `kinds`."""
    return sum(share for kind, share in likely.items() if kind in kinds)
