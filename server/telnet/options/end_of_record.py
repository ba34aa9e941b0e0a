"""EOR (RFC 885): a mark behind each prompt, in place of telnet's own GA."""

from __future__ import annotations

from server.telnet.codes import END_OF_RECORD, GO_AHEAD
from server.telnet.options.boundaries import Handler, Peer


class EndOfRecord(Handler):
    """Ends prompts in FF EF while it is agreed, else in FF F9."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_agreed(self, ours: bool) -> bytes:
        """End prompts in the mark from now on."""
        if ours:
            self._peer.prompt_end = END_OF_RECORD
        return b""

    def on_ended(self, ours: bool) -> None:
        """End prompts in a go-ahead again."""
        if ours:
            self._peer.prompt_end = GO_AHEAD
