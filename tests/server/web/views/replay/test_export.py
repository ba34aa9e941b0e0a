"""A stretch as one file: everything is in it, and texts cannot leave their place."""

from __future__ import annotations

import json
import re

from server.web.serving.assets import FOLDER
from server.web.views.replay.export import ExportedStretch, build_file, collect_modules

HOSTILE = "</script><script nonce=abc>alert(1)</script><!-- & \u2028"
MOMENT: dict[str, object] = {"rooms": [], "people": [], "events": []}
STRETCH = ExportedStretch("2026-11-22T08:00:00.000Z", "2026-11-22T09:00:00.000Z", MOMENT,
                          [{"text": HOSTILE}])  # fmt: skip


def test_texts_stay_in_their_script() -> None:
    page = build_file(STRETCH, "n0nce").decode()
    data = re.search(r'<script type="application/json" id="stretch">(.*?)</script>', page)
    assert data is not None and json.loads(data[1])["stretch"] == [{"text": HOSTILE}]
    assert HOSTILE not in page and page.count("<script") == 3


def test_every_module_that_is_asked_for_is_in_the_file() -> None:
    """By the names under which the modules import each other; nothing else may be asked for."""
    modules = collect_modules(FOLDER)
    assert {"preact", "htm", "tarn/views/world/map.js", "tarn/views/replay/player.js"} <= set(
        modules
    )
    for name, module in modules.items():
        asked = re.findall(r'(?:from|import\() ?"([^"]+)"', module.decode())
        assert set(asked) <= set(modules), name
    page = build_file(STRETCH, "n0nce").decode()
    assert "script-src 'nonce-n0nce'" in page and "default-src 'none'" in page
    assert "/static/" not in page.replace("data:text/javascript", "")
