"""The states of a compactor and its transitions.

::

    idle ──begin──▶ compacting ──────────┐ committed, given up
     ▲ │──catch up─▶ catching up ────────┤
     │ └──redo─────▶ redoing ────────────┤
     ├────────────────────────────────◀──┤
     └── time is up ── backing off ◀─────┘ failed

One compaction runs at a time.  It freezes the view and the span before its first await, and
commits all or nothing.  After a failure the next one waits, twice as long each time; a person may
start one during the wait, which lengthens it in no case, and new settings or another model end
it.  Every state can change to closed, and closed is final.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class CompactorState(Enum):
    """What a compactor is doing."""

    IDLE = "idle"
    COMPACTING = "compacting"
    CATCHING_UP = "catching up"
    """Compacting a whole archive, one window after the other."""
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
    # A person may start a compaction before the wait is over; a redo must wait.
    _S.BACKING_OFF: frozenset({_S.IDLE, _S.COMPACTING, _S.CATCHING_UP, _S.CLOSED}),
    _S.CLOSED: frozenset(),
}
