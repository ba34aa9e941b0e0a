"""The token by which a program may read ``/metrics``: ``vault/.tarn/metrics-token``."""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path

NAME = "metrics-token"
SHORTEST = 16
"""Characters of a token that is taken; a shorter one could be guessed."""


class MetricsToken:
    """A file with one line. A person may write their own token into it, or delete it for a new one
    at the next start.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def make(self) -> str:
        """Make the file, readable by its owner alone, unless it is there; return why it cannot be,
        or nothing.
        """
        try:
            handle = os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            return ""
        except OSError as error:
            return f"{self._path} cannot be made: {error.strerror}; nothing can read /metrics"
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(f"{secrets.token_urlsafe(32)}\n")
        return ""

    def fits(self, header: str) -> bool:
        """Whether an ``Authorization`` header has the token. Reads the file each time."""
        scheme, _, given = header.partition(" ")
        try:
            token = self._path.read_text("utf-8", "replace").strip()
        except OSError:
            return False
        said = given.strip().encode("utf-8", "replace")
        same = hmac.compare_digest(said, token.encode("utf-8", "replace"))
        return same and scheme.lower() == "bearer" and len(token) >= SHORTEST
