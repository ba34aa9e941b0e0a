"""MXP (https://www.zuggsoft.com/zmud/mxp.htm): links for exits and commands, and nothing else.

Lines are locked: the client reads no markup in them.  A line with links of ours is a secure one,
to its end, with every other sign of markup escaped; see `server.session.links`.
"""

from __future__ import annotations

from dataclasses import replace

from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.options.boundaries import Handler, Peer

LOCK_LINES = b"\x1b[7z"


class Links(Handler):
    """Begins MXP with every line locked."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_agreed(self, ours: bool) -> bytes:
        """Begin MXP, and lock the lines in the same breath."""
        self._set(ours)
        return subnegotiation(TelnetOption.MXP, b"") + LOCK_LINES if ours else b""

    def on_ended(self, ours: bool) -> None:
        """Send no more links."""
        self._set(False)

    def _set(self, links: bool) -> None:
        self._peer.terminal = replace(self._peer.terminal, links=links)
