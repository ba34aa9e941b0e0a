"""The group ``web`` of ``server.yaml``: where the page for browsers is served, and to whom."""

from __future__ import annotations

import ipaddress

from config.address import ALLOWED_ADDRESS, parse_address
from config.section import Section
from late.late_dataclass import late_dataclass

ALLOWED_WEB = f"off, or {ALLOWED_ADDRESS}"
"""The allowed form, for errors."""

PUBLIC_ADVICE = (
    "an address of this machine such as 127.0.0.1:4001, or web: {public: true}: the page is not "
    "encrypted, so let it be reached through a proxy with TLS"
)
"""What is allowed where the page would be open to the network."""

_OFF = frozenset({"off", "false", "no"})


@late_dataclass(frozen=True, slots=True)
class WebSettings:
    """The address of the page; port 0 lets the system pick one."""

    listen: tuple[str, int] | None = ("127.0.0.1", 4001)
    """Host and port; None: there is no page."""
    public: bool = False
    """Whether others than this machine may reach it."""


def read_web(section: Section) -> WebSettings:
    """Return the group; what is missing or wrong is its default, and an error is noted."""
    plain = WebSettings()
    # A tuple around it, because a setting that is parsed to None counts as a wrong one.
    (listen,) = section.parse("listen", (plain.listen,), _parse_listen, ALLOWED_WEB)
    public = section.flag("public", plain.public)
    if listen is not None and not public and not is_own_machine(listen[0]):
        section.refuse("listen", PUBLIC_ADVICE)
    return WebSettings(listen, public)


def parse_web(text: str) -> tuple[str, int] | None:
    """Return host and port of the page's address, or None for ``off``; raise `ValueError`."""
    return None if text.strip().lower() in _OFF else parse_address(text)


def _parse_listen(text: str) -> tuple[tuple[str, int] | None]:
    return (parse_web(text),)


def is_own_machine(host: str) -> bool:
    """Return whether only programs of this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
