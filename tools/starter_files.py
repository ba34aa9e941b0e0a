"""``python -m tools.starter_files``: list the starter vault's files anew, as git knows them."""

from __future__ import annotations

import subprocess

from server.starter_files import LIST, PACKAGES


def list_tracked() -> list[str]:
    """Return the files of the vault that git has, as paths in the vault."""
    found = subprocess.run(
        ["git", "ls-files", "-z", "vault"], cwd=PACKAGES, capture_output=True, check=True, text=True
    ).stdout
    return sorted(each.removeprefix("vault/") for each in found.split("\0") if each)


if __name__ == "__main__":
    (PACKAGES / LIST).write_text("".join(f"{each}\n" for each in list_tracked()), encoding="utf-8")
