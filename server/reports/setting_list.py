"""Lists settings, a line each, with their values as they are written in the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from agents.declaration import format_value
from agents.models.profiles import ModelProfile
from config.address import format_address
from config.telnet import TelnetSettings
from server.arguments import Options
from server.reports.changes import AT_START
from server.settings import Settings

#: Fields of `Settings` that are no settings.
_NOT_SETTINGS = ("refused_plugins", "doubts")


def list_settings(settings: Settings) -> dict[str, str]:
    """Return every setting by its name, such as ``server.accounts.guests``."""
    known = (each.name for each in fields(settings) if each.name not in _NOT_SETTINGS)
    return {key: value for name in known for key, value in _list(name, getattr(settings, name))}


def describe_settings(now: Settings, begun: Settings, options: Options) -> Iterator[str]:
    """Yield a line for every setting: what is in force, and what waits for the next start.

    `begun` are the settings at the start, and `options` those of the command line, which go first.
    """
    later = list_settings(now)
    given = {"server.telnet.listen": options.telnet, "server.web.listen": options.web}
    for key, value in (list_settings(begun) | _drop_late(later)).items():
        option = given.get(key)
        if option is not None:
            command = key.split(".")[1]
            yield f"{key}: {_write(option)} (by --{command}; {later[key]} is written)"
        elif later.get(key, value) != value:
            yield f"{key}: {value} (from the next start on: {later[key]})"
        else:
            yield f"{key}: {value}"


def _drop_late(settings: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in settings.items() if not key.startswith(AT_START)}


def _list(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield a settings object as ``name.key`` and value."""
    if isinstance(value, ModelProfile):
        value = value.describe_values()
    if isinstance(value, TelnetSettings):
        yield f"{name}.listen", format_address(value.host, value.port)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _list(f"{name}.{key}", inner)
    elif is_dataclass(value):
        for field in filter(lambda each: each.repr, fields(value)):
            if not isinstance(value, TelnetSettings) or field.name not in ("host", "port"):
                yield from _list(f"{name}.{field.name}", getattr(value, field.name))
    else:
        yield name, _write(value)


def _write(value: object) -> str:
    """Return a value as YAML has it; where there is none, the settings say ``off``."""
    if value is None:
        return "off"
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], int):
        return format_address(str(value[0]), value[1])
    if isinstance(value, bool | int | float | str | tuple):
        return format_value(value) or '""'
    return str(value)
