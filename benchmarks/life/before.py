"""Reading the turns of an earlier life from a listing, for comparison.

::

    ## Cobb: turns 109 …
        18:38:29 | go ferry
        18:42:03 | say I am Cobb in the Bothy.
"""

from __future__ import annotations

import re
from pathlib import Path

_OWNER = re.compile(r"## (\w+):")
_TURN = re.compile(r"\s+\d\d:\d\d:\d\d \| (.+)")


def read_turns(path: Path) -> dict[str, list[str]]:
    """Return each agent's commands in their order. Raises `ValueError` where there are none."""
    turns: dict[str, list[str]] = {}
    owner = ""
    for line in path.read_text("utf-8").splitlines():
        if found := _OWNER.match(line):
            owner = found[1]
        elif owner and (found := _TURN.match(line)):
            turns.setdefault(owner, []).append(found[1].strip())
    if not turns:
        raise ValueError(f"{path}: no turns; allowed: '## Name:' and lines such as '18:38 | look'")
    return turns
