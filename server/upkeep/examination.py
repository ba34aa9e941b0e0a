"""What ``tarn doctor`` looks at: databases, references, accounts, archives, modes, leftovers."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from agents.memory.log.codec import ArchiveRefused
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.lock import MACHINE_FOLDER
from server.memory_cli.agent_folders import list_agents
from server.memory_cli.console import CannotDo, Console
from server.memory_cli.verify import verify_agent
from server.people.people import ACCOUNT
from server.people.store import PEOPLE_SCHEMA
from server.storage.accounts import ACCOUNTS_SCHEMA
from server.storage.database import Schema, StorageError, read_rows
from server.storage.world import WORLD_SCHEMA, read_things
from world.boundaries import ThingRow
from world.names import key_of
from world.registry import Registry

DATABASES = {
    "world.sqlite": WORLD_SCHEMA, "accounts.sqlite": ACCOUNTS_SCHEMA,
    "people.sqlite": PEOPLE_SCHEMA,
}  # fmt: skip

STALE_SECONDS = 3600.0
"""A younger temporary file may be what another program is writing at the moment."""

_LEFTOVER = late_pattern(r"\.(.+\.)?[a-z0-9_]{8}\.tmp|\.tarn-writes-\d+|.+\.sqlite\.new")
#: Folders whose files are their owner's alone.
_PRIVATE = (MACHINE_FOLDER, "chronicle", "agents/*/archive", "agents/*/history")
_OTHERS = 0o077


@late_dataclass(frozen=True, slots=True)
class VaultFinding:
    """Something that is not as it should be: where, what, and what to do."""

    where: Path
    what: str
    cure: str
    repair: Callable[[], object] | None = None
    """What repairs it without a risk; raises `OSError`."""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: {self.cure}"


def _explain(path: Path, error: StorageError) -> VaultFinding:
    """Return the finding of an error, which says itself what to do."""
    what, _, cure = str(error).removeprefix(f"{path} ").partition(". ")
    return VaultFinding(path, what, cure or "look at the file and its folder")


def examine_databases(vault: Path) -> Iterator[VaultFinding]:
    """Check every page and the schema of the three databases, and what they say of each other."""
    machine = vault / MACHINE_FOLDER
    sound = {}
    for name, schema in DATABASES.items():
        faults = _list_faults(machine / name, schema)
        sound[name] = not faults
        yield from faults
    if not sound["world.sqlite"]:
        return
    try:
        things = read_things(machine / "world.sqlite")
    except StorageError as error:
        yield _explain(machine / "world.sqlite", error)
        return
    for line in check_references(things):
        cure = "the next start does so, unless a builder puts it right; look whether it is meant"
        yield VaultFinding(machine / "world.sqlite", line, cure)
    if sound["accounts.sqlite"]:
        yield from _find_lost_people(machine / "accounts.sqlite", things)


def _list_faults(path: Path, schema: Schema) -> list[VaultFinding]:
    cure = "stop the server and put the file back from a backup (tarn restore into a new folder)"
    try:
        said = [str(row[0]) for row in _read(path, schema, "PRAGMA integrity_check(5)")]
    except StorageError as error:
        return [_explain(path, error)]
    return [VaultFinding(path, f"is damaged: {line}", cure) for line in said if line != "ok"]


def _read(path: Path, schema: Schema, query: str) -> Sequence[Sequence[Any]]:
    if not path.exists() or not path.stat().st_size:
        return []
    return read_rows(path, schema, query)


def check_references(things: Iterable[ThingRow]) -> list[str]:
    """Return a line for each thing without a place and each exit that leads to no room."""
    return Registry().load(things)


def _find_lost_people(path: Path, things: Iterable[ThingRow]) -> Iterator[VaultFinding]:
    known, removed = _list_keys(path, "accounts"), _list_keys(path, "removed")
    for thing in things:
        key = key_of(thing.name)
        if thing.properties.get(ACCOUNT) != "person" or key in known:
            continue
        what, cure = f"{thing.name} (#{thing.id}) is a person without an account", (
            f"tarn account add {thing.name} gives it one; until then nobody gets the body: "
            "to newcomers the name is taken"
        )  # fmt: skip
        if key in removed:
            cure = "it was removed, and the next start takes the person out of the world"
        yield VaultFinding(path, what, cure)


def _list_keys(path: Path, table: str) -> set[str]:
    """Return the keys of a table of accounts; none of one that an older file does not have."""
    has = _read(path, ACCOUNTS_SCHEMA, f"SELECT 1 FROM sqlite_master WHERE name = '{table}'")
    rows = _read(path, ACCOUNTS_SCHEMA, f"SELECT key FROM {table}") if has else []
    return {str(row[0]) for row in rows}


def examine_archives(vault: Path, console: Console) -> Iterator[VaultFinding]:
    """Read every byte of every agent's archive, as ``tarn memory verify`` does."""
    for agent in list_agents(vault):
        cure = f"tarn memory verify {agent.name} says where and what to do"
        try:
            found = verify_agent(agent, console)
        except (ArchiveRefused, CannotDo, OSError) as error:
            yield VaultFinding(agent.archive, str(error), cure)
            continue
        if not found.sound:
            faults = [each.what for each in found.faults if each.serious]
            count = len(found.errors) + len(faults) + found.worse
            first = next(iter((*found.errors, *faults)), "damaged lines")
            yield VaultFinding(agent.archive, f"{count} errors, the first: {first}", cure)


def examine_modes(vault: Path, config: Path) -> Iterator[VaultFinding]:
    """Find what others than its owner may read, though only its owner should."""
    if os.name == "nt":
        return
    for path in _list_private(vault, config):
        try:
            found = path.lstat().st_mode
        except FileNotFoundError:
            continue
        mode = stat.S_IMODE(found)
        if stat.S_ISLNK(found) or not mode & _OTHERS:
            continue
        kept = mode & ~_OTHERS
        what, cure = f"others may use it (mode {mode:04o})", f"chmod {kept:o}, or --repair"
        yield VaultFinding(path, what, cure, partial(path.chmod, kept))


def _list_private(vault: Path, config: Path) -> Iterator[Path]:
    weights = vault / MACHINE_FOLDER / "models"
    for pattern in _PRIVATE:
        for folder in sorted(vault.glob(pattern)):
            yield folder
            yield from (path for path in sorted(folder.rglob("*"))
                        if path != weights and weights not in path.parents)  # fmt: skip
    yield config / "key.pem"


def examine_leftovers(vault: Path, now: float) -> Iterator[VaultFinding]:
    """Find temporary files and folders that a killed process has left; `now` is the time of day."""
    for path in sorted(vault.rglob("*")):
        if not _LEFTOVER.fullmatch(path.name) or path.is_symlink():
            continue
        try:
            age = now - path.stat().st_mtime
        except FileNotFoundError:
            continue
        if age > STALE_SECONDS:
            remove = partial(shutil.rmtree, path) if path.is_dir() else path.unlink
            yield VaultFinding(
                path, "a killed program has left it", "remove it, or --repair", remove
            )
