"""Documentation of the settings of ``llm.yaml``, made from their declarations."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from agents.declaration import Setting, format_value, settings_in
from agents.models.embedding.settings import EMBEDDING_SETTINGS
from agents.models.profiles import COMMON_SETTINGS, ProfileSchema
from agents.models.providers.table import OWN_PROVIDERS

WIDTH = 92


def describe_profile_settings(schema: ProfileSchema) -> str:
    """Return each key of a profile with its default, description, and providers' defaults."""
    keys = [schema.provider, *schema.settings_of(OWN_PROVIDERS[-1].name)]
    return "\n".join(line for each in keys for line in _describe(schema, each))


def describe_embedding_settings() -> str:
    """Return each key of the section ``embedding`` with its default and description."""
    return "\n".join(line for each in EMBEDDING_SETTINGS for line in _describe_key(each))


def _describe_key(each: Setting) -> Iterator[str]:
    yield f"{each.name}: {format_value(each.default)}".rstrip()
    yield from _wrap(each.doc)


def _wrap(text: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )


def _describe(schema: ProfileSchema, each: Setting) -> Iterator[str]:
    shared = each.name in {"provider", *(one.name for one in COMMON_SETTINGS)}
    shown = format_value(each.default) if shared and each.shape != "price" else ""
    yield f"{each.name}: {shown}".rstrip()
    yield from _wrap(" ".join((each.doc, *_differences(schema, each.name))))


def _differences(schema: ProfileSchema, key: str) -> Iterator[str]:
    """Yield, for each provider with another default or none, a sentence that says so."""
    for name, row in schema.providers.rows.items():
        defaults = {each.name: each.default for each in settings_in(row)} | dict(row.usual)
        if key in row.needs:
            yield f"{name}: needed."
        elif key in defaults:
            yield f"{name}: {format_value(defaults[key]) or 'none'}."
