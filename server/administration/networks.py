"""Networks as administrators type them, and whether an address is in one."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

#: The widest networks that can be named: an IPv4 /8, an IPv6 /16.
_WIDEST = {4: 8, 6: 16}
#: What one customer has of IPv6: who is turned away takes another address of it.
_CUSTOMER = 64


class TooWide(ValueError):
    """A network has so many addresses that naming it must be a mistake."""


@lru_cache(maxsize=2048)
def parse_network(text: str) -> Network | None:
    """Return the network that `text` names; None if it names none. Raises `TooWide`.

    An IPv6 address alone means its /64; ``2001:db8::1/128`` means that one address.
    """
    address = parse_ip(text)
    try:
        if address is None:
            network = ipaddress.ip_network(text, strict=False)
        elif address.version == 4:
            network = ipaddress.ip_network(address)
        else:
            network = ipaddress.ip_network((address, _CUSTOMER), strict=False)
    except ValueError:
        return None
    if network.prefixlen < _WIDEST[network.version]:
        raise TooWide(text)
    return network


def parse_ip(text: str) -> IPAddress | None:
    """Return the address that `text` is, an IPv4 one also where it is written as IPv6."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if address.version == 6 else None
    return mapped or address


def is_inside(address: str, network: Network) -> bool:
    """Return whether `address` lies in `network`."""
    parsed = parse_ip(address)
    return parsed is not None and parsed.version == network.version and parsed in network


def is_loopback(network: Network) -> bool:
    """Return whether the network has addresses of this machine itself."""
    own = ipaddress.ip_network("127.0.0.0/8" if network.version == 4 else "::1/128")
    return own.overlaps(network)
