"""Fetches the page's libraries and font from the npm registry: python -m tools.refresh_vendor.

Nothing is built: each file is an ES module as its authors publish it.  To take another version,
change `LIBRARIES` and run it; a test holds the files against their digests in ``VERSIONS.md``.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "server" / "web" / "static" / "vendor"
PAGE = VENDOR / "VERSIONS.md"

HEAD = """# Libraries of the page

Written by `python -m tools.refresh_vendor`, which fetches them from the npm registry.

| library | version | licence | file | SHA-256 |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Library:
    """A package of npm, and those of its files that the page uses, with their names here."""

    name: str
    version: str
    files: tuple[tuple[str, str], ...]


LIBRARIES = (
    Library(
        "preact",
        "11.2.0",
        (
            ("dist/preact.mjs", "preact.js"),
            ("hooks/dist/hooks.mjs", "preact-hooks.js"),
            ("LICENSE", "preact.LICENSE"),
        ),
    ),
    Library(
        "@xterm/xterm",
        "6.0.0",
        (
            ("lib/xterm.mjs", "xterm.js"),
            ("css/xterm.css", "xterm.css"),
            ("LICENSE", "xterm.LICENSE"),
        ),
    ),
    Library(
        "@xterm/addon-fit",
        "0.11.0",
        (("lib/addon-fit.mjs", "xterm-fit.js"), ("LICENSE", "xterm-fit.LICENSE")),
    ),
    Library(
        "@xterm/addon-web-links",
        "0.12.0",
        (
            ("lib/addon-web-links.mjs", "xterm-web-links.js"),
            ("LICENSE", "xterm-web-links.LICENSE"),
        ),
    ),
    Library("htm", "3.1.1", (("dist/htm.mjs", "htm.js"), ("LICENSE", "htm.LICENSE"))),
    Library(
        "uplot",
        "1.6.32",
        (
            ("dist/uPlot.esm.js", "uplot.js"),
            ("dist/uPlot.min.css", "uplot.css"),
            ("LICENSE", "uplot.LICENSE"),
        ),
    ),
    Library(
        "@fontsource-variable/source-sans-3",
        "5.3.0",
        (
            ("files/source-sans-3-latin-wght-normal.woff2", "source-sans.woff2"),
            ("files/source-sans-3-latin-ext-wght-normal.woff2", "source-sans-ext.woff2"),
            ("LICENSE", "source-sans.LICENSE"),
        ),
    ),
    Library(
        "@fontsource-variable/source-code-pro",
        "5.3.0",
        (
            ("files/source-code-pro-latin-wght-normal.woff2", "source-code.woff2"),
            ("LICENSE", "source-code.LICENSE"),
        ),
    ),
)


def main() -> None:
    """Fetch every library and write what was fetched."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    rows = [row for library in LIBRARIES for row in fetch(library)]
    PAGE.write_text(HEAD + "".join(rows), encoding="utf-8")


def fetch(library: Library) -> list[str]:
    """Write a library's files and return a row of the table for each."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"{library.name}@{library.version}"
        packed = subprocess.run(
            ["npm", "pack", "--silent", wanted], cwd=folder, check=True, stdout=subprocess.PIPE
        )
        with tarfile.open(Path(folder, packed.stdout.decode().split()[-1])) as archive:
            licence = json.loads(_read(archive, "package.json"))["license"]
            return [_write(archive, library, licence, *names) for names in library.files]


def _write(
    archive: tarfile.TarFile, library: Library, licence: str, source: str, target: str
) -> str:
    data = _read(archive, source)
    # Maps of the source are not served, so nothing may ask for them.
    lines = [line for line in data.splitlines(True) if not line.startswith(b"//# sourceMapping")]
    data = b"".join(lines)
    (VENDOR / target).write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    return f"| {library.name} | {library.version} | {licence} | {target} | {digest} |\n"


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file is not None, f"{name} is not a file of the package"
    return file.read()


if __name__ == "__main__":
    main()
