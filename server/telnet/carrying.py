"""What one connection leaves to the program that takes its server's place, and back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol

from server.telnet.boundaries import Transport
from server.telnet.codec import Codec, TypedLine
from server.telnet.inflow import Inflow, Typed
from server.telnet.negotiator import Negotiator
from server.upgrade.handover import HandedVisit


def carry(
    transport: Transport, address: str, negotiator: Negotiator, codec: Codec, inflow: Inflow
) -> HandedVisit:
    """Return what a new program needs to go on with a connection; its socket stays open."""
    lines, undecoded = inflow.waiting
    telnet = {"options": negotiator.dump(), "undecoded": (codec.pending() + undecoded).hex()}
    handle = transport.getHandle()
    typed = [each.text for each in lines if isinstance(each, TypedLine)]
    return HandedVisit(os.dup(handle.fileno()), address, int(handle.family), telnet, typed)


def unpack(carried: HandedVisit, negotiator: Negotiator) -> tuple[Sequence[Typed], bytes]:
    """Restore the negotiator; return the lines that wait, and the bytes to decode after them."""
    negotiator.restore(carried.telnet["options"])
    return [TypedLine(each) for each in carried.lines], bytes.fromhex(carried.telnet["undecoded"])


class _OneConnection(Factory):
    """Gives the protocol of one connection that is adopted."""

    noisy = False

    def __init__(self, visit: HandedVisit, resume: Callable[[HandedVisit], Protocol]) -> None:
        self._visit = visit
        self._resume = resume

    def buildProtocol(self, addr: IAddress | None) -> Protocol:  # noqa: N802  # Twisted's name
        return self._resume(self._visit)


def adopt_visits(
    reactor: Any, visits: Iterable[HandedVisit], resume: Callable[[HandedVisit], Protocol]
) -> None:
    """Go on with the connections that the program before this one has left."""
    for visit in visits:
        # Without a peer there is nobody to go on with: the body sleeps, as after any restart.
        with suppress(OSError):
            reactor.adoptStreamConnection(
                visit.descriptor, visit.family, _OneConnection(visit, resume)
            )
        os.close(visit.descriptor)
