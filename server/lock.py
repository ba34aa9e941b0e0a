"""One server for one vault: a lock that the system releases when the process ends."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

MACHINE_FOLDER = ".tarn"
"""The machine's own folder in a vault."""


LONGEST_NOTE = 4000
"""The most bytes that are read of what a server announces."""

LOCKED_BYTE = 1 << 30
"""The locked byte. Windows forbids reading it, so it is far behind the text."""


class VaultError(Exception):
    """A vault cannot be served; the message says why and what to do."""


class VaultInUseError(VaultError):
    """Another server has the vault."""


class VaultUnwritableError(VaultError):
    """The vault is not a folder, or cannot be written to."""


class VaultLock:
    """Holds a vault for this process until `release`, or until the process ends.

    The lock is the system's (``flock``; ``msvcrt.locking`` on Windows); the content of
    the file only tells others who holds it.  The file stays when the lock is released: if it
    were removed, two servers could lock two files of one name.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def acquire(cls, vault: Path, address: str, system: Any = None) -> VaultLock:
        """Lock `vault` (made if it is missing), to be reached at the telnet `address`.

        `system` is the module that locks files: this platform's, unless a test gives another.
        Raises `VaultInUseError` or `VaultUnwritableError`.
        """
        try:
            descriptor = _open_lock_file(vault)
        except OSError as error:
            raise _explain_unwritable(vault, error) from None
        try:
            _lock_or_explain(descriptor, vault, system or _lock_module())
            lock = cls(descriptor)
            lock.announce(address)
        except BaseException:
            os.close(descriptor)
            raise
        return lock

    @classmethod
    def adopt(cls, descriptor: int) -> VaultLock:
        """Return the lock that the program before this one held in this process."""
        return cls(descriptor)

    def keep(self) -> int:
        """Return a descriptor that holds the vault after `release`, for the program to come."""
        return os.dup(self._descriptor)

    def announce(self, address: str, **more: str) -> None:
        """Write the telnet address of this server, and more, into the file for others to read."""
        text = json.dumps({"pid": os.getpid(), "telnet": address, **more}) + "\n"
        os.ftruncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)  # Windows has no pwrite
        os.write(self._descriptor, text.encode())

    def release(self) -> None:
        """Release the vault; a second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def find_lock_file(vault: Path) -> Path:
    """Return where the lock of a vault is, and what its server announces."""
    return vault / MACHINE_FOLDER / "lock"


def check_free(vault: Path, system: Any = None) -> None:
    """Raise `VaultInUseError` if another server has `vault`; write nothing."""
    try:
        descriptor = os.open(find_lock_file(vault), os.O_RDWR | getattr(os, "O_BINARY", 0))
    except OSError:
        return
    try:
        _lock_descriptor(descriptor, system or _lock_module())
    except (BlockingIOError, PermissionError):
        raise _explain_use(vault, descriptor) from None
    except OSError:
        return  # `VaultLock.acquire` says why
    finally:
        os.close(descriptor)


def _open_lock_file(vault: Path) -> int:
    folder = vault / MACHINE_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _probe(vault)
    return os.open(folder / "lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)


def _probe(vault: Path) -> None:
    """Raise `OSError` if no file can be made in the vault."""
    probe = vault / f".tarn-writes-{os.getpid()}"
    os.close(os.open(probe, os.O_WRONLY | os.O_CREAT, 0o600))
    probe.unlink()


def _lock_module() -> ModuleType:
    return importlib.import_module("msvcrt" if sys.platform == "win32" else "fcntl")


def _lock_descriptor(descriptor: int, system: Any) -> None:
    """Lock without waiting; `BlockingIOError` or `PermissionError` if another server has it."""
    if hasattr(system, "flock"):
        system.flock(descriptor, system.LOCK_EX | system.LOCK_NB)
    else:
        os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
        system.locking(descriptor, system.LK_NBLCK, 1)


def _lock_or_explain(descriptor: int, vault: Path, system: Any) -> None:
    try:
        _lock_descriptor(descriptor, system)
    except (BlockingIOError, PermissionError):
        raise _explain_use(vault, descriptor) from None
    except OSError as error:
        raise _explain_unwritable(vault, error) from None


def _explain_use(vault: Path, descriptor: int) -> VaultInUseError:
    return VaultInUseError(
        f"The vault {vault} is in use by {_describe_holder(descriptor)}. Stop that server "
        f"first, or give this one another --vault."
    )


def read_holder(vault: Path) -> Mapping[str, Any]:
    """Return what the server of `vault` has announced; empty if none ever ran.

    A server that was killed has left what it said: whether it runs is another question.
    """
    try:
        said = json.loads(find_lock_file(vault).read_bytes()[:LONGEST_NOTE])
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def _describe_holder(descriptor: int) -> str:
    with contextlib.suppress(ValueError, KeyError, TypeError, OSError):
        os.lseek(descriptor, 0, os.SEEK_SET)
        said = json.loads(os.read(descriptor, LONGEST_NOTE))
        return f"the server with pid {int(said['pid'])} (telnet {said['telnet']})"
    return "another server"


def _explain_unwritable(vault: Path, error: OSError) -> VaultUnwritableError:
    return VaultUnwritableError(
        f"The vault {vault} cannot be written ({error.strerror}): a server keeps memories, "
        f"accounts and the world there. Give it a folder it may write to with --vault."
    )
