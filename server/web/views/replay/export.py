"""One stretch of the past as one file, which needs no server and asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from html import escape
from pathlib import Path

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.web.routing import Data
from server.web.serving.assets import FOLDER, read_import_map
from server.web.stream import encode_json

FIRST = "tarn/views/replay/export.js"
"""The module that begins; those that it asks for are in the file, too."""

STYLES = ("page", "views/world/world", "views/replay/replay")

BEGIN = f'import "{FIRST}";'

_IMPORT = late_pattern(rb'(?:from|import) ?"([^"./][^"]*)"')

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
<script type="importmap" nonce="{nonce}">{import_map}</script>
</head>
<body>
<div id="page"></div>
<script type="application/json" id="stretch">{data}</script>
<script type="module" nonce="{nonce}">{begin}</script>
</body>
</html>
"""


@late_dataclass(frozen=True, slots=True)
class ExportedStretch:
    """What is in a file: times, the moment at its beginning, and all events."""

    begin: str
    end: str
    moment: Data
    events: list[Data]


def build_file(stretch: ExportedStretch, nonce: str, folder: Path = FOLDER) -> bytes:
    """Return the page, whose scripts are known by the nonce, which nobody knew before.

    Raises `OSError`.
    """
    style = "\n".join((folder / f"{name}.css").read_text("utf-8") for name in STYLES)
    imports = {name: _as_address(module) for name, module in collect_modules(folder).items()}
    data = {"from": stretch.begin, "to": stretch.end, **stretch.moment, "stretch": stretch.events}
    page = _PAGE.format(
        policy=_make_policy(nonce, style),
        title=escape(f"Tarn, {stretch.begin[:16].replace('T', ' ')} UTC"),
        style=style,
        nonce=nonce,
        import_map=json.dumps({"imports": imports}),
        data=_hide_markup(encode_json(data)),
        begin=BEGIN,
    )
    return page.encode("utf-8", "replace")


def collect_modules(folder: Path) -> Mapping[str, bytes]:
    """Return the modules of the file, by the names under which they ask for each other."""
    paths = read_import_map((folder / "index.html").read_text("utf-8"))
    found: dict[str, bytes] = {}
    wanted = [FIRST]
    while wanted:
        name = wanted.pop()
        if name not in found:
            path = name.replace("tarn/", paths["tarn/"], 1) if name not in paths else paths[name]
            found[name] = (folder / path.removeprefix("/static/")).read_bytes()
            wanted += [asked.decode() for asked in _IMPORT.findall(found[name])]
    return found


def _make_policy(nonce: str, style: str) -> str:
    """Return what the file may do; what a script imports has its nonce."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"script-src 'nonce-{nonce}'; style-src 'sha256-{digest}'"
    )


def _as_address(module: bytes) -> str:
    return f"data:text/javascript;base64,{base64.b64encode(module).decode()}"


def _hide_markup(data: str) -> str:
    """Return JSON that no browser takes for the end of a script or the beginning of a comment."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
