"""The first member of a backup: what it holds, with a SHA-256 of every file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from late.late_dataclass import late_dataclass

MANIFEST = "tarn-backup.json"
"""The manifest's name in the archive."""
FORMAT = 1
PARTS = ("vault", "config")
"""The folders of a backup."""
LONGEST_MANIFEST = 64_000_000
"""The most bytes of a manifest that are read."""


class BackupRefused(Exception):
    """A backup cannot be made or put back; the message says why and what to do."""


@late_dataclass(frozen=True, slots=True)
class BackupFile:
    """A file of a backup."""

    sha256: str
    size: int
    mode: int


@late_dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds: names begin with ``vault`` or ``config``, with slashes."""

    made: str
    """When it was begun, as ISO 8601 in UTC."""
    agents: int
    memories: int
    files: Mapping[str, BackupFile]
    folders: Mapping[str, int]
    """The mode of every folder."""

    def encode(self) -> bytes:
        """Return the manifest as JSON."""
        files = {name: [each.sha256, each.size, each.mode] for name, each in self.files.items()}
        content = {
            "format": FORMAT, "made": self.made, "agents": self.agents,
            "memories": self.memories, "folders": dict(self.folders), "files": files,
        }  # fmt: skip
        return json.dumps(content, indent=0).encode()


def decode_manifest(content: bytes) -> Manifest:
    """Return the manifest, with every name checked. Raises `BackupRefused`."""
    try:
        said = json.loads(content)
        found = said["format"]
        if found != FORMAT:
            raise BackupRefused(f"its format is {found!r}, this version of tarn reads {FORMAT}")
        files = {_check(name): _file(*each) for name, each in said["files"].items()}
        folders = {_check(name): _mode(mode) for name, mode in said["folders"].items()}
        return Manifest(
            str(said["made"]), int(said["agents"]), int(said["memories"]), files, folders
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BackupRefused(f"its list of files cannot be read: {error!r}") from error


def _file(sha256: Any, size: Any, mode: Any) -> BackupFile:
    if not re.fullmatch(r"[0-9a-f]{64}", sha256) or not isinstance(size, int) or size < 0:
        raise ValueError("a file without checksum or size")
    return BackupFile(sha256, size, _mode(mode))


def _mode(mode: Any) -> int:
    if not isinstance(mode, int):
        raise TypeError("a mode that is no number")
    return mode & 0o777


def _check(name: str) -> str:
    """Return a name that stays inside its folder, or raise `BackupRefused`."""
    parts = name.split("/")
    bad = parts[0] not in PARTS or any(part in ("", ".", "..") for part in parts)
    if bad or "\\" in name or "\0" in name or ":" in parts[0]:
        raise BackupRefused(f"the name {name!r} leads out of vault and config")
    return name
