"""Removes the temporary files that a killed process has left behind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from late.late_pattern import late_pattern

#: What `tempfile.mkstemp` makes of the prefix and suffix of `write_atomically`.
_TEMPORARY = late_pattern(r"\.[a-z0-9_]{8}\.tmp")

OLD_SECONDS = 60.0
"""A younger file may be what another program is writing at the moment."""


def sweep(vault: Path, now: float) -> list[Path]:
    """Remove old temporary files anywhere in the vault; return them. `now` is the time of day.

    A file that cannot be removed stays.
    """
    return [path for path in _list_old(vault, now) if _remove(path)]


def _list_old(vault: Path, now: float) -> Iterator[Path]:
    for path in vault.rglob(".*.tmp"):
        named = _TEMPORARY.fullmatch(path.name) and not path.is_symlink() and path.is_file()
        if named and path.stat().st_mtime <= now - OLD_SECONDS:
            yield path


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
