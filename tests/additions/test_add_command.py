"""A command: one row, and everything else follows from it."""

from __future__ import annotations

from pathlib import Path

from agents.mind.agent_context import Pace
from tests.agents.mind.support import Stage
from world.boundaries import Event
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature


def proclaim(call: Invocation) -> None:
    """Say something to everyone here, as a herald does."""
    words, actor = call.need(call.args, "say.what"), call.actor
    own, others = f'You proclaim, "{words}"', f'{actor.name} proclaims, "{words}"'
    call.emit(Event("proclaim", actor.id, call.room.id, own=own, others=others))


ROW = Command(
    "proclaim", proclaim, "proclaim <words>", "Speak as a herald does", "social",
    nature=Nature.SPEECH, aliases=("herald",), shorthands=("!",), offered=True,
    help="Example: proclaim The ferry runs again.",
)  # fmt: skip


async def test_a_row_makes_a_command_for_people_and_agents(tmp_path: Path) -> None:
    """Help, lists, completion, correction, shorthand, an agent's prompt, grammar and memory."""
    stage = Stage(tmp_path, [ROW])
    moss = stage.agent(pace=Pace(think_interval=0))
    for asked, shown in (
        ("help proclaim", "proclaim <words> (also: herald)\nSpeak as a herald does.\nExample: "),
        ("help", "  proclaim <words> - Speak as a herald does"),
        ("commands", "proclaim (herald)"),
    ):
        assert shown in stage.ada_does(asked)
    for typed in ("proclaim Hear me.", "herald Hear me.", "procl Hear me.", "!Hear me."):
        assert stage.ada_does(typed) == 'You proclaim, "Hear me."'
    assert stage.ada_does("porclaim Hear me.") == 'You proclaim, "Hear me."'
    assert "- proclaim <words>\n" in moss.compose_prompt().head
    assert "proclaim" in (moss._composer.write_grammar() or "")
    heard = moss.memory.view.tail[-1]
    assert (heard.text, heard.speaker) == ('Ada proclaims, "Hear me."', "Ada")
    assert heard.nature is Nature.SPEECH
    await stage.close()
