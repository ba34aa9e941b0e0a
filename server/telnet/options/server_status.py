"""MSSP (https://tintin.mudhalla.net/protocols/mssp): what listings of games ask of a server."""

from __future__ import annotations

from late.late_pattern import late_pattern
from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.options.boundaries import Handler, Peer, StatusReport

_VAR, _VAL = b"\x01", b"\x02"
#: NUL, VAR, VAL and IAC are not allowed; line ends and tabs would break the plain form.
_FORBIDDEN = late_pattern(r"[\x00-\x1f\x7f-\x9f\xff]")


class ServerStatus(Handler):
    """Tells everything at once, when it is agreed."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_agreed(self, ours: bool) -> bytes:
        """Tell what the server is at this moment."""
        body = b"".join(
            _VAR + _clean(name) + _VAL + _clean(value)
            for name, value in self._peer.report().items()
        )
        return subnegotiation(TelnetOption.MSSP, body) if body else b""


def plain_status(report: StatusReport) -> bytes:
    """Return the report as the lines that answer ``MSSP-REQUEST`` at the door."""
    told = (_clean(name) + b"\t" + _clean(value) for name, value in report.items())
    return b"\r\n".join((b"", b"MSSP-REPLY-START", *told, b"MSSP-REPLY-END", b""))


def _clean(text: str) -> bytes:
    return _FORBIDDEN.sub("", text).encode("utf-8", "replace")
