"""``tarn backup`` and ``tarn restore`` on real folders and real SQLite files."""

from __future__ import annotations

import hashlib
import io
import signal
import sqlite3
import stat
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.arguments import Options
from server.lock import VaultLock
from server.upkeep.backup import remove_older, run_backup, write_backup
from server.upkeep.manifest import MANIFEST, BackupFile, BackupRefused, Manifest
from server.upkeep.restore import read_backup, restore_backup, run_restore
from server.upkeep.snapshot import Snapshot
from tests.e2e.harness import write

NOW = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_signals() -> Iterator[None]:
    """The commands change what Ctrl-C and SIGTERM do; a test run goes on."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with a database in WAL mode, an archive, and what is left out."""
    vault = tmp_path / "vault"
    write(vault / "world" / "The Hall.md", "---\nstart: true\n---\nA hall.\n")
    write(vault / "agents" / "Moss" / "profile.md", "You are Moss.\n")
    write(vault / "agents" / "Moss" / "archive" / f"{1:012d}.jsonl", '{"whole":1}\n{"torn')
    write(vault / "chronicle" / "2026-11-22.jsonl", "{}\n{}\n")
    for name in (
        "lock",
        "page-logins.json",
        "metrics-token",
        "log/tarn.jsonl",
        "models/weights.bin",
        ".x.tmp",
    ):
        write(vault / ".tarn" / name, "left out")
    (vault / ".tarn").chmod(0o700)
    with closing(sqlite3.connect(vault / ".tarn" / "world.sqlite")) as world:
        world.execute("PRAGMA journal_mode = WAL")
        world.execute("CREATE TABLE things (name TEXT)")
        world.execute("INSERT INTO things VALUES ('lamp')")
        world.commit()
    write(tmp_path / "config" / "server.yaml", "{}\n").chmod(0o600)
    return vault


def _back_up(vault: Path, name: str = "b.tar.gz") -> Path:
    file = vault.parent / name
    assert write_backup(file, vault, vault.parent / "config", NOW) == []
    return file


def _files(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_a_backup_comes_back_as_it_was(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files, modes and committed rows come back; torn lines and what is left out do not.

    A transaction that is open at the time holds nothing up and is not in the backup.
    """
    with closing(sqlite3.connect(vault / ".tarn" / "world.sqlite")) as other:
        other.execute("INSERT INTO things VALUES ('rope')")
        file = _back_up(vault)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert f"wrote {file}: 0.0 MB, 1 agent, 0 memories" in capsys.readouterr().out
    with tarfile.open(file) as archive:
        assert archive.getnames()[0] == MANIFEST
    goal = tmp_path / "new" / "vault"
    goal.mkdir(parents=True)
    restore_backup(file, {"vault": goal, "config": goal.parent / "config"})
    assert _files(goal) == [
        ".tarn/world.sqlite", f"agents/Moss/archive/{1:012d}.jsonl", "agents/Moss/profile.md",
        "chronicle/2026-11-22.jsonl", "world/The Hall.md",
    ]  # fmt: skip
    archived = goal / "agents" / "Moss" / "archive" / f"{1:012d}.jsonl"
    assert archived.read_bytes() == b'{"whole":1}\n'
    assert stat.S_IMODE((goal / ".tarn").stat().st_mode) == 0o700
    assert stat.S_IMODE((goal.parent / "config" / "server.yaml").stat().st_mode) == 0o600
    with closing(sqlite3.connect(goal / ".tarn" / "world.sqlite")) as world:
        assert world.execute("SELECT name FROM things").fetchall() == [("lamp",)]
    assert sorted(p.name for p in goal.parent.iterdir()) == ["config", "vault"]
    assert not list(tmp_path.glob(".*.tmp"))


def test_what_vanishes_grows_or_is_renamed_meanwhile_is_whole(vault: Path, tmp_path: Path) -> None:
    """A file that is gone is not in the copy; a renamed log is in it once, with all its lines."""
    audit = write(vault / ".tarn" / "audit.jsonl", "new\n")
    write(vault / ".tarn" / "audit.1.jsonl", "old\n")

    class Meddled(Snapshot):
        def _copy(self, name: str, source: Path, copy: Callable[[Path, Path], None]) -> None:
            if name.endswith("profile.md"):
                (vault / "agents" / "Moss" / "profile.md").unlink()
            super()._copy(name, source, copy)
            if name.endswith("audit.jsonl"):
                audit.with_suffix(".1.jsonl").rename(audit.with_suffix(".2.jsonl"))
                audit.rename(audit.with_suffix(".1.jsonl"))

    copy = Meddled(tmp_path / "copy")
    copy.take("vault", vault)
    assert "vault/agents/Moss/profile.md" not in copy.modes
    logs = sorted((tmp_path / "copy").rglob("audit*.jsonl"))
    assert [each.read_text(encoding="utf-8") for each in logs] == ["old\n", "new\n"]
    assert copy.remarks == []


def test_links_and_damaged_databases_are_named(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup without all of the vault says so and ends with 1."""
    (vault / "world" / "Elsewhere.md").symlink_to("/etc/hostname")
    write(vault / ".tarn" / "people.sqlite", "no database at all")
    file = tmp_path / "b.tar.gz"
    given = Options(vault, tmp_path / "config", command="backup", arguments=(str(file),))
    assert run_backup(given) == 1
    said = capsys.readouterr().err
    assert "Elsewhere.md is a link or no file: left out" in said
    assert "people.sqlite is damaged (file is not a database): copied as it is" in said
    assert "vault/.tarn/people.sqlite" in read_backup(file, lambda name, content: None).files


def test_nothing_is_written_over(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is there, and one within the vault, are refused with status 2."""
    taken = write(tmp_path / "taken", "mine")
    for file, why in ((taken, "is there already"), (vault / "b.tar.gz", "would be in")):
        given = Options(vault, tmp_path / "config", command="backup", arguments=(str(file),))
        assert run_backup(given) == 2
        assert why in capsys.readouterr().err
    assert taken.read_text(encoding="utf-8") == "mine"


def test_older_backups_are_removed(tmp_path: Path) -> None:
    """Only files of the default name count, and the newest of them stay."""
    names = [f"tarn-backup-20261122-10000{n}.tar.gz" for n in range(4)]
    for name in (*names, "tarn-backup-mine.tar.gz"):
        write(tmp_path / name, "")
    remove_older(tmp_path, 2, tmp_path / names[3])
    assert _files(tmp_path) == [*names[2:], "tarn-backup-mine.tar.gz"]


def _pack(file: Path, members: list[tarfile.TarInfo], listed: list[str]) -> Path:
    """An archive of these members whose list names others, all of them empty."""
    empty = BackupFile(hashlib.sha256().hexdigest(), 0, 0o600)
    head = Manifest("", 0, 0, dict.fromkeys(listed, empty), {"vault": 0o755}).encode()
    with tarfile.open(file, "w:gz") as archive:
        first = tarfile.TarInfo(MANIFEST)
        first.size = len(head)
        archive.addfile(first, io.BytesIO(head))
        for each in members:
            archive.addfile(each)
    return file


def _link(name: str, kind: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "vault/a"
    return member


@pytest.mark.parametrize(
    ("member", "listed"),
    [
        (tarfile.TarInfo("../outside"), "../outside"),
        (tarfile.TarInfo("/outside"), "/outside"),
        (tarfile.TarInfo("vault/../../outside"), "vault/../../outside"),
        (tarfile.TarInfo("vault/unlisted"), "vault/a"),
        (tarfile.TarInfo("elsewhere/a"), "elsewhere/a"),
        (_link("vault/a", tarfile.SYMTYPE), "vault/a"),
        (_link("vault/a", tarfile.LNKTYPE), "vault/a"),
        (_link("vault/a", tarfile.CHRTYPE), "vault/a"),
        (_link("vault/a", tarfile.FIFOTYPE), "vault/a"),
        (_link("vault/a", tarfile.DIRTYPE), "vault/a"),
    ],
)
def test_an_archive_that_leads_elsewhere_is_refused(
    tmp_path: Path, member: tarfile.TarInfo, listed: str
) -> None:
    """Paths out of the goal, links and devices are refused before anything is unpacked."""
    file, goal = _pack(tmp_path / "b.tar.gz", [member], [listed]), tmp_path / "in" / "vault"
    goal.parent.mkdir()
    with pytest.raises(BackupRefused):
        restore_backup(file, {"vault": goal, "config": goal.parent / "config"})
    assert list(tmp_path.iterdir()) in ([file, goal.parent], [goal.parent, file])
    assert not list(goal.parent.iterdir())


def test_a_damaged_backup_leaves_nothing(vault: Path, tmp_path: Path) -> None:
    """Cut off anywhere, or with one file changed or missing, nothing is restored."""
    file, goal = _back_up(vault), tmp_path / "in" / "vault"
    goal.parent.mkdir()
    whole = file.read_bytes()
    with tarfile.open(file) as archive:
        content = {each.name: archive.extractfile(each).read() for each in archive}  # type: ignore[union-attr]
    spoilt = [whole[:20], whole[: len(whole) // 2], whole[:-1], b"", b"no archive"]
    note = "vault/world/The Hall.md"
    changed = {**content, note: content[note].replace(b"A", b"B")}
    fewer = {name: each for name, each in content.items() if name != note}
    for members in (changed, fewer):
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for name, each in members.items():
                member = tarfile.TarInfo(name)
                member.size = len(each)
                archive.addfile(member, io.BytesIO(each))
        spoilt.append(packed.getvalue())
    for each in spoilt:
        file.write_bytes(each)
        with pytest.raises(BackupRefused):
            restore_backup(file, {"vault": goal, "config": goal.parent / "config"})
        assert not list(goal.parent.iterdir())


def test_a_vault_that_is_there_stays(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A vault with content, one of a running server, and other settings are refused with 2."""
    file = _back_up(vault)
    given = Options(tmp_path / "vault", Path.cwd() / "config", arguments=(str(file),))
    lock = VaultLock.acquire(vault, "127.0.0.1:4000")
    assert run_restore(given) == 2
    assert "is in use by the server" in capsys.readouterr().err
    lock.release()
    assert run_restore(given) == 2
    assert "is there and not empty" in capsys.readouterr().err
    nofile = Options(vault, Path.cwd() / "config", arguments=(str(tmp_path / "nofile"),))
    assert run_restore(nofile) == 2
    assert f"there is no file {tmp_path / 'nofile'}\n" in capsys.readouterr().err
    other = tmp_path / "other"
    write(tmp_path / "config" / "server.yaml", "{limits: {}}\n")
    words = (str(file), "--vault", str(other))
    assert run_restore(Options(vault, Path.cwd() / "config", arguments=words)) == 2
    assert "has other settings than the backup" in capsys.readouterr().err
    assert not other.exists()
    write(tmp_path / "config" / "server.yaml", "{}\n")
    assert run_restore(Options(vault, Path.cwd() / "config", arguments=words)) == 0
    assert (other / "world" / "The Hall.md").is_file()
