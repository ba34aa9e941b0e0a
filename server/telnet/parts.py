"""What all connections of one listener share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Generic, TypeVar

from config.server import ConnectionLimits
from late.late_dataclass import late_dataclass
from server.session.boundaries import Desk, Listener, Wire
from server.session.render import Renderer
from server.session.terminal import UNKNOWN_TERMINAL, Terminal
from server.telnet.boundaries import Timers
from server.telnet.flow.meter import NonTextMeter
from server.telnet.flow.outbox import Outbox
from server.telnet.flow.turns import Turns
from server.telnet.options.boundaries import OptionTable, StatusReport
from server.telnet.options.table import option_rows

Made = TypeVar("Made")
"""The connections that are made with the parts."""


@late_dataclass(frozen=True, slots=True)
class ConnectionParts(Generic[Made]):
    """What a connection is given when it is made."""

    clock: Timers
    limits: ConnectionLimits
    renderer: Renderer
    desk: Desk
    listen: Callable[[Wire], Listener]
    """Makes the dialogue of a new connection."""
    gone: Callable[[Made], None]
    """Called when a connection has ended."""
    turns: Turns
    meter: Callable[[str], NonTextMeter]
    """Makes the meter of a connection from an address."""
    flooded: Callable[[str], None]
    """Called with an address that has sent more than the meter allows."""
    options: OptionTable = option_rows
    report: Callable[[], StatusReport] = dict
    """Tells listings of games what the server is."""
    uncarried: str = ""
    """The sentence that says why no other program can go on with the connection; empty: one can."""
    terminal: Terminal = UNKNOWN_TERMINAL
    """What is known of the client from the beginning."""
    hides_input: bool = True
    """Whether a client that speaks telnet can hide what is typed."""
    outbox: Outbox = field(default_factory=Outbox)
    """Collects what a line makes the server write, for all connections."""
