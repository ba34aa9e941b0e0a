"""The files of the page, read once into memory: nothing else of the disk can be asked for."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from late.late_pattern import late_pattern
from server.web.boundaries import Call, Reply

FOLDER = Path(__file__).parent.parent / "static"

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""The media type by suffix; files of other kinds are not served."""

_IMPORT_MAP = late_pattern(r'<script type="importmap">(.*?)</script>', re.DOTALL)


def read_import_map(page: str) -> Mapping[str, str]:
    """Return the addresses of modules by the names under which they are imported."""
    found = _IMPORT_MAP.search(page)
    imports: dict[str, str] = json.loads(found[1])["imports"] if found else {}
    return imports


class Assets:
    """The page under ``/`` and its files under ``/static/``."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files: dict[str, tuple[bytes, str, str]] = {}
        for path in sorted(folder.rglob("*")):
            if path.suffix in KINDS:
                self._add(f"/static/{path.relative_to(folder).as_posix()}", path)
        self._files["/"] = self._files.pop("/static/index.html")

    def _add(self, url: str, path: Path) -> None:
        data = path.read_bytes()
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        self._files[url] = data, KINDS[path.suffix], tag

    @property
    def import_map_hash(self) -> str:
        """The source expression that lets a content security policy allow the import map."""
        found = _IMPORT_MAP.search(self._files["/"][0].decode("utf-8"))
        text = found[1] if found else ""
        return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"

    def find(self, call: Call) -> Reply | None:
        """Return the file that is asked for; None: there is none."""
        found = self._files.get(call.path)
        if found is None or call.method not in ("GET", "HEAD"):
            return None
        data, kind, tag = found
        headers: Mapping[str, str] = {"etag": tag, "cache-control": "no-cache"}
        if call.headers.get("if-none-match") == tag:
            return Reply(304, b"", kind, headers)
        return Reply(200, data, kind, headers)
