"""Fills templates with ``{name}`` in them: prompts, and the words around a summary."""

from __future__ import annotations

from world.vault.placeholders import find_placeholders


def fill_template(template: str, **values: str) -> str:
    """Replace the first ``{name}`` of each value, left to right; values are never templates."""
    done, rest = "", template
    while rest:
        found = [(rest.find("{" + name + "}"), name) for name in values]
        at, name = min(((n, name) for n, name in found if n >= 0), default=(-1, ""))
        if at < 0:
            break
        done += rest[:at] + values[name]
        rest = rest[at + len(name) + 2 :]
    return done + rest


def shows_all(key: str, template: str) -> bool:
    """Return whether `template` has every placeholder that the text `key` of the vault needs."""
    row = find_placeholders(key)
    return all(f"{{{name}}}" in template for name in (row.needed if row else ()))
