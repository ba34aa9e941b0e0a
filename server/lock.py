"""One server for one vault: a lock that the system lets go of when the server ends, however."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from pathlib import Path

MACHINE_FOLDER = ".tarn"
"""The machine's own folder in a vault."""


class VaultError(Exception):
    """A vault cannot be served; the message says why and what to do."""


class VaultInUseError(VaultError):
    """Another server has the vault."""


class VaultUnwritableError(VaultError):
    """The vault is no folder, or nothing can be written there."""


class VaultLock:
    """Holds a vault for this process until `release`, or until the process ends.

    The lock is the system's (``flock``); what is in the file is only there to tell others
    who has it.  The file stays when the lock is released: to remove it would let two servers
    lock two files of one name.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def acquire(cls, vault: Path, address: str) -> VaultLock:
        """Lock `vault` (made if it is missing), to be reached at the telnet `address`.

        Raises `VaultInUseError` or `VaultUnwritableError`.
        """
        try:
            descriptor = _opened(vault)
        except OSError as error:
            raise _unwritable(vault, error) from None
        try:
            _locked(descriptor, vault)
            lock = cls(descriptor)
            lock.announce(address)
        except BaseException:
            os.close(descriptor)
            raise
        return lock

    def announce(self, address: str) -> None:
        """Tell others at which telnet address this server is."""
        text = json.dumps({"pid": os.getpid(), "telnet": address}) + "\n"
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, text.encode(), 0)

    def release(self) -> None:
        """Let another server have the vault; harmless the second time."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _opened(vault: Path) -> int:
    folder = vault / MACHINE_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _probe(vault)
    return os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)


def _probe(vault: Path) -> None:
    """Raise `OSError` if no file can be made in the vault."""
    probe = vault / f".tarn-writes-{os.getpid()}"
    os.close(os.open(probe, os.O_WRONLY | os.O_CREAT, 0o600))
    probe.unlink()


def _locked(descriptor: int, vault: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise VaultInUseError(
            f"The vault {vault} is in use by {_holder(descriptor)}. Stop that server first, or "
            f"give this one another --vault."
        ) from None
    except OSError as error:
        raise _unwritable(vault, error) from None


def _holder(descriptor: int) -> str:
    with contextlib.suppress(ValueError, KeyError, TypeError, OSError):
        said = json.loads(os.pread(descriptor, 1000, 0))
        return f"the server with pid {int(said['pid'])} (telnet {said['telnet']})"
    return "another server"


def _unwritable(vault: Path, error: OSError) -> VaultUnwritableError:
    return VaultUnwritableError(
        f"The vault {vault} cannot be written ({error.strerror}): a server keeps memories, "
        f"accounts and the world there. Give it a folder it may write to with --vault."
    )
