"""A status or a history as plain JSON values, for shells and web pages."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import Any

from agents.memory.compaction_history import CompactionHistory
from agents.memory.log.codec import format_moment
from agents.memory.status import MemoryStatus
from agents.models.dispatcher import DispatcherStatus


def to_plain(status: MemoryStatus | DispatcherStatus | CompactionHistory) -> dict[str, Any]:
    """Return the fields by name: times as text in UTC, spans as lists of two numbers."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(status), default=_plain))
    return plain


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return format_moment(value)
    raise TypeError(f"a status has no room for {type(value).__name__}")
