"""Brings the texts of a vault up to date that nobody has edited.

A vault gets its copy of ``text/`` once. A later version of the program may give a sentence other
values, and the old copy no longer fits. A file that is byte for byte what some earlier version
shipped holds nobody's words, so it is replaced; any other one is somebody's and stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from agents.event_line import EventLine, tell_event
from server.lock import MACHINE_FOLDER
from server.starter_files import PACKAGES, starter_files, starter_vault
from world.vault.markdown import write_atomically

DIGESTS = Path("server", "shipped", "digests.txt")
"""The SHA-256 and path of every text that any version shipped, a line each.

``python -m tools.shipped_texts`` writes it.
"""

FOLDER = "text"
"""What is renewed; rooms, agents and settings are the world's own and stay."""

BEFORE = "texts-before"
"""The folder, in the machine's own, that has the version before of each renewed file."""


def hash_text(content: bytes) -> str:
    """Return the digest by which a shipped text is known."""
    return hashlib.sha256(content).hexdigest()


def read_digests(packages: Path = PACKAGES) -> frozenset[tuple[str, str]]:
    """Return the digest and the path in the vault of each text that was ever shipped."""
    lines = (packages / DIGESTS).read_text("utf-8").splitlines()
    return frozenset((digest, path) for digest, _, path in (each.partition(" ") for each in lines))


def find_outdated_texts(vault: Path, packages: Path = PACKAGES) -> list[Path]:
    """Return the texts, as paths in the vault, that are as an earlier version shipped them.

    Raises `OSError`.
    """
    known: frozenset[tuple[str, str]] | None = None
    found = []
    for file, content in _list_different(vault, packages):
        known = read_digests(packages) if known is None else known
        if (hash_text(content), file.as_posix()) in known:
            found.append(file)
    return found


def renew_texts(vault: Path, packages: Path = PACKAGES) -> Iterator[EventLine]:
    """Replace the outdated texts; yield one line that says so, if there were any.

    A file that cannot be written stays as it is, and a line names it.
    """
    before = vault / MACHINE_FOLDER / BEFORE
    renewed = []
    try:
        for file in find_outdated_texts(vault, packages):
            _replace(vault / file, starter_vault(packages) / file, before / file)
            renewed.append(file.as_posix())
    except OSError as error:
        line = f"[Vault] ERROR: texts of an earlier version stay: {error}"
        yield tell_event("vault.renewal", line, "error", error=str(error))
    if renewed:
        files = ", ".join(renewed)
        line = (
            f"[Vault] nobody had edited {files}: as this version ships them now, before: {before}"
        )
        yield tell_event("vault.renewed", line, files=files, before=str(before))


def _list_different(vault: Path, packages: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield each text of the vault that is not as it is shipped now, and its content."""
    starter = starter_vault(packages)
    for file in starter_files(packages):
        if file.parts[0] == FOLDER and (vault / file).is_file():
            content = (vault / file).read_bytes()
            if content != (starter / file).read_bytes():
                yield file, content


def _replace(file: Path, shipped: Path, before: Path) -> None:
    before.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(before, file.read_text("utf-8"))
    write_atomically(file, shipped.read_text("utf-8"))
