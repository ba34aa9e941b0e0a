"""How often something is called while an act runs: a gain that no busy machine hides."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

Counted = Callable[[FrameType, str, object], bool]
"""Whether an event of `sys.setprofile` counts: the frame, its kind and its argument."""


def count_events(act: Callable[[], object], counts: Counted) -> int:
    """Return how many events of `act` count; whatever profiles meanwhile goes on afterwards."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += counts(frame, event, argument)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count
