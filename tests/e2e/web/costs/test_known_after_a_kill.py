"""What the models were asked is known after the server was killed."""

from __future__ import annotations

import json
import signal
import sqlite3
import urllib.request
from pathlib import Path

from server.usage.request_history import Rows, read_counts
from tests.e2e.harness import until
from tests.e2e.web.test_costs_page import NOTES, log_in_for
from tests.e2e.worlds import make_world, profile


def read_days(file: Path) -> Rows:
    """Return the rows; none while the file is being made."""
    try:
        return read_counts(file, "days", 0)
    except sqlite3.OperationalError:
        return []


def test_what_was_asked_is_known_after_a_kill(tmp_path: Path) -> None:
    """Once it is on disk, which takes some seconds."""
    world = make_world(tmp_path, {"Moss": profile("Moss", interval=None)}, notes=NOTES)
    file = world.vault / ".tarn" / "requests.sqlite"
    with world.server() as server:
        server.client().create("Ada").send("say Moss, well?")
        kept = until(lambda: read_days(file), "what was asked on disk")
        server.stop(signal.SIGKILL)
    assert [key.agent for _, key, _ in kept] == ["Moss"]
    with world.server() as again:
        cookie = log_in_for(again, {"name": "Ada", "password": "correct horse"})
        path = "/api/v1/costs/requests?span=year&by=agent&agent=Moss"
        request = urllib.request.Request(f"{again.web}{path}", headers={"Cookie": cookie})
        with urllib.request.urlopen(request) as reply:
            groups = json.loads(reply.read())["groups"]
    assert [each["name"] for each in groups] == ["Moss"]
    assert groups[0]["total"]["failures"] >= kept[0][2].failures > 0
