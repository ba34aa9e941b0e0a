"""``config/server.yaml``: where the server listens, its limits, and who may come in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from config.address import ALLOWED_ADDRESS, parse_address
from config.section import Section
from config.yaml_lines import parse_yaml, read_text

SERVER_FILE = "server.yaml"
"""Name of the file in the config folder."""


@dataclass(frozen=True, slots=True)
class TelnetSettings:
    """Where telnet listens; port 0 lets the system pick one."""

    host: str = "127.0.0.1"
    port: int = 4000


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one connection may take. 0 means no limit."""

    commands_per_second: float = 20
    burst: int = 100
    connections_per_address: int = 20
    connections: int = 1000
    login_seconds: float = 60
    idle_seconds: float = 3600
    line_bytes: int = 8192
    output_bytes: int = 65536


@dataclass(frozen=True, slots=True)
class AccountSettings:
    """Whether guests may come in, and whether anybody may make an account."""

    guests: bool = True
    creation: bool = True


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """All of ``server.yaml``."""

    telnet: TelnetSettings = TelnetSettings()
    limits: Limits = Limits()
    accounts: AccountSettings = AccountSettings()


def read_server(folder: Path) -> ServerSettings:
    """Return the settings of `folder`'s ``server.yaml``; a missing file means the defaults.

    Raises `ConfigError`.
    """
    path = folder / SERVER_FILE
    root = Section(path, parse_yaml(path, read_text(path) or ""))
    settings = ServerSettings(
        _telnet(root.section("telnet")),
        _limits(root.section("limits")),
        _accounts(root.section("accounts")),
    )
    root.finish()
    return settings


def _telnet(section: Section) -> TelnetSettings:
    plain = TelnetSettings()
    default = (plain.host, plain.port)
    host, port = section.parsed("listen", default, parse_address, ALLOWED_ADDRESS)
    return TelnetSettings(host, port)


def _limits(section: Section) -> Limits:
    plain = Limits()
    return Limits(
        commands_per_second=section.number("commands_per_second", plain.commands_per_second),
        burst=section.whole("burst", plain.burst),
        connections_per_address=section.whole(
            "connections_per_address", plain.connections_per_address
        ),
        connections=section.whole("connections", plain.connections),
        login_seconds=section.number("login_seconds", plain.login_seconds),
        idle_seconds=section.number("idle_seconds", plain.idle_seconds),
        line_bytes=section.whole("line_bytes", plain.line_bytes),
        output_bytes=section.whole("output_bytes", plain.output_bytes),
    )


def _accounts(section: Section) -> AccountSettings:
    plain = AccountSettings()
    return AccountSettings(
        guests=section.flag("guests", plain.guests),
        creation=section.flag("creation", plain.creation),
    )
