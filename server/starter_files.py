"""Finds the program's starter files and makes folders from them.

setup.py runs this module to find what a wheel carries, so it imports nothing of the project.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[1]
"""The folder that holds the packages: a checkout, or the place of an installed wheel."""

IN_WHEEL = Path("server", "starter")
"""The starter vault in a wheel; a checkout has it as ``vault``."""

FOLDERS = ("config", "text", "world", "agents")
"""The folders that every vault has."""

_WRITTEN = frozenset(("archive", "summaries", "notes", "journal", "people"))
"""Files that a server writes into a vault; never part of a starter world."""


def starter_vault(packages: Path = PACKAGES) -> Path:
    """Return the starter vault of the program."""
    carried = packages / IN_WHEEL
    return carried if carried.is_dir() else packages / "vault"


def starter_files(vault: Path) -> list[Path]:
    """Return a starter vault's files as relative paths, without hidden and written ones."""
    found = (path.relative_to(vault) for path in vault.rglob("*") if path.is_file())
    return sorted(path for path in found if not any(_is_left_out(part) for part in path.parts))


def _is_left_out(part: str) -> bool:
    return part.startswith(".") or part in _WRITTEN


def fill_vault(vault: Path, packages: Path = PACKAGES) -> bool:
    """Make `vault`, and return whether it was filled with the starter world.

    Only a vault that holds nothing but hidden files is filled; in any other only missing folders
    are made.  Raises `OSError`.
    """
    vault.mkdir(exist_ok=True)
    new = all(entry.name.startswith(".") for entry in vault.iterdir())
    if new:
        starter = starter_vault(packages)
        _copy(starter, starter_files(starter), vault)
    for folder in FOLDERS:
        (vault / folder).mkdir(exist_ok=True)
    return new


def make_config(config: Path, packages: Path = PACKAGES) -> bool:
    """Make `config` with the starter settings; False if it exists, even empty.

    Raises `OSError`.
    """
    if config.is_dir():
        return False
    starter = packages / "config"
    config.mkdir()
    _copy(starter, (path.relative_to(starter) for path in starter.glob("*.yaml")), config)
    return True


def _copy(source: Path, files: Iterable[Path], target: Path) -> None:
    """Copy contents alone: an installed file may be read-only, its copy is for editing."""
    for file in files:
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / file, target / file)
