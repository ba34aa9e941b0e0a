"""``config/llm.yaml``: which language models there are and how each is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast
from urllib.parse import urlsplit

from config.compaction import SUMMARIZER
from config.section import Section
from config.yaml_lines import parse_yaml, read_text

LLM_FILE = "llm.yaml"
"""Name of the file in the config folder."""

ProviderName = Literal["embedded", "ollama", "openai", "scripted"]
ApiName = Literal["completions", "chat"]

PROVIDERS: tuple[ProviderName, ...] = ("embedded", "ollama", "openai", "scripted")
"""The providers there are."""

_OLLAMA_URL = "http://127.0.0.1:11434"
_EMBEDDED_MODEL = "gemma-3-270m"
_DAY = 86_400
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class LlmProfile:
    """One way of asking one model. `timeout` is in seconds; 0 `daily_tokens` is no cap.

    `model` ending in ``.gguf`` and `script` are whole paths to files that are there.
    """

    name: str
    provider: ProviderName = "embedded"
    model: str = _EMBEDDED_MODEL
    url: str = ""
    api_key_env: str = ""
    api: ApiName = "completions"
    script: Path | None = None
    temperature: float = 0.8
    max_tokens: int = 200
    timeout: float = 120.0
    retries: int = 2
    concurrency: int = 1
    stop: tuple[str, ...] = ()
    context_tokens: int = 4096
    daily_tokens: int = 0


def _shipped() -> Mapping[str, LlmProfile]:
    npc = LlmProfile("npc", temperature=0.8, max_tokens=48)
    summarizer = LlmProfile(SUMMARIZER, temperature=0.3, max_tokens=200)
    return {npc.name: npc, summarizer.name: summarizer}


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """All of ``llm.yaml``. `default` is always one of `profiles`."""

    default: str = "npc"
    profiles: Mapping[str, LlmProfile] = field(default_factory=_shipped)

    def profile(self, name: str) -> LlmProfile | None:
        """Return the profile called `name`, None if there is none.

        Where nobody made a ``summarizer``, the default one is.
        """
        if name == SUMMARIZER and name not in self.profiles:
            return self.profiles[self.default]
        return self.profiles.get(name)


def read_llm(folder: Path) -> LlmSettings:
    """Return the settings of `folder`'s ``llm.yaml``; what is missing there is as shipped.

    Raises `ConfigError`.
    """
    path = folder / LLM_FILE
    root = Section(path, parse_yaml(path, read_text(path) or ""), line=1)
    plain = LlmSettings()
    group = root.section("profiles")
    profiles = {name: _profile(name, group.section(name), folder) for name in group.keys}
    profiles = profiles or dict(plain.profiles)
    default = root.choice("default", plain.default, tuple(profiles))
    if default not in profiles:
        root.refuse("default", f"one of the profiles: {', '.join(profiles)}")
    root.finish()
    return LlmSettings(default, profiles)


@dataclass(frozen=True, slots=True)
class _Habits:
    """What a provider's profiles have unless they say otherwise."""

    model: str = ""
    url: str = ""
    timeout: float = 60.0
    concurrency: int = 4
    context_tokens: int = 8192


def _habits(provider: ProviderName) -> _Habits:
    if provider == "embedded":
        return _Habits(_EMBEDDED_MODEL, timeout=120.0, concurrency=1, context_tokens=4096)
    return _Habits(url=_OLLAMA_URL) if provider == "ollama" else _Habits()


def _profile(name: str, section: Section, folder: Path) -> LlmProfile:
    provider = cast(ProviderName, section.choice("provider", "embedded", PROVIDERS))
    habits = _habits(provider)
    profile = LlmProfile(
        name,
        provider,
        model=_model(section, habits.model, folder),
        url=section.parsed("url", habits.url, _url, "http://HOST:PORT or https://HOST/…"),
        api_key_env=_api_key_env(section),
        api=cast(ApiName, section.choice("api", "completions", ("completions", "chat"))),
        script=_file(section, "script", folder),
        temperature=section.number("temperature", 0.8, most=2),
        max_tokens=section.whole("max_tokens", 200, least=1, most=1_000_000),
        timeout=section.number("timeout", habits.timeout, least=0.01, most=_DAY),
        retries=section.whole("retries", 2, most=10),
        concurrency=section.whole("concurrency", habits.concurrency, least=1, most=1000),
        stop=section.words("stop"),
        context_tokens=section.whole("context_tokens", habits.context_tokens, least=256),
        daily_tokens=section.whole("daily_tokens", 0),
    )
    _require(section, profile)
    return profile


def _require(section: Section, profile: LlmProfile) -> None:
    """Note what the provider cannot do without; a value that was refused is noted already."""
    needed = {"ollama": ("model",), "openai": ("url", "model"), "scripted": ("script",)}
    for key in needed.get(profile.provider, ()):
        if not section.has(key):
            section.refuse(key, f"a text: provider {profile.provider} needs it")


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or " " in text:
        raise ValueError(text)
    _ = parts.port  # raises ValueError when it is not a port
    return text.rstrip("/")


def _api_key_env(section: Section) -> str:
    """Return the variable's name. A key put here by mistake is not repeated in the message."""
    name = section.text("api_key_env", "")
    if name and not _VARIABLE.fullmatch(name):
        allowed = "the name of an environment variable, such as OPENAI_API_KEY, not the key itself"
        section.refuse("api_key_env", allowed, "something else")
        return ""
    return name


def _model(section: Section, default: str, folder: Path) -> str:
    name = section.text("model", default)
    if not name.lower().endswith(".gguf"):
        return name
    return str(_file(section, "model", folder) or name)


def _file(section: Section, key: str, folder: Path) -> Path | None:
    def existing(text: str) -> Path:
        path = _reached(folder, text)
        if path is None:
            raise ValueError(text)
        return path

    return section.parsed(key, None, existing, f"a file that is there, looked for from {folder}")


def _reached(folder: Path, text: str) -> Path | None:
    """Return the file that `text` names, None if there is none or no such name can be."""
    try:
        path = folder / Path(text).expanduser()
        return path if path.is_file() else None
    except (OSError, RuntimeError, ValueError):  # too long; no such user; a NUL
        return None
