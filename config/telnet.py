"""The groups ``telnet`` and ``listing`` of ``server.yaml``: where it listens, and who is told."""

from __future__ import annotations

from config.address import ALLOWED_ADDRESS, parse_address
from config.section import Section
from late.late_dataclass import late_dataclass

_OFF = frozenset({"off", "false", "no"})


@late_dataclass(frozen=True, slots=True)
class TelnetSettings:
    """The addresses of telnet; port 0 lets the system pick one."""

    host: str = "127.0.0.1"
    port: int = 4000
    tls: tuple[str, int] | None = None
    """Host and port of telnet over TLS; None: there is none."""
    certificate: str = "certificate.pem"
    """The path of the certificate and its chain; a relative one begins at the config folder."""
    key: str = "key.pem"


def read_telnet(section: Section) -> TelnetSettings:
    """Return the group; what is missing or wrong is its default, and an error is noted."""
    plain = TelnetSettings()
    default = (plain.host, plain.port)
    host, port = section.parse("listen", default, parse_address, ALLOWED_ADDRESS)
    # A tuple around it, because a setting that is parsed to None counts as a wrong one.
    (tls,) = section.parse("tls", (plain.tls,), _parse_tls, f"off, or {ALLOWED_ADDRESS}")
    return TelnetSettings(
        host,
        port,
        tls,
        section.text("certificate", plain.certificate),
        section.text("key", plain.key),
    )


def _parse_tls(text: str) -> tuple[tuple[str, int] | None]:
    return (None if text.lower() in _OFF else parse_address(text),)


@late_dataclass(frozen=True, slots=True)
class ListingSettings:
    """Facts that the server cannot know; an empty one is not told."""

    name: str = "Tarn"
    hostname: str = ""
    """The name under which people reach this server."""
    contact: str = ""
    """An address for mail to whoever runs it."""
    website: str = ""


def read_listing(section: Section) -> ListingSettings:
    """Return the group; what is missing or wrong is its default, and an error is noted."""
    plain = ListingSettings()
    return ListingSettings(
        section.text("name", plain.name),
        _optional(section, "hostname"),
        _optional(section, "contact"),
        _optional(section, "website"),
    )


def _optional(section: Section, key: str) -> str:
    text = section.text(key, "")
    return "" if text.lower() in _OFF else text
