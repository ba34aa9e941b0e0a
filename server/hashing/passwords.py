"""Passwords as argon2 hashes, made and checked in threads of their own."""

from __future__ import annotations

import asyncio
import base64
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from agents.immediate_executor import ImmediateExecutor
from late.late_property import late_property
from server.boundaries import Overloaded
from server.hashing.allocator import find_trim

if TYPE_CHECKING:
    from argon2 import PasswordHasher

_T = TypeVar("_T")


def default_hasher() -> PasswordHasher:
    """Return argon2id with the minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, t=2."""
    from argon2 import PasswordHasher  # noqa: PLC0415  # no start needs it

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


HASHING_QUEUE = 32
"""Passwords being hashed or waiting for it, at most: more would wait too long."""

_HASHING_NICENESS = 10


def _yield_to_others() -> None:
    """Let the event loop go first where the processor is short; Linux knows this per thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _HASHING_NICENESS)


class PasswordHashing:
    """Runs an argon2 hasher in a few threads, so that it does not block the event loop.

    Once no password waits, freed memory goes back to the system.
    """

    def __init__(
        self,
        hasher: PasswordHasher | None,
        threads: int,
        busy: Callable[[], str],
        trim: Callable[[int], object] | None = None,
    ) -> None:
        """`busy` returns the sentence for who is refused; with 0 `threads` the loop hashes itself;
        `hasher` is `default_hasher`, and `trim` `find_trim`, unless given."""
        self._given = hasher
        self._busy = busy
        self._trim = trim or find_trim()
        self._queued = 0
        self._closed = False
        self._pool = _make_pool(threads)

    async def hash(self, password: str) -> str:
        """Return the password's hash. Raises `Overloaded` while too many wait."""
        return await self._run(self._hasher.hash, password)

    async def verify(self, hash: str, password: str) -> bool:
        """Return whether a hash is the password's. Raises `Overloaded` while too many wait."""
        return await self._run(self._verify, hash, password)

    async def _run(self, work: Callable[..., _T], *args: str) -> _T:
        if self._queued >= HASHING_QUEUE:
            raise Overloaded(self._busy())
        self._queued += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        finally:
            self._queued -= 1
            self._give_memory_back()

    def _give_memory_back(self) -> None:
        if self._trim is not None and not (self._queued or self._closed):
            self._pool.submit(self._trim, 0)

    @late_property
    def _hasher(self) -> PasswordHasher:
        return self._given or default_hasher()

    def decoy(self) -> str:
        """Return a hash that no password has and that takes as long to check as any other.

        The value is made up, because hashing would take 15 ms and 19 MiB at each start.
        """
        hasher = self._hasher
        costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
        salt, hash = (_random_base64(size) for size in (hasher.salt_len, hasher.hash_len))
        return f"$argon2{hasher.type.name.lower()}$v=19${costs}${salt}${hash}"

    def is_outdated(self, hash: str) -> bool:
        """Return whether a hash was made with other parameters than the hasher's."""
        return self._hasher.check_needs_rehash(hash)

    def close(self) -> None:
        """Stop the threads; what waits is not done."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _verify(self, hash: str, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415

        try:
            return self._hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False


def _make_pool(threads: int) -> ThreadPoolExecutor:
    if not threads:
        return ImmediateExecutor()
    return ThreadPoolExecutor(threads, thread_name_prefix="argon2", initializer=_yield_to_others)


def _random_base64(size: int) -> str:
    # As in argon2's encoded form: without padding.
    return base64.b64encode(os.urandom(size)).decode("ascii").rstrip("=")
