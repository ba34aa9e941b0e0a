"""Verbs that nobody has heard of, as somebody would add them: plain rows with a nature."""

from __future__ import annotations

from world.boundaries import Event
from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature


def shout(call: Invocation) -> None:
    """Speak to the room, loudly."""
    words, actor = call.args, call.actor
    call.emit(
        Event(
            "shout", actor.id, call.room.id,
            own=f'You shout at the top of your voice, "{words}"',
            others=f'{actor.name} shouts at the top of their voice, "{words}"',
            addressed=frozenset(one.id for one in call.world.present_in(call.room)),
        )
    )  # fmt: skip


def murmur(call: Invocation) -> None:
    """Speak to one who is here."""
    name, _, words = call.args.partition(" ")
    target, actor = call.match_present(name), call.actor
    call.emit(
        Event(
            "murmur", actor.id, call.room.id,
            own=f'You murmur into the ear of {target.name}, "{words}"',
            told={target.id: f'{actor.name} murmurs into your ear, "{words}"'},
            addressed=frozenset({target.id}), only_told=True,
        )
    )  # fmt: skip


def inspect(call: Invocation) -> None:
    """Look around."""
    call.reply("You inspect it. " + "There is a mark of a hammer on every stone. " * 12)


NEW_ROWS = (
    Command(
        "shout", shout, "shout <words>", "Speak to everyone here, loudly", "social",
        nature=Nature.SPEECH, offered=True,
    ),
    Command(
        "murmur", murmur, "murmur <someone> <words>", "Speak into one ear", "social",
        nature=Nature.PRIVATE_SPEECH,
    ),
    Command(
        "inspect", inspect, "inspect [<something>]", "Look closely around you", "social",
        nature=Nature.SIGHT, privacy=Privacy.SILENT,
    ),
)  # fmt: skip
