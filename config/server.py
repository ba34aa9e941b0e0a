"""``config/server.yaml``: the address, the limits and who may come in."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Literal

from config.budgets import BudgetSettings, read_budgets
from config.logs import LogSettings, read_logs
from config.section import Section
from config.telnet import ListingSettings, TelnetSettings, read_listing, read_telnet
from config.web import WebSettings, read_web
from config.yaml_lines import parse_yaml, read_text
from late.late_dataclass import late_dataclass

NEW_ROLES = ("player", "builder")
"""The roles that every new account can be given."""

MOST_WORKERS = 16
"""The most processes that may compute beside the server."""

SERVER_FILE = "server.yaml"
"""Name of the file in the config folder."""


@late_dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits of one connection, one address and all together. 0 means no limit."""

    commands_per_second: float = 20.0
    """Lines per second that a connection may have carried out in the long run."""
    burst: int = 100
    """Lines that it may have carried out at once before that rate applies."""
    connections_per_address: int = 20
    connections: int = 1000
    places_for_administrators: int = 5
    """Places beyond `connections` that let administrators in alone."""
    guests_per_address: int = 10
    accounts_per_hour: int = 10
    """New accounts from one address."""
    login_seconds: float = 60.0
    """Seconds from connecting to entering the world, whatever is typed."""
    idle_seconds: float = 3600.0
    """Seconds since the last whole line, once in the world."""
    linkdead_seconds: float = 300.0
    """Seconds that the body of a person whose connection is lost waits for them; 0: none."""
    step_seconds: float = 1.5
    """Seconds between two steps of a person who walks to a room further off; 0: none."""
    line_bytes: int = 8192
    input_bytes_per_second: float = 4096.0
    """Bytes that are not text (telnet commands, erasures, NULs) in the long run."""
    output_bytes: int = 65536
    """Bytes of output kept for a client that does not read."""


@late_dataclass(frozen=True, slots=True)
class AccountSettings:
    """Whether guests may come in and accounts may be made, and the role of a new one."""

    guests: bool = True
    creation: bool = True
    new_role: str = "player"
    """One of `NEW_ROLES`. The first account of all is an administrator's."""


@late_dataclass(frozen=True, slots=True)
class ModelServerSettings:
    """Whether and at which ports of this machine model servers are looked for; 0: not there."""

    look: bool = True
    ollama: int = 11434
    lmstudio: int = 1234
    llamacpp: int = 8080
    vllm: int = 8000


@late_dataclass(frozen=True, slots=True)
class ChronicleSettings:
    """What is kept of the public events of the world."""

    enabled: bool = True
    keep_days: int = 0
    """0: for ever."""
    file_megabytes: float = 50.0
    """A file of this size gets no more lines; 0: no limit."""


@late_dataclass(frozen=True, slots=True)
class ServerSettings:
    """All of ``server.yaml``."""

    telnet: TelnetSettings = field(default_factory=TelnetSettings)
    limits: ConnectionLimits = ConnectionLimits()
    accounts: AccountSettings = AccountSettings()
    model_servers: ModelServerSettings = ModelServerSettings()
    budgets: BudgetSettings = field(default_factory=BudgetSettings)
    chronicle: ChronicleSettings = ChronicleSettings()
    log: LogSettings = field(default_factory=LogSettings)
    listing: ListingSettings = field(default_factory=ListingSettings)
    workers: int | Literal["auto"] = "auto"
    """Processes that compute beside the server; ``auto``: as many as suit the machine."""
    web: WebSettings = field(default_factory=WebSettings)


def read_server(folder: Path) -> ServerSettings:
    """Return the settings of `folder`'s ``server.yaml``; a missing file means the defaults.

    Raises `ConfigError`.
    """
    path = folder / SERVER_FILE
    root = Section(path, parse_yaml(path, read_text(path) or ""))
    settings = ServerSettings(
        read_telnet(root.section("telnet")),
        _limits(root.section("limits")),
        _accounts(root.section("accounts")),
        _model_servers(root.section("model_servers")),
        read_budgets(root.section("budgets")),
        _chronicle(root.section("chronicle")),
        read_logs(root.section("log")),
        read_listing(root.section("listing")),
        root.parse(
            "workers", "auto", _parse_workers, f"auto, or a whole number from 0 to {MOST_WORKERS}"
        ),
        read_web(root.section("web")),
    )
    root.finish()
    return settings


def _parse_workers(text: str) -> int | Literal["auto"]:
    if text == "auto":
        return "auto"
    count = int(text) if text.isascii() and text.isdecimal() else -1
    if not 0 <= count <= MOST_WORKERS:
        raise ValueError(text)
    return count


def _limits(section: Section) -> ConnectionLimits:
    plain = ConnectionLimits()
    return ConnectionLimits(
        commands_per_second=section.number("commands_per_second", plain.commands_per_second),
        burst=section.whole("burst", plain.burst),
        connections_per_address=section.whole(
            "connections_per_address", plain.connections_per_address
        ),
        connections=section.whole("connections", plain.connections),
        places_for_administrators=section.whole(
            "places_for_administrators", plain.places_for_administrators
        ),
        guests_per_address=section.whole("guests_per_address", plain.guests_per_address),
        accounts_per_hour=section.whole("accounts_per_hour", plain.accounts_per_hour),
        login_seconds=section.number("login_seconds", plain.login_seconds),
        idle_seconds=section.number("idle_seconds", plain.idle_seconds),
        linkdead_seconds=section.number("linkdead_seconds", plain.linkdead_seconds),
        step_seconds=section.number("step_seconds", plain.step_seconds),
        line_bytes=section.whole("line_bytes", plain.line_bytes),
        input_bytes_per_second=section.number(
            "input_bytes_per_second", plain.input_bytes_per_second
        ),
        output_bytes=section.whole("output_bytes", plain.output_bytes),
    )


def _model_servers(section: Section) -> ModelServerSettings:
    plain = ModelServerSettings()
    return ModelServerSettings(
        look=section.flag("look", plain.look),
        ollama=section.whole("ollama", plain.ollama, most=65_535),
        lmstudio=section.whole("lmstudio", plain.lmstudio, most=65_535),
        llamacpp=section.whole("llamacpp", plain.llamacpp, most=65_535),
        vllm=section.whole("vllm", plain.vllm, most=65_535),
    )


def _chronicle(section: Section) -> ChronicleSettings:
    plain = ChronicleSettings()
    return ChronicleSettings(
        enabled=section.flag("enabled", plain.enabled),
        keep_days=section.whole("keep_days", plain.keep_days, most=36_500),
        file_megabytes=section.number("file_megabytes", plain.file_megabytes),
    )


def _accounts(section: Section) -> AccountSettings:
    plain = AccountSettings()
    return AccountSettings(
        guests=section.flag("guests", plain.guests),
        creation=section.flag("creation", plain.creation),
        new_role=section.choice("new_role", plain.new_role, NEW_ROLES),
    )
