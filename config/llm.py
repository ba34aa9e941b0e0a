"""``config/llm.yaml``: the language models and how each is asked.

The schema passed to the reader declares the providers and settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

from config.schema import SettingRule, SettingValue, read_setting
from config.section import Section
from config.yaml_lines import parse_yaml, read_text
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

LLM_FILE = "llm.yaml"
"""Name of the file in the config folder."""

ProfileValues: TypeAlias = Mapping[str, SettingValue]
"""One profile's settings by name; file paths are absolute."""

PRICE = ("input", "output")
"""The keys of a price."""

CURRENCY = "USD"
"""The currency of prices where the file names none."""

_CURRENCY = late_pattern(r"[^\W\d_]{1,8}|[$\u00a3\u00a5\u20a0-\u20c0]")
_VARIABLE = late_pattern(r"[A-Za-z_][A-Za-z0-9_]*")


class ProfileRule(SettingRule, Protocol):
    """One setting of a profile."""

    @property
    def shape(self) -> str:
        """The kind of value: ``url``, ``variable``, ``file``, ``model``, ``price``; empty: any."""
        ...


class ModelSchema(Protocol):
    """The settings that profiles may have."""

    @property
    def provider(self) -> SettingRule:
        """The setting that names the provider."""
        ...

    @property
    def default_profiles(self) -> Mapping[str, ProfileValues]:
        """The profiles if none is written; the first is the default."""
        ...

    def settings_of(self, provider: str) -> Sequence[ProfileRule]:
        """Return the settings that a profile of this provider may have, with their defaults."""
        ...

    def list_required(self, provider: str) -> Sequence[str]:
        """Return the settings that a profile of this provider must have."""
        ...

    @property
    def embedding(self) -> Sequence[ProfileRule]:
        """The settings of the section ``embedding``."""
        ...

    def list_embedding_needs(self, values: ProfileValues) -> Sequence[str]:
        """Return the settings that a section ``embedding`` with these values must have."""
        ...


@late_dataclass(frozen=True, slots=True)
class LlmSettings:
    """All of ``llm.yaml``. `default` is always one of `profiles`."""

    default: str
    profiles: Mapping[str, ProfileValues]
    embedding: ProfileValues
    currency: str = CURRENCY
    """The currency of prices."""


def read_llm(folder: Path, schema: ModelSchema) -> LlmSettings:
    """Return the settings of `folder`'s ``llm.yaml``; the schema fills in what is missing.

    Raises `ConfigError`.
    """
    path = folder / LLM_FILE
    return parse_llm(path, read_text(path) or "", schema)


def parse_llm(path: Path, text: str, schema: ModelSchema) -> LlmSettings:
    """Return the settings of `text`, which is or will be the content of `path`.

    Raises `ConfigError`.
    """
    folder, root = path.parent, Section(path, parse_yaml(path, text), line=1)
    group = root.section("profiles")
    profiles = {name: _read_profile(group.section(name), schema, folder) for name in group.keys}
    profiles = profiles or dict(schema.default_profiles)
    default = root.choice("default", next(iter(schema.default_profiles)), tuple(profiles))
    if default not in profiles:
        root.refuse("default", f"one of the profiles: {', '.join(profiles)}")
    embedding = _read_embedding(root.section("embedding"), schema, folder)
    allowed = "up to 8 letters or a sign, such as EUR or €"
    currency = root.parse("currency", CURRENCY, _parse_currency, allowed)
    root.finish()
    return LlmSettings(default, profiles, embedding, currency)


def _read_embedding(section: Section, schema: ModelSchema, folder: Path) -> ProfileValues:
    values = {each.name: _read_value(section, each, folder) for each in schema.embedding}
    for key in schema.list_embedding_needs(values):
        if not section.has(key):
            section.refuse(key, f"a text: provider {values['provider']} needs it")
    return values


def _read_profile(section: Section, schema: ModelSchema, folder: Path) -> ProfileValues:
    rule = schema.provider
    provider = str(read_setting(section, rule, rule.default))
    values = {
        each.name: _read_value(section, each, folder) for each in schema.settings_of(provider)
    }
    for key in schema.list_required(provider):
        # A refused value has been noted already.
        if not section.has(key):
            section.refuse(key, f"a text: provider {provider} needs it")
    return {rule.name: provider, **values}


def _read_value(section: Section, rule: ProfileRule, folder: Path) -> SettingValue:
    key, default = rule.name, str(rule.default)
    match rule.shape:
        case "url":
            return section.parse(key, default, _parse_url, "http://HOST:PORT or https://HOST/…")
        case "variable":
            return _read_variable(section, key, default)
        case "file":
            return _read_file(section, key, default, folder)
        case "price":
            return _read_price(section.section(key))
        case "model" if section.raw_text(key).strip().lower().endswith(".gguf"):
            return _read_file(section, key, default, folder)
    return read_setting(section, rule, rule.default)


def _parse_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or " " in text:
        raise ValueError(text)
    _ = parts.port  # raises ValueError when it is not a port
    return text.rstrip("/")


def _parse_currency(text: str) -> str:
    if not _CURRENCY.fullmatch(text):
        raise ValueError(text)
    return text


def _read_price(section: Section) -> tuple[float, ...]:
    """Return what a million tokens of prompts and of replies cost; empty: nothing is written."""
    if not section.keys:
        return ()
    price = tuple(section.number(key, 0.0) for key in PRICE)
    for key in PRICE:
        if not section.has(key):
            section.refuse(key, f"a number of 0 or more: a price has {' and '.join(PRICE)}")
    return price


def _read_variable(section: Section, key: str, default: str) -> str:
    """Return the variable's name. The error does not repeat a key put here by mistake."""
    name = section.text(key, default)
    if name and not _VARIABLE.fullmatch(name):
        allowed = "the name of an environment variable, such as OPENAI_API_KEY, not the key itself"
        section.refuse(key, allowed, "something else")
        return default
    return name


def _read_file(section: Section, key: str, default: str, folder: Path) -> str:
    def parse(text: str) -> str:
        path = _find_file(folder, text)
        if path is None:
            raise ValueError(text)
        return str(path)

    return section.parse(key, default, parse, f"a file that is there, looked for from {folder}")


def _find_file(folder: Path, text: str) -> Path | None:
    """Return the file that `text` names; None if there is none or the name is impossible."""
    try:
        path = folder / Path(text).expanduser()
        return path if path.is_file() else None
    except (OSError, RuntimeError, ValueError):  # too long; no such user; a NUL
        return None
