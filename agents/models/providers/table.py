"""The providers by name: Tarn's own and those of other packages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass
from inspect import isabstract
from typing import TYPE_CHECKING, TypeAlias

from agents.declaration import settings_in
from agents.models.providers.embedded import EmbeddedSettings
from agents.models.providers.ollama import OllamaSettings
from agents.models.providers.openai import OpenAiSettings
from agents.models.providers.protocol import ProviderSettings
from agents.models.providers.rules import RulesSettings
from agents.models.providers.scripted import ScriptedSettings
from agents.plugins import Plugins, WrongPlugin, load_plugins

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OWN_PROVIDERS: tuple[type[ProviderSettings], ...] = (
    EmbeddedSettings,
    OllamaSettings,
    OpenAiSettings,
    ScriptedSettings,
    RulesSettings,
)
"""The providers that come with Tarn; the first is the default."""

PROVIDER_GROUP = "tarn.providers"
"""The entry points of other packages' providers; each is a subclass of `ProviderSettings`."""

ProviderTable: TypeAlias = Plugins[type[ProviderSettings]]


def load_providers(
    reserved: Iterable[str] = (), found: Iterable[EntryPoint] | None = None
) -> ProviderTable:
    """Return our own providers and those that `load_plugins` finds.

    A plug-in's setting must not have a name in `reserved`: every profile has those.
    """
    taken = frozenset(reserved)

    def check(name: str, value: object) -> type[ProviderSettings]:
        row = _check_shape(name, value)
        for each in settings_in(row):
            if each.name in taken:
                raise WrongPlugin(f"its setting {each.name!r} has the name of every profile's")
        return row

    return load_plugins(PROVIDER_GROUP, {row.name: row for row in OWN_PROVIDERS}, check, found)


def _check_shape(name: str, value: object) -> type[ProviderSettings]:
    base = f"{ProviderSettings.__module__}.{ProviderSettings.__name__}"
    if not isinstance(value, type) or not issubclass(value, ProviderSettings):
        raise WrongPlugin(f"it is no class derived from {base}")
    if not is_dataclass(value):
        raise WrongPlugin("it is no dataclass")
    if isabstract(value):
        raise WrongPlugin(f"it lacks {', '.join(sorted(value.__abstractmethods__))}")
    if getattr(value, "name", "") != name:
        raise WrongPlugin(f"its name is {getattr(value, 'name', '')!r}, not {name!r}")
    if not getattr(value, "summary", ""):
        raise WrongPlugin("its row for the documentation, `summary`, is empty")
    return value
