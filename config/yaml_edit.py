"""Changes values in a YAML file and keeps every other character, comments and order included."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import yaml

from config.errors import ConfigError
from config.yaml_lines import parse_yaml
from late.late_pattern import late_pattern
from reading.yaml_nodes import compose_flat

_PLAIN = late_pattern(r"[A-Za-z][\w./:+-]*\w")


def edit_yaml(
    path: Path, text: str, group: tuple[str, ...], values: Mapping[str, str | int]
) -> str:
    """Return `text` with the keys `values` set in the mapping under the keys `group`.

    `path` is for errors.  Raises `ConfigError` if the text is no YAML or has no such mapping.
    """
    parse_yaml(path, text)  # names what is wrong with its line
    node = compose_flat(text, exact=True)
    for key in group:
        node = _find_value(node, key)
    if not isinstance(node, yaml.MappingNode) or not node.value:
        name = ".".join(group)
        raise ConfigError(path, None, name, "nothing to change", "a group of keys, written out")
    # From the end to the beginning, so that the marks of what is before stay true.
    for start, end, written in sorted(_list_edits(text, node, values), reverse=True):
        text = text[:start] + written + text[end:]
    return text


def _find_value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    return next((value for name, value in pairs if name.value == key), None)


def _list_edits(
    text: str, node: yaml.MappingNode, values: Mapping[str, str | int]
) -> list[tuple[int, int, str]]:
    flow = bool(node.flow_style)
    edits, missing = [], []
    for key, value in values.items():
        written = _write_scalar(value, flow)
        old = _find_value(node, key)
        if old is None:
            missing.append(f"{key}: {written}")
            continue
        start, end = old.start_mark.index, old.end_mark.index
        edits.append((start, end, f" {written}" if start == end else written))
    return [*edits, *_add_keys(text, node, missing, flow)]


def _add_keys(
    text: str, node: yaml.MappingNode, missing: list[str], flow: bool
) -> list[tuple[int, int, str]]:
    """Return the edit that puts new keys behind the first one."""
    if not missing:
        return []
    name, value = node.value[0]
    if flow:
        at = value.end_mark.index
        return [(at, at, "".join(f", {each}" for each in missing))]
    end = text.find("\n", value.end_mark.index)
    new_line = "\r\n" if "\r\n" in text else "\n"
    indent = " " * name.start_mark.column
    if end < 0:
        return [(len(text), len(text), "".join(f"{new_line}{indent}{each}" for each in missing))]
    return [(end + 1, end + 1, "".join(f"{indent}{each}{new_line}" for each in missing))]


def _write_scalar(value: str | int, flow: bool) -> str:
    if isinstance(value, int):
        return str(value)
    plain = _PLAIN.fullmatch(value) and not (flow and ":" in value)
    return value if plain else json.dumps(value, ensure_ascii=False)
