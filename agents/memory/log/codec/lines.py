"""Encodes records as lines of JSON and decodes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agents.memory.core.records import Record
from agents.memory.log.codec.format import KINDS, TYPES, VERSION, describe_known_versions
from agents.memory.log.codec.from_json import DECODERS, is_number
from agents.memory.log.codec.to_json import ENCODERS

#: One encoder for all lines: `json.dumps` makes a new one each time.
_encode_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class BadRecord(Exception):
    """A line of an archive cannot be read; the message says why."""


class ArchiveRefused(Exception):
    """The archive was written by a newer version; nothing was changed."""


def encode(record: Record) -> bytes:
    """Return the record as one line that ends in a newline."""
    type_ = type(record)
    content = {"v": VERSION, "kind": KINDS[type_], **ENCODERS[type_](record)}
    return _encode_json(content).encode("utf-8", "replace") + b"\n"


def decode(line: bytes) -> Record:
    """Return the record on a line. Raises `BadRecord`, or `ArchiveRefused` for a newer version."""
    content = _parse_object(line)
    decoder = DECODERS[_find_type(content)]
    try:
        return decoder(content)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"a value is missing or of the wrong kind ({error})") from error


def is_readable_json(line: bytes) -> bool:
    """Return whether a line is JSON of a known version; ten times as fast as decoding it."""
    try:
        return bool(1 <= json.loads(line)["v"] <= VERSION)
    except (ValueError, TypeError, LookupError, RecursionError):
        return False


def _parse_object(line: bytes) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRecord("not a line of JSON") from error
    if not isinstance(content, dict):
        raise BadRecord("not a JSON object")
    return content


def _find_type(content: Mapping[str, Any]) -> type[Record]:
    version, kind = content.get("v"), content.get("kind")
    if not is_number(version) or not isinstance(kind, str):
        raise BadRecord("it does not say its version and kind")
    if version > VERSION or kind not in TYPES:
        raise ArchiveRefused(
            f"a record of version {version} and kind {kind!r} was read, and this program knows"
            f" {describe_known_versions()} and the kinds {', '.join(sorted(TYPES))}"
        )
    return TYPES[kind]
