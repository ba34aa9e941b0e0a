"""The port that browsers connect to, bound before the world starts; nothing is served here."""

from __future__ import annotations

import socket
from typing import Literal

from config.address import format_address
from config.web import PUBLIC_ADVICE, WebSettings, is_own_machine
from late.late_dataclass import late_dataclass

Choice = tuple[str, int] | Literal["off"] | None
"""What ``--web`` said: an address, ``off``, or nothing."""


class WebAddressRefused(Exception):
    """The address asked for would open the page to the network, which was not allowed."""


@late_dataclass(frozen=True, slots=True)
class WebPort:
    """A bound socket. `public`: others than this machine may connect, by whatever name."""

    listening: socket.socket
    public: bool = False

    @property
    def url(self) -> str:
        """Where a browser finds the page: ``http://HOST:PORT``."""
        return f"http://{format_address(*self.listening.getsockname()[:2])}"


@late_dataclass(frozen=True, slots=True)
class WebWish:
    """Where the page is to be served. If it was `asked` for, a start without it is an error."""

    host: str
    port: int
    asked: bool


def choose_web(option: Choice, settings: WebSettings, telnet_port: int) -> WebWish | None:
    """Return where the page is to be served; None: nowhere.

    `telnet_port` is the one asked for; 0, and no `option`, mean a free port for the page too.
    Raises `WebAddressRefused`.
    """
    if option == "off" or (option is None and settings.listen is None):
        return None
    if option is not None:
        if not settings.public and not is_own_machine(option[0]):
            shown = format_address(*option)
            raise WebAddressRefused(f"--web is {shown!r}, allowed: {PUBLIC_ADVICE}")
        return WebWish(*option, asked=True)
    assert settings.listen is not None
    host, port = settings.listen
    default = settings.listen == WebSettings().listen
    return WebWish(host, port if telnet_port else 0, asked=not default)
