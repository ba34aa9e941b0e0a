"""A new vault: an empty folder becomes the starter world, a present one only gets its folders."""

from __future__ import annotations

import shutil
from pathlib import Path

from server.lock import MACHINE_FOLDER

#: The folders that a vault has whatever else is in it.
FOLDERS = ("config", "text", "world", "agents")
#: What a running server writes into an agent's folder: never part of a starter world.
WRITTEN = shutil.ignore_patterns(
    MACHINE_FOLDER, ".obsidian", "archive", "summaries", "notes", "journal", "people"
)


def prepare_vault(vault: Path, starter: Path) -> bool:
    """Make the folders of `vault` and return whether it was filled from `starter`.

    Only a vault that holds nothing is filled; otherwise missing folders are made and
    nothing else is touched.  Raises `OSError`.
    """
    new = all(entry.name == MACHINE_FOLDER for entry in vault.iterdir())
    if new:
        shutil.copytree(starter, vault, ignore=WRITTEN, dirs_exist_ok=True)
    for folder in FOLDERS:
        (vault / folder).mkdir(exist_ok=True)
    return new
