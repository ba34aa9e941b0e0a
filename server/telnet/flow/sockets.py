"""The options of a connection's socket."""

from __future__ import annotations

import socket

from server.telnet.boundaries import Transport

KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPALIVE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}
"""A peer that is gone without a word is noticed after about two minutes of silence.

The system's own default is two hours.  ``TCP_KEEPALIVE`` is ``TCP_KEEPIDLE`` on macOS.
"""


def tune_socket(transport: Transport) -> None:
    """Send small packets at once, keep urgent data in order, notice a peer that is gone."""
    # Otherwise every answer waits 40 ms for the client's delayed acknowledgement.
    transport.setTcpNoDelay(True)
    handle = transport.getHandle()
    # A client's ^C may send its last byte as urgent data, which must stay in order.
    handle.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
    handle.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE.items():
        if hasattr(socket, name):
            handle.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
