"""Network addresses as people write them: ``127.0.0.1:4000``, ``[::1]:4000``."""

from __future__ import annotations

import ipaddress

from late.late_pattern import late_pattern

ALLOWED_ADDRESS = "HOST:PORT, such as 127.0.0.1:4000 or [::1]:4000, the port from 0 to 65535"
"""The allowed form, for errors; port 0 lets the system pick one."""

_ADDRESS = late_pattern(r"(?:\[(?P<six>[^\]]*)\]|(?P<host>[A-Za-z0-9._-]+)):(?P<port>[0-9]{1,5})")


def parse_address(text: str) -> tuple[str, int]:
    """Return host (without brackets) and port, or raise `ValueError`."""
    found = _ADDRESS.fullmatch(text.strip())
    if found is None or int(found["port"]) > 65535:
        raise ValueError(f"not an address: {text!r}")
    if found["six"] is not None:
        return str(ipaddress.IPv6Address(found["six"])), int(found["port"])
    return found["host"], int(found["port"])


def format_address(host: str, port: int) -> str:
    """Return the address in the form that `parse_address` reads."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
