"""One stretch of the past as one file, which needs no server and asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from server.web.routing import Data
from server.web.serving.assets import FOLDER
from server.web.stream import encode_json

MODULES: Mapping[str, str] = {
    "preact": "vendor/preact.js",
    "preact/hooks": "vendor/preact-hooks.js",
    "htm": "vendor/htm.js",
    **{
        f"tarn/{name}": name
        for name in (
            "html.js",
            "place.js",
            "views/world/map.js",
            "views/world/feed.js",
            "views/replay/player.js",
            "views/replay/screen.js",
            "views/replay/scrubber.js",
            "views/replay/export.js",
        )
    },
}
"""The modules that the file has in it, by the names under which they ask for each other."""

STYLES = ("page.css", "views/world/world.css", "views/replay/replay.css")

BEGIN = 'import "tarn/views/replay/export.js";'


@dataclass(frozen=True, slots=True)
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
    imports = {name: _as_address((folder / path).read_bytes()) for name, path in MODULES.items()}
    import_map = json.dumps({"imports": imports})
    style = "\n".join((folder / path).read_text("utf-8") for path in STYLES)
    data = encode_json(
        {"from": stretch.begin, "to": stretch.end, **stretch.moment, "stretch": stretch.events}
    )
    # What a script imports has its nonce: so no kind of address has to be allowed.
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"script-src 'nonce-{nonce}'; style-src {_hash(style)}"
    )
    title = escape(f"Tarn, {stretch.begin[:16].replace('T', ' ')} UTC")
    return f"""<!doctype html>
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
<script type="application/json" id="stretch">{_hide_markup(data)}</script>
<script type="module" nonce="{nonce}">{BEGIN}</script>
</body>
</html>
""".encode("utf-8", "replace")


def _as_address(module: bytes) -> str:
    return f"data:text/javascript;base64,{base64.b64encode(module).decode()}"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _hide_markup(data: str) -> str:
    """Return JSON that no browser takes for the end of a script or the beginning of a comment."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
