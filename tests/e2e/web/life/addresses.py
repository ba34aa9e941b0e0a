"""Where a long life is read, and how long it is."""

from __future__ import annotations

MEMORIES = 1_700
LIFE = "/api/v1/memory/Moss"
