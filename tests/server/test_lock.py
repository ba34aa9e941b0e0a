import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.lock import VaultInUseError, VaultLock, VaultUnwritableError
from tests.paths import ROOT

HOLDER = """
import sys
from pathlib import Path
from server.lock import VaultLock
lock = VaultLock.acquire(Path(sys.argv[1]), "127.0.0.1:0")
lock.announce("127.0.0.1:4711")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_vault_has_one_server_and_a_second_is_told_which(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    command = [sys.executable, "-c", HOLDER, str(vault)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(VaultInUseError) as caught:
            VaultLock.acquire(vault, "127.0.0.1:4000")
        holder.kill()
    assert str(caught.value).startswith(
        f"The vault {vault} is in use by the server with pid {holder.pid} (telnet 127.0.0.1:4711)."
    )
    VaultLock.acquire(vault, "127.0.0.1:4000").release()


def test_a_released_vault_can_be_locked_again(tmp_path: Path) -> None:
    first = VaultLock.acquire(tmp_path, "a:1")
    with pytest.raises(VaultInUseError, match=rf"pid {os.getpid()} \(telnet a:1\)"):
        VaultLock.acquire(tmp_path, "b:2")
    first.release()
    first.release()
    VaultLock.acquire(tmp_path, "b:2").release()


@pytest.mark.parametrize("text", ["", "junk", "{}", '{"pid": "x", "telnet": 1}', "\xff"])
def test_a_lock_file_that_says_nothing_is_no_hindrance(tmp_path: Path, text: str) -> None:
    (tmp_path / ".tarn").mkdir()
    file = tmp_path / ".tarn" / "lock"
    file.write_text(text, encoding="latin-1")
    lock = VaultLock.acquire(tmp_path, "a:1")
    file.write_text(text, encoding="latin-1")
    with pytest.raises(VaultInUseError, match="in use by another server"):
        VaultLock.acquire(tmp_path, "b:2")
    lock.release()


class WindowsLocks:
    """What ``msvcrt`` locks: ranges of bytes of a file, refused at once when somebody has them."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.taken: set[tuple[int, int]] = set()

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        place = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        if place in self.taken:
            raise PermissionError(13, "Permission denied")
        self.taken.add(place)


def test_windows_locks_a_byte_that_nobody_reads(tmp_path: Path) -> None:
    """There a second server is told the same, although what is locked cannot be read."""
    windows = WindowsLocks()
    lock = VaultLock.acquire(tmp_path, "a:1", windows)
    with pytest.raises(VaultInUseError, match=rf"pid {os.getpid()} \(telnet a:1\)"):
        VaultLock.acquire(tmp_path, "b:2", windows)
    ((_, place),) = windows.taken
    assert place > (tmp_path / ".tarn" / "lock").stat().st_size
    lock.release()


def test_nothing_but_the_lock_is_left_behind(tmp_path: Path) -> None:
    VaultLock.acquire(tmp_path, "a:1").release()
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == [
        ".tarn",
        ".tarn/lock",
    ]


def test_a_vault_that_is_a_file_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "vault").touch()
    with pytest.raises(VaultUnwritableError, match=r"cannot be written \(Not a directory\)"):
        VaultLock.acquire(tmp_path / "vault", "a:1")


@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="needs a folder closed even to root")
def test_a_vault_that_cannot_be_written_is_said_at_once() -> None:
    with pytest.raises(VaultUnwritableError, match=r"The vault /sys/kernel cannot be written \("):
        VaultLock.acquire(Path("/sys/kernel"), "a:1")


def test_a_vault_closed_to_its_user_is_said_at_once(unprivileged: Path) -> None:
    (unprivileged / ".tarn").mkdir()
    unprivileged.chmod(0o500)
    with pytest.raises(VaultUnwritableError, match="Permission denied"):
        VaultLock.acquire(unprivileged, "a:1")
