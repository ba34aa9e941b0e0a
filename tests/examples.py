"""How many examples a property is tried on: few for each change, many in a night."""

from __future__ import annotations

import os

#: TARN_THOROUGH=1 is for a nightly run.
THOROUGH = bool(os.environ.get("TARN_THOROUGH"))


def choose_count(few: int, many: int) -> int:
    """Return `many` in a thorough run, else `few`."""
    return many if THOROUGH else few
