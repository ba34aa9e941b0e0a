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
    assert all(each.keys() >= {"at", "level", "event"} for each in events)
    broken = [each["message"] for each in events if "Broken.md" in each["message"]]
    assert broken
    assert f"[Vault] {broken[0]}" in told
    assert "shutdown by Ada" in {each["message"] for each in events}
