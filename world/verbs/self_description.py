"""Commands that show and set the actor's own description."""

from __future__ import annotations

from late.late_pattern import late_pattern
from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.verbs.claims import clean_self_description

_ARROW = late_pattern(r"^\s*(?:->|→|=)\s*")


def my_description(call: Invocation) -> None:
    """Show the actor's description."""
    if call.actor.description:
        call.reply(call.actor.description)
    else:
        call.reply_text("description.none")


def set_description(call: Invocation) -> None:
    """Replace the actor's description."""
    text = _ARROW.sub("", call.args)
    call.need(text, "description.what")
    call.tx.describe(call.actor, clean_self_description(call, text))
    call.reply_text("description.set")


COMMANDS = (
    Command(
        name="@my-description",
        run=my_description,
        syntax="@my-description",
        summary="See what others see when they look at you",
        category="self",
        nature=Nature.REPORT,
        privacy=Privacy.SILENT,
    ),
    Command(
        name="@set-description",
        run=set_description,
        syntax="@set-description -> <text>",
        summary="Change what others see when they look at you",
        category="self",
        nature=Nature.DEED,
        help="Example: @set-description -> A tall figure in a wet coat.",
        privacy=Privacy.SILENT,
        by_leave=True,
    ),
)
