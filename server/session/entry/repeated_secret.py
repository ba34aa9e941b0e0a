"""Knows a password that is typed once more, which would be shown as an unknown command."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

REPEATED_SECONDS = 1.0
"""A client that sends each line twice does so within this time."""


class RepeatedSecret:
    """Remembers what was typed as a password, as digests, until other lines follow it.

    `seconds` is a monotonic clock.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._key = secrets.token_bytes(16)
        self._digests: set[bytes] = set()
        self._noted_at = 0.0

    def note(self, secret: str) -> None:
        """Remember a secret, beside those before it; an empty line is none."""
        if not secret.strip():
            return
        self._digests.add(self._digest(secret))
        self._noted_at = self._seconds()

    def is_repeated(self, line: str) -> bool:
        """Return whether a line is one of the secrets, or a word and then a secret.

        Another line forgets them, unless it comes within a second.  Time alone does not: on a busy
        machine the second copy may wait for longer than that.
        """
        if not self._digests:
            return False
        _, _, behind = line.strip().partition(" ")
        if not self._digests.isdisjoint(map(self._digest, (line, behind))):
            return True
        if self._seconds() - self._noted_at > REPEATED_SECONDS:
            self._digests.clear()
        return False

    def _digest(self, text: str) -> bytes:
        plain = text.strip().encode("utf-8", "replace")
        return hashlib.blake2b(plain, key=self._key, digest_size=16).digest()
