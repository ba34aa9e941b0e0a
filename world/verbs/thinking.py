"""The command that thinks."""

from __future__ import annotations

from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.verbs.speech import read_speech


def think(call: Invocation) -> None:
    """Record a thought that only the actor perceives."""
    call.reply_text("think.own", words=read_speech(call, call.args, "think.what"))


COMMANDS = (
    Command(
        name="think",
        run=think,
        syntax="think <words>",
        summary="Think something to yourself; others see only that you pause",
        category="memory",
        nature=Nature.THOUGHT,
        help="Example: think The lamp was in the hall yesterday.",
        privacy=Privacy.PRIVATE,
        behaviour="think.behaviour",
        offered=True,
    ),
)
