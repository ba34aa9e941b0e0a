"""What the world keeps of happenings: which came when, which wait, and when it last looked.

It is a property of the room with the lowest number, which no command can remove.  So it changes
together with everything else that a happening changes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache

from late.late_dataclass import late_dataclass
from world.model import Room
from world.realm import Realm
from world.transaction import Transaction

RECORD = "happenings"
"""On that room: the record."""


@late_dataclass(frozen=True, slots=True)
class HappeningRecord:
    """The record. All numbers are the world's minutes since its calendar began."""

    looked: int | None = None
    """Up to when everything that was due has happened, or a little less; None: never looked."""
    done: Mapping[str, int] = field(default_factory=dict)
    """The name of each happening that came → the minute of the trigger, the last time."""
    pending: Mapping[str, int] = field(default_factory=dict)
    """The name of each happening that waits after a deed → the minute of the deed."""


def read_record(realm: Realm) -> HappeningRecord:
    """Return the record of a world."""
    return _decode(_find_keeper(realm).properties.get(RECORD, ""))


def keep_record(realm: Realm, tx: Transaction, record: HappeningRecord) -> None:
    """Let the world have this record."""
    kept = {"looked": record.looked, "done": record.done, "pending": record.pending}
    tx.set_property(_find_keeper(realm), RECORD, json.dumps(kept, ensure_ascii=False))


def _find_keeper(realm: Realm) -> Room:
    return min(realm.rooms(), key=lambda room: room.id, default=None) or realm.start_room


@lru_cache(maxsize=4)
def _decode(text: str) -> HappeningRecord:
    return HappeningRecord(**json.loads(text)) if text else HappeningRecord()
