"""The states of a compactor, and which may follow which.

::

    idle ──begin──▶ compacting ──────────┐ committed, given up
     ▲ │──catch up─▶ catching up ────────┤
     │ └──redo─────▶ redoing ────────────┤
     ├────────────────────────────────◀──┤
     └── time is up ── backing off ◀─────┘ failed

One compaction runs at a time.  The view and the span are frozen before the first await, and
all of it is committed or nothing.  After a failure the next one waits, twice as long each time;
a person may begin one meanwhile.  Everything leads to closed, and nothing leads out of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class CompactorState(Enum):
    """What a compactor is doing."""

    IDLE = "idle"
    COMPACTING = "compacting"
    CATCHING_UP = "catching up"
    """Going through a whole archive, one compaction after the other."""
    REDOING = "redoing"
    BACKING_OFF = "backing off"
    """The last compaction failed; the next one is due when a timer fires."""
    CLOSED = "closed"


_S = CompactorState
WORKING = frozenset({_S.COMPACTING, _S.CATCHING_UP, _S.REDOING})
_AFTER_WORK = frozenset({_S.IDLE, _S.BACKING_OFF, _S.CLOSED})

COMPACTOR_TRANSITIONS: Mapping[CompactorState, frozenset[CompactorState]] = {
    _S.IDLE: frozenset({*WORKING, _S.CLOSED}),
    _S.COMPACTING: _AFTER_WORK,
    _S.CATCHING_UP: _AFTER_WORK,
    _S.REDOING: _AFTER_WORK,
    # By hand one begins before the wait is over; a redo never does.
    _S.BACKING_OFF: frozenset({_S.IDLE, _S.COMPACTING, _S.CATCHING_UP, _S.CLOSED}),
    _S.CLOSED: frozenset(),
}
