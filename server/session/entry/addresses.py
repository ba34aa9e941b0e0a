"""What counts as one address."""

from __future__ import annotations

import ipaddress


def address_key(host: str) -> str:
    """Return the key of an address: an IPv4 address, or a customer's IPv6 /64."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address, 64), strict=False))
