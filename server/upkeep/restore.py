"""``tarn restore``: puts a backup where there is no vault yet, whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import signal
import sys
import tarfile
import zlib
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from server.arguments import BAD_USAGE, Options, Parser, explain_unknown_option, parse_vault
from server.lock import MACHINE_FOLDER, VaultError, VaultLock
from server.memory_cli.atomic_paths import ignore_stop_signals, new_folder
from server.memory_cli.console import STOPPED, format_count
from server.upkeep.manifest import (
    LONGEST_MANIFEST,
    MANIFEST,
    PARTS,
    BackupFile,
    BackupRefused,
    Manifest,
    decode_manifest,
)
from world.vault.durable import sync_file, sync_folder

BLOCK = 1 << 20

Sink = Callable[[str, bytes], None]
"""Takes a file's name and the next bytes of it."""


class _Parser(Parser):
    reworded = (
        (r"^the following arguments are required: FILE", "FILE is missing: tarn restore FILE"),
        (r"^argument (--\w+): expected one argument", r"\1 is empty, allowed: a folder"),
        (r"^argument (--\w+): ", r"\1 is "),
    )


def make_restore_parser() -> Parser:
    """Return the parser of the arguments behind ``tarn restore``."""
    parser = _Parser(
        prog="tarn restore",
        description="Checks the whole backup and puts its vault and config in place. What is there "
        "already is never written over.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="what tarn backup has written")
    parser.add_argument("--vault", metavar="DIR", type=parse_vault,
                        help="the new vault (default: ./vault)")  # fmt: skip
    parser.add_argument("--config", metavar="DIR", type=parse_vault,
                        help="the new settings (default: config beside the vault)")  # fmt: skip
    return parser


def run_restore(options: Options) -> int:
    """Put a backup back and return the exit status. 2: it is not, and nothing has changed."""
    parser = make_restore_parser()
    given, unknown = parser.parse_known_args(options.arguments)
    if unknown:
        parser.error(explain_unknown_option(unknown[0], ("--vault", "--config", "--help")))
    vault = given.vault or options.vault
    before = options.config if options.config != Path.cwd() / "config" else None
    config = given.config or before or vault.parent / "config"
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        restore_backup(Path(given.file).expanduser().absolute(), {"vault": vault, "config": config})
    except KeyboardInterrupt:
        print("tarn: stopped; nothing was restored", file=sys.stderr)
        return STOPPED
    except (BackupRefused, OSError) as error:
        print(f"tarn: {_explain(error)}", file=sys.stderr)
        return BAD_USAGE
    return 0


def _explain(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"nothing is restored: {error.filename}: {error.strerror or error}"
    return str(error)


def restore_backup(file: Path, goals: dict[str, Path]) -> None:
    """Put the backup's folders at `goals` and say so. Raises `BackupRefused` or `OSError`."""
    if not file.is_file():
        raise BackupRefused(f"nothing is restored: there is no file {file}")
    _check_vault(goals["vault"])
    manifest = read_backup(file, lambda name, content: None)
    wanted = {part: goal for part, goal in goals.items() if part in manifest.folders}
    if "vault" not in wanted:
        raise BackupRefused(f"{file} has no vault")
    if _is_filled(goals["config"]) and "config" in wanted:
        if not _is_same(goals["config"], manifest):
            raise BackupRefused(f"{goals['config']} has other settings than the backup: name a new "
                                "folder with --config DIR")  # fmt: skip
        del wanted["config"]
    _check_room(wanted, manifest)
    with ExitStack() as stack:
        made = {part: stack.enter_context(new_folder(goal)) for part, goal in wanted.items()}
        _unpack(file, manifest, made)
        stack.enter_context(ignore_stop_signals())
        _place(made, wanted)
    for goal in wanted.values():
        print(f"restored {goal}")
    agents, memories = manifest.agents, manifest.memories
    print(f"as of {manifest.made}: {format_count(agents, 'agent')}, "
          f"{format_count(memories, 'memory')}", flush=True)  # fmt: skip


def read_backup(file: Path, sink: Sink) -> Manifest:
    """Read and check every byte of a backup, handing files to `sink`. Raises `BackupRefused`.

    What is handed over may turn out to be damaged only at its end.
    """
    try:
        with gzip.open(file) as raw, tarfile.open(fileobj=raw, mode="r:") as archive:
            manifest = _read_manifest(archive)
            left = dict(manifest.files)
            for member in archive:
                if member.name != MANIFEST or member.offset:
                    _read_member(archive, member, left, sink)
            if left:
                raise BackupRefused(f"it lacks {next(iter(left))} and {len(left) - 1} more")
            if len(raw.read(BLOCK)) == BLOCK:  # also reads gzip's checksum of the whole
                raise BackupRefused("more follows its files")
            return manifest
    except BackupRefused as error:
        raise BackupRefused(f"{file} is not restored: {error}") from error
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise BackupRefused(f"{file} is damaged or no backup: {error}") from error
    except OSError as error:
        if error.errno is None:  # gzip's own errors have none
            raise BackupRefused(f"{file} is damaged or no backup: {error}") from error
        raise


def _read_manifest(archive: tarfile.TarFile) -> Manifest:
    first = archive.next()
    if first is None or first.name != MANIFEST or not first.isreg():
        raise BackupRefused("it does not begin with the list of its files")
    content = archive.extractfile(first)
    if content is None or first.size > LONGEST_MANIFEST:
        raise BackupRefused("its list of files is too long")
    return decode_manifest(content.read())


def _read_member(
    archive: tarfile.TarFile, member: tarfile.TarInfo, left: dict[str, BackupFile], sink: Sink
) -> None:
    """Check one file, which must be among those `left` of the manifest."""
    safe = tarfile.data_filter(member, os.curdir)
    expected = left.pop(member.name, None)
    if expected is None or not member.isreg() or safe.name != member.name:
        raise BackupRefused(f"{member.name!r} is no file of its list")
    content = archive.extractfile(member)
    if content is None or member.size != expected.size:
        raise BackupRefused(f"{member.name} has {member.size:,} bytes, not {expected.size:,}")
    if _digest(content, lambda block: sink(member.name, block)) != expected.sha256:
        raise BackupRefused(f"{member.name} is damaged: its checksum is another")


def _digest(content: IO[bytes], sink: Callable[[bytes], None]) -> str:
    digest = hashlib.sha256()
    sink(b"")
    while block := content.read(BLOCK):
        digest.update(block)
        sink(block)
    return digest.hexdigest()


# --- the goal -------------------------------------------------------------------------


def _check_vault(vault: Path) -> None:
    if (vault / MACHINE_FOLDER / "lock").exists():
        try:
            VaultLock.acquire(vault, "none: tarn restore").release()
        except VaultError as error:
            raise BackupRefused(str(error)) from error
    if _is_filled(vault):
        raise BackupRefused(
            f"{vault} is there and not empty: name another --vault, or move it away"
        )


def _is_filled(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


def _is_same(config: Path, manifest: Manifest) -> bool:
    """Return whether the settings at `config` are those of the backup."""
    files = {name: each for name, each in manifest.files.items() if name.startswith("config/")}
    for name, each in files.items():
        path = config / name.partition("/")[2]
        if not path.is_file():
            return False
        with path.open("rb") as content:
            if _digest(content, lambda block: None) != each.sha256:
                return False
    return True


def _check_room(wanted: dict[str, Path], manifest: Manifest) -> None:
    need = sum(each.size for each in manifest.files.values())
    free = shutil.disk_usage(wanted["vault"].parent).free
    if need > free:
        raise BackupRefused(f"{wanted['vault'].parent} has room for {free:,} bytes, the backup "
                            f"needs {need:,}")  # fmt: skip


def _unpack(file: Path, manifest: Manifest, made: dict[str, Path]) -> None:
    def find(name: str) -> Path | None:
        part, _, below = name.partition("/")
        return made[part] / "new" / below if part in made else None

    def write(name: str, content: bytes) -> None:
        if path := find(name):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with path.open("ab") as goal:
                goal.write(content)

    if read_backup(file, write) != manifest:
        raise BackupRefused(f"{file} has changed meanwhile: try again")
    modes = {name: each.mode | 0o600 for name, each in manifest.files.items()}
    folders = {name: mode | 0o700 for name, mode in manifest.folders.items()}
    for name in sorted({*modes, *folders}):
        if path := find(name):
            if name in folders:
                path.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.chmod(folders.get(name, modes.get(name, 0)) & ~0o022)
            (sync_folder if name in folders else sync_file)(path)


def _place(made: dict[str, Path], wanted: dict[str, Path]) -> None:
    """Rename the finished folders to their goals, the vault last; on failure none is there."""
    placed: list[tuple[Path, Path]] = []
    try:
        for part in reversed([each for each in PARTS if each in wanted]):
            goal, new = wanted[part], made[part] / "new"
            if goal.is_dir():
                goal.rmdir()  # it is empty, or this fails
            new.rename(goal)
            placed.append((goal, new))
            sync_folder(goal.parent)
    except OSError:
        for goal, new in placed:
            goal.rename(new)
        raise
