"""What a running server tells on standard error also stands in its file of events."""

from __future__ import annotations

import json
import stat
from pathlib import Path

from tests.e2e.worlds import make_world


def test_events_stand_in_a_file_for_the_owner(tmp_path: Path) -> None:
    """A stranger's line is one event on one line, and the stop is written down too."""
    world = make_world(tmp_path, notes={"world/Broken.md": "---\nexits: [\n---\nOh.\n"})
    with world.server() as server:
        client = server.client().create("Ada")
        client.send("@shutdown")
        assert server.ended() == 0
        told = server.errors()
    path = world.vault / ".tarn" / "log" / "tarn.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert all(each["at"] and each["level"] and each["event"] for each in events)
    [login] = [each for each in events if each["event"] == "visit.login"]
    assert (login["who"], login["address"], login["role"]) == ("Ada", "127.0.0.1", "administrator")
    broken = [each["message"] for each in events if "Broken.md" in each["message"]]
    assert broken
    assert f"[Vault] {broken[0]}" in told
    assert "shutdown by Ada" in {each["message"] for each in events}
