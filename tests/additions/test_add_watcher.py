"""A watcher of minds: whatever can be called with an event, given to the hub."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from agents.boundaries import WatchEvent
from agents.mind.agent_context import Pace
from tests.agents.mind.test_verbs import Theatre


@dataclass
class LineWriter:
    """Keeps each event as a line of JSON, as a page or a file would have it."""

    lines: list[str] = field(default_factory=list)

    def __call__(self, event: WatchEvent) -> None:
        at = event.at.isoformat()
        self.lines.append(json.dumps([event.agent, at, event.kind, event.text]))


async def test_a_watcher_sees_a_turn_from_its_beginning_to_its_deed(tmp_path: Path) -> None:
    """In order, of this agent alone, and nothing more once it has ceased."""
    stage, watcher = Theatre(tmp_path), LineWriter()
    stage.watch = stage.hub
    pace = Pace(think_interval=10, jitter=0)
    moss, _ = stage.agent("Moss", pace), stage.agent("Fern", pace)
    assert stage.hub.toggle("Moss", 0, watcher)
    stage.model.will("say I am here.", "look")
    moss.start(within=1)
    await stage.clock.advance(2)
    kinds = [json.loads(line)[2] for line in watcher.lines]
    assert kinds == ["turn", "prompt", "choice", "command", "memory", "result"]
    assert {json.loads(line)[0] for line in watcher.lines} == {"Moss"}
    assert not stage.hub.toggle("Moss", 0, watcher)
    await stage.clock.advance(20)
    assert len(watcher.lines) == 6
    await stage.close()
