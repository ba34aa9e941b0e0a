"""The chronicle of a real server has what people do in public, and a kill tears no line of it."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from tests.e2e.harness import until
from tests.e2e.worlds import RULES, World, make_world, profile


def read_lines(world: World) -> list[dict[str, Any]]:
    """Every whole line of the chronicle."""
    found: list[dict[str, Any]] = []
    for path in sorted((world.vault / "chronicle").glob("*.jsonl")):
        whole = path.read_bytes().rpartition(b"\n")[0]
        found += [json.loads(line) for line in whole.splitlines()]
    return found


def test_public_events_are_in_the_vault_and_private_words_are_not(tmp_path: Path) -> None:
    """Through a kill, a torn line and a restart."""
    world = make_world(tmp_path, {"Moss": profile("Moss")}, RULES)
    with world.server() as server:
        ada = server.client().create("Ada")
        bob = server.client().create("Bob")
        for line in ("say Good morning", "whisper Bob alpha", "tell Bob beta", "emote nods."):
            ada.send(line)
        bob.expect("Ada nods.")
        until(lambda: "Ada nods." in [each["text"] for each in read_lines(world)], "the gesture")
        server.stop(signal.SIGKILL)
    told = read_lines(world)
    assert [each["text"] for each in told] == [
        "Ada comes in.", "Bob comes in.", 'Ada says, "Good morning"', "Ada nods.",
    ]  # fmt: skip
    assert told[2]["people"] == ["Ada", "Bob"] and told[2]["agents"] == ["Moss"]
    assert told[2]["room"] == "The Hall" and told[2]["kind"] == "speech"
    [path] = (world.vault / "chronicle").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    with path.open("ab") as file:
        file.write(b'{"v":1,"at":"20')
    with world.server() as server:
        server.client().connect("Ada")
        server.logged("a torn last line of 15 bytes is cut off")
        assert server.stop() == 0
    told = read_lines(world)[4:]
    assert [each["text"] for each in told] == ["", "Ada comes in.", "Ada is gone.", ""]
    assert [told[0]["kind"], told[-1]["kind"]] == ["start", "stop"]
    assert "stopped" not in told[0], "a kill leaves no time"
    with world.server() as server:
        assert server.stop() == 0
    start = next(each for each in read_lines(world)[8:] if each["kind"] == "start")
    assert start["stopped"] == told[-1]["at"]
