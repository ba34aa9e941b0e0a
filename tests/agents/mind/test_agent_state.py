"""What an agent owes to whom."""

from __future__ import annotations

from pathlib import Path

from tests.agents.mind.support import Stage
from world.boundaries import MindKind, Perception


async def test_people_who_wait_for_an_answer_are_listed_in_their_order(tmp_path: Path) -> None:
    """The one who is next, then those in line; agents wait, too, and are not listed."""
    state = Stage(tmp_path).agent().state

    def hear(name: str, kind: MindKind) -> None:
        state.be_called(Perception("say", "Well?", "The Hall", actor=name, actor_kind=kind))

    assert state.list_owed() == []
    hear("Wren", "agent")
    assert state.list_owed() == []
    for name in ("Ada", "Bert", "Ines", "Bert"):
        hear(name, "person")
    assert state.list_owed() == ["Ada", "Bert", "Ines"]
    state.begin_answer()
    state.end_answer()
    assert state.list_owed() == ["Bert", "Ines"]
