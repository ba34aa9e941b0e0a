"""Small files of JSON that name their version: ``{"v": 1, …}``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

_Content = TypeVar("_Content")


def encode_versioned(version: int, content: Mapping[str, object]) -> str:
    """Return `content` as JSON that people can read, with its version first."""
    return json.dumps({"v": version, **content}, ensure_ascii=False, indent=1) + "\n"


def decode_versioned(
    text: str, version: int, what: str, build: Callable[[dict[str, Any]], _Content]
) -> _Content:
    """Return what `build` makes of the JSON object in `text`, which is `what`.

    Raises `ValueError`, also where `build` finds a value missing or of another kind.
    """
    try:
        content = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(content, dict) or content.get("v") != version:
        raise ValueError(f"not {what}, version {version}")
    try:
        return build(content)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
