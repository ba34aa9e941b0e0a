"""A stretch as one file: everything is in it, and texts cannot leave their place."""

from __future__ import annotations

import json
import re

from server.web.serving.assets import FOLDER
from server.web.views.replay.export import MODULES, ExportedStretch, build_file

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
    for path in MODULES.values():
        text = (FOLDER / path).read_text("utf-8")
        if not path.startswith("vendor/"):
            assert set(re.findall(r'from "([^"]+)"', text)) <= set(MODULES), path
    page = build_file(STRETCH, "n0nce").decode()
    assert "script-src 'nonce-n0nce'" in page and "default-src 'none'" in page
    assert "/static/" not in page.replace("data:text/javascript", "")
