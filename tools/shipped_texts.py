"""``python -m tools.shipped_texts``: list the digests of all texts that any version shipped.

Run it with each change of a file in ``vault/text``. What the list has already stays, since a
clone may lack the history.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

from server.shipped.renewal import DIGESTS, FOLDER, hash_text, read_digests
from server.starter_files import PACKAGES

IN_REPOSITORY = f"vault/{FOLDER}"


def list_shipped() -> set[tuple[str, str]]:
    """Return the digest and path of each text in the repository's history and in the checkout."""
    return {*_list_history(), *_list_present()}


def _list_history() -> Iterator[tuple[str, str]]:
    raw = _run_git(
        "log", "--raw", "-z", "--no-abbrev", "--no-renames", "--format=", "--", IN_REPOSITORY
    )
    fields = raw.decode().strip("\0").split("\0") if raw else []
    blobs = {(row.split()[3], path) for row, path in zip(fields[::2], fields[1::2], strict=True)}
    for blob, path in sorted(blobs):
        if set(blob) != {"0"}:  # the file was removed
            yield hash_text(_run_git("cat-file", "blob", blob)), path.removeprefix("vault/")


def _list_present() -> Iterator[tuple[str, str]]:
    for path in _run_git("ls-files", "-z", IN_REPOSITORY).decode().strip("\0").split("\0"):
        yield hash_text((PACKAGES / path).read_bytes()), path.removeprefix("vault/")


def _run_git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=PACKAGES, capture_output=True, check=True).stdout


if __name__ == "__main__":
    rows = sorted({*read_digests(), *list_shipped()}, key=lambda row: row[::-1])
    content = "".join(f"{digest} {path}\n" for digest, path in rows)
    (PACKAGES / DIGESTS).write_text(content, encoding="utf-8")
