"""Changing keys of a note's front matter without changing its other lines."""

from __future__ import annotations

import re
from collections.abc import Mapping

import yaml

from late.late_pattern import late_pattern
from reading.yaml_nodes import compose_flat

_FENCE = late_pattern(r"^---[ \t]*$\n?", re.MULTILINE)


def edit_note(text: str, changes: Mapping[str, object], body: str | None = None) -> str:
    """Return the note `text` with the keys of `changes` set (None: removed), and `body` if given.

    Other keys, comments, order and line endings stay.  `text` must be a readable note.  The
    caller checks that the result reads back as intended.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front, old_body = _split(plain)
    lines = front.split("\n")[:-1]
    for key, value in changes.items():
        lines = _set(lines, key, value)
    kept = "".join(f"{line}\n" for line in lines)
    new_body = old_body if body is None else body.strip("\n") + "\n"
    edited = f"---\n{kept}---\n{new_body}" if kept or new_body.startswith("---") else new_body
    return edited.replace("\n", "\r\n") if "\r\n" in text else edited


def _split(text: str) -> tuple[str, str]:
    """Return the front matter without its fences, and the text below it."""
    opening = _FENCE.match(text)
    closing = _FENCE.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return "", text
    return text[opening.end() : closing.start()], text[closing.end() :]


def _set(lines: list[str], key: str, value: object) -> list[str]:
    written = [] if value is None else _yaml(key, value)
    found = _extent(lines, key)
    if found is None:
        return [*lines, *written]
    first, end, comment = found
    if written and comment:
        written[-1] += comment
    return [*lines[:first], *written, *lines[end:]]


def _yaml(key: str, value: object) -> list[str]:
    """Return the YAML lines of `key` and its value, with lists and groups on the key's line."""
    if isinstance(value, list | dict):
        dumped = f"{key}: {_dump(value, flow=True)}"
    else:
        dumped = _dump({key: value}, flow=False)
    return dumped.rstrip("\n").split("\n")


def _dump(value: object, *, flow: bool) -> str:
    dumped: str = yaml.safe_dump(
        value,
        allow_unicode=True,
        sort_keys=False,
        width=10**9,
        default_flow_style=flow,
    )
    return dumped


def _extent(lines: list[str], key: str) -> tuple[int, int, str] | None:
    """Return the range [first, end) of a key's lines, and the comment at their end."""
    node = compose_flat("\n".join(lines).replace("\t", "    ") + "\n", exact=True)
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    for name, value in pairs:
        if name.value == key:
            return name.start_mark.line, *_end(lines, name, value)
    return None


def _end(lines: list[str], name: yaml.Node, value: yaml.Node) -> tuple[int, str]:
    mark = value.end_mark
    on_the_line = mark.column > 0 and not _is_block(value)
    end = mark.line + 1 if on_the_line else max(mark.line, name.start_mark.line + 1)
    while end > name.start_mark.line + 1 and _is_filler(lines[end - 1]):
        end -= 1
    return end, _comment(lines[end - 1], mark.column) if on_the_line else ""


def _is_block(value: yaml.Node) -> bool:
    if isinstance(value, yaml.ScalarNode):
        return value.style in ("|", ">")
    return not getattr(value, "flow_style", True)


def _is_filler(line: str) -> bool:
    return not line.strip() or line.startswith("#")


def _comment(line: str, column: int) -> str:
    rest = line.replace("\t", "    ")[column:]
    return rest if rest.lstrip().startswith("#") else ""
