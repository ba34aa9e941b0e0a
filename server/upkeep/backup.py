"""``tarn backup``: one archive of vault and config, beside a running server too."""

from __future__ import annotations

import hashlib
import io
import os
import signal
import sys
import tarfile
from datetime import UTC, datetime
from pathlib import Path

from agents.memory.log.codec import read_memory_number
from agents.memory.log.segment import list_segments
from late.late_pattern import late_pattern
from server.arguments import BAD_USAGE, Options, Parser, explain_unknown_option, make_common_options
from server.memory_cli.agent_folders import list_agents
from server.memory_cli.atomic_paths import new_folder
from server.memory_cli.console import STOPPED, format_count
from server.upkeep.manifest import MANIFEST, BackupFile, BackupRefused, Manifest
from server.upkeep.snapshot import Snapshot
from world.vault.durable import sync_file, sync_folder

_NAME = late_pattern(r"tarn-backup-\d{8}-\d{6}\.tar\.gz")
COMPRESSION = 6


class _Parser(Parser):
    reworded = (
        (r"^argument (--\w+): expected one argument", r"\1 is empty, see --help"),
        (r"^argument (--\w+): ", r"\1 is "),
    )


def make_backup_parser() -> Parser:
    """Return the parser of the arguments behind ``tarn backup``."""
    parser = _Parser(
        prog="tarn backup",
        description="Writes vault and config into one .tar.gz, beside a running server or without "
        "one. The lock, the log, the models' weights and temporary files are left out.",
        parents=[make_common_options(_Parser, telnet=False)],
        allow_abbrev=False,
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="",
        help="a new file (default: tarn-backup-YYYYMMDD-HHMMSS.tar.gz here, in UTC)",
    )  # fmt: skip
    parser.add_argument(
        "--keep", metavar="N", type=int,
        help="afterwards remove all but the N newest files of the default name beside FILE",
    )  # fmt: skip
    return parser


def run_backup(options: Options) -> int:
    """Write a backup and return the exit status.

    0: it is whole.  1: it is written without what is named on standard error.  2: there is none.
    """
    parser = make_backup_parser()
    given, unknown = parser.parse_known_args(options.arguments)
    if unknown:
        known = ("--vault", "--config", "--keep", "--help")
        parser.error(explain_unknown_option(unknown[0], known))
    if given.keep is not None and given.keep < 1:
        parser.error(f"--keep is {given.keep}, allowed: 1 or more")
    vault = getattr(given, "vault", options.vault)
    config = getattr(given, "config", options.config)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        now = datetime.now(UTC)
        file = Path(given.file or f"tarn-backup-{now:%Y%m%d-%H%M%S}.tar.gz").expanduser().absolute()
        remarks = write_backup(file, vault, config, now)
        removed = remove_older(file.parent, given.keep, file) if given.keep else []
    except KeyboardInterrupt:
        print("tarn: stopped; nothing was written", file=sys.stderr)
        return STOPPED
    except (BackupRefused, OSError) as error:
        print(f"tarn: {_explain(error)}", file=sys.stderr)
        return BAD_USAGE
    for path in removed:
        print(f"removed {path}")
    for line in remarks:
        print(f"tarn: {line}", file=sys.stderr)
    return 1 if remarks else 0


def _explain(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"no backup is written: {error.filename}: {error.strerror}"
    return str(error)


def write_backup(file: Path, vault: Path, config: Path, now: datetime) -> list[str]:
    """Write the backup and say so; return what is not in it. Raises `BackupRefused`, `OSError`."""
    _check_goal(file, vault, config)
    with new_folder(file) as scratch:
        snapshot = Snapshot(scratch)
        snapshot.take("vault", vault)
        if config.is_dir():
            snapshot.take("config", config)
        else:
            snapshot.remarks.append(f"{config} is not there: the backup has no config")
        manifest = _describe(snapshot, now)
        made = scratch / "backup"
        _write_archive(made, manifest, scratch)
        _place_new(made, file)
    size = f"{file.stat().st_size / 1_000_000:,.1f} MB"
    agents, memories = (
        format_count(manifest.agents, "agent"), format_count(manifest.memories, "memory"),
    )  # fmt: skip
    print(f"wrote {file}: {size}, {agents}, {memories}", flush=True)
    return snapshot.remarks


def remove_older(folder: Path, keep: int, newest: Path) -> list[Path]:
    """Remove all but the `keep` newest backups of the default name; `newest` stays."""
    found = sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name))
    others = [path for path in found if path != newest]
    left = keep - 1 if newest in found else keep
    old = others[: len(others) - left] if left < len(others) else []
    for path in old:
        path.unlink(missing_ok=True)
    return old


def _check_goal(file: Path, vault: Path, config: Path) -> None:
    if not vault.is_dir():
        raise BackupRefused(f"there is no vault {vault}: name one with --vault DIR")
    if os.path.lexists(file):
        raise BackupRefused(f"{file} is there already: name another FILE")
    if not file.parent.is_dir():
        raise BackupRefused(f"there is no folder {file.parent}: FILE is written into one")
    inside = file.parent.resolve() / file.name
    for folder in (vault, config):
        if inside.is_relative_to(folder.resolve()):
            raise BackupRefused(f"{file} would be in {folder}, and in the next backup: name "
                                "a FILE elsewhere")  # fmt: skip


def _describe(snapshot: Snapshot, now: datetime) -> Manifest:
    files = {}
    for name, mode in sorted(snapshot.modes.items()):
        with (snapshot.goal / name).open("rb") as content:
            digest = hashlib.file_digest(content, "sha256").hexdigest()
            files[name] = BackupFile(digest, content.tell(), mode)
    agents = list_agents(snapshot.goal / "vault")
    memories = sum(_count_memories(each.archive) for each in agents)
    return Manifest(now.isoformat(), len(agents), memories, files, snapshot.folders)


def _count_memories(archive: Path) -> int:
    count = 0
    for segment in list_segments(archive):
        with segment.path.open("rb") as lines:
            count += sum(read_memory_number(line) is not None for line in lines)
    return count


def _write_archive(made: Path, manifest: Manifest, folder: Path) -> None:
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as raw, tarfile.open(
        fileobj=raw, mode="w:gz", compresslevel=COMPRESSION, format=tarfile.PAX_FORMAT
    ) as archive:  # fmt: skip
        content = manifest.encode()
        first = tarfile.TarInfo(MANIFEST)
        first.size, first.mode = len(content), 0o600
        archive.addfile(first, io.BytesIO(content))
        for name, each in manifest.files.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = each.size, each.mode
            member.mtime = int((folder / name).stat().st_mtime)
            with (folder / name).open("rb") as source:
                archive.addfile(member, source)


def _place_new(made: Path, file: Path) -> None:
    """Give the finished archive its name, which nobody has taken meanwhile."""
    sync_file(made)
    try:
        os.link(made, file)
    except FileExistsError:
        raise BackupRefused(f"{file} is there already: name another FILE") from None
    except OSError:  # a file system without links
        if os.path.lexists(file):
            raise BackupRefused(f"{file} is there already: name another FILE") from None
        made.rename(file)
    sync_folder(file.parent)
