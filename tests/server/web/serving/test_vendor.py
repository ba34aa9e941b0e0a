"""The page's libraries are the files that were fetched, and nothing else is fetched."""

from __future__ import annotations

import hashlib
import re

from server.web.boundaries import Call
from server.web.serving.assets import FOLDER, Assets
from tools.refresh_vendor import LIBRARIES, PAGE, VENDOR


def test_each_file_has_the_digest_that_was_written_down() -> None:
    """Fetch them again: python -m tools.refresh_vendor"""
    rows = re.findall(r"^\| (\S+) \| (\S+) \| \S+ \| (\S+) \| (\w+) \|$", PAGE.read_text(), re.M)
    wanted = {(lib.name, lib.version, target) for lib in LIBRARIES for _, target in lib.files}
    assert {row[:3] for row in rows} == wanted
    for _, _, target, digest in rows:
        assert hashlib.sha256((VENDOR / target).read_bytes()).hexdigest() == digest, target
    assert {path.name for path in VENDOR.iterdir()} == {row[2] for row in rows} | {PAGE.name}


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    """No address of another machine stands in the page's own files."""
    own = [
        path
        for path in FOLDER.rglob("*")
        if VENDOR not in path.parents and path.suffix in (".html", ".js", ".css")
    ]
    assert own
    for path in own:
        assert not re.search(r"(?:https?:)?//[a-z]", path.read_text("utf-8"), re.I), path.name


def test_only_the_pages_files_can_be_asked_for() -> None:
    assets = Assets()
    for path in ("/static/../page.py", "/static/vendor/VERSIONS.md", "/static", "/static/", "/x"):
        assert assets.find(Call("GET", path, "127.0.0.1")) is None
    page = assets.find(Call("GET", "/", "127.0.0.1"))
    assert page is not None and page.status == 200
    again = Call("GET", "/", "127.0.0.1", {"if-none-match": page.headers["etag"]})
    same = assets.find(again)
    assert same is not None and (same.status, same.body) == (304, b"")
