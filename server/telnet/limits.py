"""How much one connection, one address and everybody together may ask of the server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The `limits` of `config/server.yaml`, with its defaults. 0 means no limit."""

    commands_per_second: float = 20
    """Lines a connection may have carried out for ever, per second."""
    burst: int = 100
    """Lines it may have carried out at once before that rate holds."""
    connections_per_address: int = 20
    connections: int = 1000
    login_seconds: float = 60
    """From connecting to being in the world, whatever is typed meanwhile."""
    idle_seconds: float = 3600
    """Since the last whole line, once in the world."""
    line_bytes: int = 8192
    output_bytes: int = 65536
    """Output held for a client that does not read."""
