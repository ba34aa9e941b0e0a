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

LIST = Path("server", "starter_files.txt")
"""The list of the starter vault's files, a relative path on each line.

A checkout's vault is lived in: what is not on the list is somebody's, and part of no new world.
``python -m tools.starter_files`` writes it.
"""

FOLDERS = ("config", "text", "world", "agents")
"""The folders that every vault has."""


def starter_vault(packages: Path = PACKAGES) -> Path:
    """Return the starter vault of the program."""
    carried = packages / IN_WHEEL
    return carried if carried.is_dir() else packages / "vault"


def starter_files(packages: Path = PACKAGES) -> list[Path]:
    """Return the files of the starter vault as relative paths: those on the list that are there."""
    starter = starter_vault(packages)
    listed = (packages / LIST).read_text("utf-8").splitlines()
    return [Path(each) for each in listed if (starter / each).is_file()]


def fill_vault(vault: Path, packages: Path = PACKAGES) -> bool:
    """Make `vault`, and return whether it was filled with the starter world.

    Only a vault that holds nothing but hidden files is filled; in any other only missing folders
    are made.  Raises `OSError`.
    """
    vault.mkdir(exist_ok=True)
    new = all(entry.name.startswith(".") for entry in vault.iterdir())
    if new:
        _copy(starter_vault(packages), starter_files(packages), vault)
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
