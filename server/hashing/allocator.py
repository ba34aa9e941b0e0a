"""The C library's allocator: memory that password hashing has used goes back to the system.

glibc gives each thread an arena of its own and keeps what is freed at the end of one, up to 38 MB;
`malloc_trim` reaches that end in the first arena alone.  So there is only that one.  Threads hardly
compete for it: Python has its own allocator for small objects, and argon2 asks for all at once.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

_M_ARENA_MAX = -8
"""mallopt(3)."""


def use_one_arena() -> None:
    """Have one arena for all threads; to call before the first thread starts.

    Does nothing where the C library is not glibc.
    """
    found = _find("mallopt")
    if found is not None:
        found(_M_ARENA_MAX, 1)


def find_trim() -> Callable[[int], object] | None:
    """Return glibc's `malloc_trim(3)`, which returns freed memory to the system; None elsewhere."""
    return _find("malloc_trim")


def _find(name: str) -> Callable[..., Any] | None:
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    found: Callable[..., Any] | None = getattr(library, name, None)
    return found
